import { Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { readDecimal } from "../../../../core/format/decimal-units.ts";
import { message } from "../../../../core/localized-text.ts";
import type { CommandOutcome } from "../../../../ipc/primitives.ts";
import type { AllowanceEditView, EditView, ReviewView } from "../../../../ipc/review.ts";
import { t, textOf } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Form } from "../../../components/form.tsx";
import { Fault } from "../../../components/notice.tsx";
import { type CommandState, useCommand } from "../../../state/command.ts";
import { useTrusted } from "../../../state/trusted.tsx";
import { useOpenEdit } from "./fee-choice.tsx";

/** Defined outside the component, so that React calls this ref only on mount. */
function focusOnce(box: HTMLInputElement | null) {
	box?.select();
	box?.focus();
}

/** @param isBelow whether the bound itself is too much as well */
export const isTooMuch = (raw: bigint, bound: bigint | null, isBelow: boolean): boolean =>
	bound !== null && (isBelow ? raw >= bound : raw > bound);

/** A form for changing a displayed amount, with presets. */
function AmountForm({
	label,
	value,
	decimals,
	most,
	isBelow = false,
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
	/** Plain number that the amount must not exceed. `null` if there is no limit. */
	most: string | null;
	/** Whether the amount must be below `most`. */
	isBelow?: boolean;
	/** Message for an amount that is too large. */
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
				? t("ui.amount.format")
				: raw === 0n
					? t("trusted.send.amount.zero")
					: isTooMuch(raw, bound, isBelow)
						? tooMuch
						: null;
	const can = text.trim() !== "" && wrong === null;
	const submit = () => {
		if (can) onAmount(text.trim());
	};
	return (
		<Form
			aria-label={label}
			className="mt-2 basis-full rounded-sm bg-sunken px-3 py-2.5"
			onSubmit={submit}
			onEscape={onClose}
		>
			<Field
				label={label}
				inputMode="decimal"
				value={text}
				maxLength={120}
				onText={(next) => {
					// The refusal was for the amount before.
					command.clear();
					setText(next);
				}}
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
					{t("ui.cancel")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</Form>
	);
}

type Edited = Pick<ReviewView, "entryId" | "fingerprint">;

/** Opens an edit form in place, and closes it after the change was made. */
function useEdit() {
	const command = useCommand();
	const [isOpen, setOpen] = useState(false);
	useOpenEdit(isOpen);
	const send = (call: () => Promise<CommandOutcome>) => command.send(call, () => setOpen(false));
	const close = () => {
		command.clear();
		setOpen(false);
	};
	return { command, isOpen, open: () => setOpen(true), close, send };
}

/**
 * Texts for an allowance that an agent proposed. `OWN` has the texts for an allowance that the user wanted to
 * revoke.
 */
const PROPOSED = {
	change: message("trusted.edit.allowance.change"),
	help: message("trusted.edit.allowance.help"),
	undo: message("trusted.edit.allowance.as-proposed"),
	more: message("trusted.edit.amount.more"),
	unlimited: message("trusted.edit.allowance.from-unlimited"),
} as const;
const OWN = {
	change: message("trusted.edit.allowance.own.change"),
	help: message("trusted.edit.allowance.own.help"),
	undo: message("trusted.edit.allowance.own.revoke"),
	more: message("trusted.edit.allowance.own.more"),
	unlimited: message("trusted.edit.allowance.own.from-unlimited"),
} as const;

function earlierText({ isOwn, proposed, symbol }: AllowanceEditView): string {
	if (proposed === null) return textOf((isOwn ? OWN : PROPOSED).unlimited);
	return t(isOwn ? "trusted.edit.allowance.own.from" : "trusted.edit.allowance.from", {
		amount: proposed,
		unit: textOf(symbol),
	});
}

/** Shows what an agent proposed, or what the spender may spend now. */
export function EarlierAllowance({ edit }: { edit: AllowanceEditView }) {
	const { isOwn, lowered } = edit;
	if (lowered === null && !isOwn) return null;
	return (
		<p className="order-1 basis-full pl-7 text-f2 text-ink-2">
			{earlierText(edit)}
			{isOwn && lowered !== null && ` ${t("trusted.edit.allowance.own.first")}`}
		</p>
	);
}

/** Lowers an allowance that an agent proposed, or that the user wanted to revoke. */
export function AllowanceEdit({ review, edit }: { review: Edited; edit: AllowanceEditView }) {
	const { bridge } = useTrusted();
	const form = useEdit();
	const { entryId, fingerprint } = review;
	const { place, isOwn, symbol, decimals, proposed, lowered, exact } = edit;
	if (fingerprint === null) return null;
	const texts = isOwn ? OWN : PROPOSED;
	const unit = textOf(symbol);
	const lower = (amount: string | null) =>
		void form.send(() => bridge.call("lowerAllowance", { entryId, fingerprint, place, amount }));
	const presets = [
		...(exact === null || exact === lowered
			? []
			: [{ text: t("trusted.edit.allowance.exact", { amount: exact, unit }), amount: exact }]),
		...(lowered === null ? [] : [{ text: textOf(texts.undo), amount: null }]),
	];
	return (
		<>
			{(lowered !== null || !form.isOpen) && <EarlierAllowance edit={edit} />}
			{form.isOpen ? (
				<AmountForm
					label={t("trusted.edit.allowance.amount", { unit })}
					value={lowered ?? exact ?? (isOwn ? "" : (proposed ?? ""))}
					decimals={decimals}
					most={proposed}
					isBelow={isOwn}
					tooMuch={textOf(texts.more)}
					help={isOwn && lowered === null ? `${earlierText(edit)} ${textOf(texts.help)}` : textOf(texts.help)}
					presets={presets}
					command={form.command}
					onAmount={lower}
					onClose={form.close}
				/>
			) : (
				<Button size="small" className="ml-auto" onClick={form.open}>
					<Pencil size={13} aria-hidden /> {isOwn && lowered !== null ? t("ui.change") : textOf(texts.change)}
				</Button>
			)}
		</>
	);
}

export function PaymentEdit({ review, amount }: { review: Edited; amount: NonNullable<EditView["amount"]> }) {
	const { bridge } = useTrusted();
	const form = useEdit();
	const { entryId, fingerprint } = review;
	if (fingerprint === null) return null;
	const unit = textOf(amount.symbol);
	const change = (value: string | null) =>
		void form.send(() => bridge.call("changeAmount", { entryId, fingerprint, amount: value }));
	return (
		<div className="flex flex-wrap px-4 py-2">
			{form.isOpen ? (
				<AmountForm
					label={t("ui.amount-in", { symbol: unit })}
					value={amount.value}
					decimals={amount.decimals}
					most={null}
					tooMuch=""
					help={undefined}
					presets={amount.isAll ? [] : [{ text: t("trusted.send.all"), amount: null }]}
					command={form.command}
					onAmount={change}
					onClose={form.close}
				/>
			) : (
				<Button size="small" className="ml-auto" onClick={form.open}>
					<Pencil size={13} aria-hidden /> {t("trusted.edit.amount.change")}
				</Button>
			)}
		</div>
	);
}
