import clsx from "clsx";
import { type ReactNode, useId } from "react";
import type { Claim } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import { FieldHelp } from "../../components/field.tsx";
import { clip, visibleText } from "../../components/text/visible.ts";

export function SelectField({
	label,
	options,
	at,
	wrong,
	help,
	onChoose,
}: {
	label: string;
	options: readonly Claim[];
	/** `null` until the user chooses an option. */
	at: number | null;
	wrong: string | null;
	help?: ReactNode;
	onChoose: (at: number) => void;
}) {
	const id = useId();
	return (
		<div className="min-w-0">
			<label htmlFor={id} className="mb-1 block text-f2 font-medium text-ink-2">
				{label}
			</label>
			<select
				id={id}
				value={at ?? ""}
				onChange={(event) => {
					if (event.target.value !== "") onChoose(Number(event.target.value));
				}}
				aria-invalid={wrong !== null || undefined}
				aria-describedby={help === undefined && wrong === null ? undefined : `${id}-help`}
				className={clsx(
					"select min-h-10 w-full rounded-md border bg-surface py-2 pl-2.5 text-f3 text-ink",
					wrong === null ? "border-edge" : "border-danger",
				)}
			>
				<option value="" disabled={at !== null}>
					{t("desk.catalog.choose")}
				</option>
				{options.map((text, index) => (
					<option key={index} value={index}>
						{visibleText(clip(text, 120))}
					</option>
				))}
			</select>
			<FieldHelp id={id} help={help} wrong={wrong} />
		</div>
	);
}
