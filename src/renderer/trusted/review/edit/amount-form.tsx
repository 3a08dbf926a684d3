import { type FormEvent, type ReactNode, useState } from "react";
import { readDecimal } from "../../../../core/format/decimal-units.ts";
import { t } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Fault } from "../../../components/notice.tsx";
import type { CommandState } from "../../../state/command.ts";

/** Stable function identity, so React calls it only when the field appears. */
function focusOnce(box: HTMLInputElement | null) {
	box?.select();
	box?.focus();
}

/** A field for an amount that replaces the displayed one, with presets next to it. */
export function AmountForm({
	label,
	value,
	decimals,
	most,
	tooMuch,
	help,
	presets,
	command,
	onAmount,
	onClose,
}: {
	label: string;
	value: string;
	decimals: number;
	/** Plain number that the amount must be below. `null` if there is none. */
	most: string | null;
	/** Explains an amount above that. */
	tooMuch: string;
	help: ReactNode;
	presets: readonly { readonly text: string; readonly amount: string | null }[];
	command: CommandState;
	onAmount: (amount: string | null) => void;
	onClose: () => void;
}) {
	const [text, setText] = useState(value);
	const raw = readDecimal(text.trim(), decimals);
	const bound = most === null ? null : readDecimal(most, decimals);
	const wrong =
		text.trim() === ""
			? null
			: raw === null
				? t("trusted.edit.amount.number")
				: raw === 0n
					? t("trusted.send.amount.zero")
					: bound !== null && raw > bound
						? tooMuch
						: null;
	const can = text.trim() !== "" && wrong === null;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (can) onAmount(text.trim());
	};
	return (
		<form
			aria-label={label}
			className="mt-2 basis-full rounded-sm bg-sunken px-3 py-2.5"
			onSubmit={submit}
			onKeyDown={(event) => {
				if (event.key === "Escape") onClose();
			}}
		>
			<Field
				label={label}
				inputMode="decimal"
				value={text}
				maxLength={120}
				onText={setText}
				help={help}
				wrong={wrong}
				ref={focusOnce}
			/>
			<div className="mt-2 flex flex-wrap gap-2">
				<Button submit size="small" variant="primary" disabled={!can} busy={command.busy}>
					{t("trusted.edit.use")}
				</Button>
				{presets.map((preset) => (
					<Button key={preset.text} size="small" busy={command.busy} onClick={() => onAmount(preset.amount)}>
						{preset.text}
					</Button>
				))}
				<Button size="small" variant="quiet" onClick={onClose}>
					{t("trusted.edit.cancel")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</form>
	);
}
