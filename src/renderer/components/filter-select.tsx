import clsx from "clsx";
import { X } from "lucide-react";
import { t } from "../../text/index.ts";

export interface FilterOption {
	readonly value: string;
	readonly text: string;
}

/**
 * Hidden if there is only one value to choose.
 * @param any text to show while no value is chosen
 */
export function FilterSelect({
	label,
	any = label,
	value,
	options,
	onValue,
}: {
	label: string;
	any?: string;
	value: string | null;
	options: readonly FilterOption[];
	onValue: (value: string | null) => void;
}) {
	const isSet = value !== null;
	if (options.length < 2 && !isSet) return null;
	return (
		<span
			className={clsx(
				"inline-flex h-8 min-w-0 items-center rounded-md border",
				isSet ? "border-accent bg-accent-soft text-accent" : "border-line bg-surface",
			)}
		>
			<select
				aria-label={label}
				value={value ?? ""}
				onChange={({ target }) => onValue(target.value === "" ? null : target.value)}
				className="select h-full max-w-36 truncate rounded-md bg-transparent pl-2.5 text-f2 [field-sizing:content]"
			>
				<option value="">{any}</option>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.text}
					</option>
				))}
			</select>
			{isSet && (
				<button
					type="button"
					aria-label={t("desk.inbox.filter.clear", { label })}
					onClick={() => onValue(null)}
					className="grid h-full w-7 place-items-center rounded-sm"
				>
					<X size={13} aria-hidden />
				</button>
			)}
		</span>
	);
}
