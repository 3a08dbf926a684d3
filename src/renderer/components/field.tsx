import clsx from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { t } from "../../text/index.ts";

const BOX =
	"min-h-10 w-full rounded-md border border-edge bg-surface px-3 py-2 text-f3 text-ink disabled:bg-sunken disabled:text-ink-3";

/** Focuses a field on mount. Defined outside of components, so that React calls this ref only once. */
export function focusOnce(box: HTMLInputElement | null) {
	box?.focus();
}

export interface FieldProps extends Omit<ComponentProps<"input">, "onChange" | "value" | "type"> {
	label: ReactNode;
	value: string;
	onText: (text: string) => void;
	help?: ReactNode;
	/** Error message, shown only if the field isn't empty. */
	wrong?: string | null;
	mono?: boolean;
	secret?: boolean;
	hideLabel?: boolean;
}

export function Field({
	label,
	value,
	onText,
	help,
	wrong = null,
	mono = false,
	secret = false,
	hideLabel = false,
	className,
	...rest
}: FieldProps) {
	const id = useId();
	const [shown, setShown] = useState(false);
	const spoken = typeof label === "string" ? label.toLowerCase() : "";
	return (
		<div className={clsx("min-w-0", className)}>
			<label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1 block text-f2 font-medium text-ink-2"}>
				{label}
			</label>
			<div className="relative">
				<input
					spellCheck={false}
					autoComplete="off"
					autoCapitalize="off"
					{...rest}
					id={id}
					type={secret && !shown ? "password" : "text"}
					value={value}
					onChange={(event) => onText(event.target.value)}
					aria-invalid={wrong !== null || undefined}
					aria-describedby={help === undefined && wrong === null ? undefined : `${id}-help`}
					className={clsx(BOX, mono && "num", secret && "pr-10", wrong !== null && "border-danger")}
				/>
				{secret && (
					<button
						type="button"
						aria-label={
							shown ? t("components.hide", { label: spoken }) : t("components.show", { label: spoken })
						}
						aria-pressed={shown}
						onClick={() => setShown(!shown)}
						className="absolute inset-y-0 right-1 my-auto grid size-8 place-items-center rounded-sm text-ink-3 hover:text-ink"
					>
						{shown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
					</button>
				)}
			</div>
			<FieldHelp id={id} help={help} wrong={wrong} />
		</div>
	);
}

export function FieldHelp({ id, help, wrong }: { id: string; help: ReactNode; wrong: string | null }) {
	if (wrong === null && help === undefined) return null;
	return (
		<p id={`${id}-help`} className={clsx("mt-1 text-f1", wrong === null ? "text-ink-3" : "text-danger")}>
			{wrong ?? help}
		</p>
	);
}

export function TextArea({
	label,
	value,
	onText,
	help,
	wrong = null,
	mono = false,
	className,
	...rest
}: Omit<ComponentProps<"textarea">, "onChange" | "value"> &
	Pick<FieldProps, "label" | "value" | "onText" | "help" | "wrong" | "mono">) {
	const id = useId();
	return (
		<div className={className}>
			<label htmlFor={id} className="mb-1 block text-f2 font-medium text-ink-2">
				{label}
			</label>
			<textarea
				spellCheck={false}
				autoComplete="off"
				{...rest}
				id={id}
				value={value}
				onChange={(event) => onText(event.target.value)}
				aria-invalid={wrong !== null || undefined}
				aria-describedby={help === undefined && wrong === null ? undefined : `${id}-help`}
				className={clsx(BOX, "resize-none", mono && "num")}
			/>
			<FieldHelp id={id} help={help} wrong={wrong} />
		</div>
	);
}
