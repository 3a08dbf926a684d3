import { useState } from "react";
import { type ChangeKind, PROPOSED_CHANGES } from "../../../core/review/change-requests.ts";
import type { AmountView, CommandOutcome } from "../../../ipc/primitives.ts";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { useCommand } from "../../state/command.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { Field, TextArea } from "../field.tsx";
import { Fault, Notice } from "../notice.tsx";
import { visibleText } from "../text/visible.ts";

export function changeKinds({
	permissions,
	changes,
	parties,
}: Pick<ReviewView, "permissions" | "changes" | "parties">): readonly ChangeKind[] {
	const given = permissions.filter(({ grants }) => grants);
	const leaves = changes.some(({ mine, direction }) => mine && direction === "out");
	const limited = given.some(({ kind, unlimited }) => kind === "allowance" && !unlimited);
	const kinds: readonly (readonly [ChangeKind, boolean])[] = [
		["exact", given.some(({ kind, unlimited }) => kind === "allowance" && unlimited)],
		["without", given.length > 0],
		["recipient", parties.some(({ role }) => role === "recipient")],
		["lower", leaves || limited],
		["other", true],
	];
	return kinds.flatMap(([kind, isThere]) => (isThere ? [kind] : []));
}

/** Returns the amount that the user may want to lower: the payment, or else a limited allowance. */
export function loweredAmount({
	permissions,
	changes,
}: Pick<ReviewView, "permissions" | "changes">): AmountView | null {
	const [out] = changes.filter(
		({ mine, direction, tokenId }) => mine && direction === "out" && tokenId === null,
	);
	const [allowed] = permissions.filter(
		({ grants, kind, amount }) => grants && kind === "allowance" && amount !== null,
	);
	return out?.amount ?? allowed?.amount ?? null;
}

const NUMBER = /^[0-9]{1,60}(?:\.[0-9]{1,60})?$/;

const MAX_LENGTH = 4_000;

function proposed(kind: ChangeKind): string {
	const { text, unfinished } = PROPOSED_CHANGES[kind];
	if (text === null) return "";
	return unfinished ? `${textOf(text)} ` : textOf(text);
}

export function AskChange({
	review,
	onSend,
	onClose,
}: {
	review: Pick<ReviewView, "permissions" | "changes" | "parties">;
	onSend: (text: string) => Promise<CommandOutcome>;
	onClose: () => void;
}) {
	const command = useCommand();
	const kinds = changeKinds(review);
	const [kind, setKind] = useState<ChangeKind>(kinds[0] ?? "other");
	const [text, setText] = useState(() => proposed(kind));
	const [number, setNumber] = useState("");
	const [sent, setSent] = useState(false);
	const amount = kind === "lower" ? loweredAmount(review) : null;
	const isOpen = PROPOSED_CHANGES[kind].unfinished && text.trim() === proposed(kind).trim();
	const can = text.trim() !== "" && text.length <= MAX_LENGTH && !isOpen;
	const fillIn = (given: string) => {
		setNumber(given);
		const isNumber = NUMBER.test(given.trim());
		setText(
			isNumber ? `${proposed(kind)}${given.trim()} ${textOf(amount?.unit ?? "")}`.trim() : proposed(kind),
		);
	};
	const choose = (next: ChangeKind) => {
		setKind(next);
		setNumber("");
		setText(proposed(next));
	};
	const send = async () => {
		const outcome = await command.send(() => onSend(text.trim()));
		setSent(outcome?.ok === true);
	};
	return (
		<Dialog title={t("ui.ask-for-change")} onClose={onClose}>
			{sent ? (
				<>
					<Notice tone="in" alert>
						{t("trusted.change.sent")}
					</Notice>
					<Button className="mt-4" onClick={onClose}>
						{t("components.close")}
					</Button>
				</>
			) : (
				<>
					<fieldset>
						<legend className="mb-2 text-f2 font-medium text-ink-2">{t("trusted.change.kinds")}</legend>
						<div className="flex flex-wrap gap-2">
							{kinds.map((each) => (
								<label
									key={each}
									className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line px-3 text-f2 has-checked:border-accent has-checked:bg-accent-soft"
								>
									<input type="radio" name="change" checked={each === kind} onChange={() => choose(each)} />
									{textOf(PROPOSED_CHANGES[each].label)}
								</label>
							))}
						</div>
					</fieldset>
					{amount !== null && (
						<Field
							className="mt-4"
							label={t("trusted.change.amount", { unit: visibleText(textOf(amount.unit)) })}
							inputMode="decimal"
							value={number}
							placeholder={amount.full}
							maxLength={120}
							onText={fillIn}
							wrong={number === "" || NUMBER.test(number.trim()) ? null : t("ui.amount.format")}
						/>
					)}
					<TextArea
						className="mt-4"
						label={t("trusted.change.message")}
						value={text}
						rows={4}
						maxLength={MAX_LENGTH}
						onText={setText}
						help={isOpen ? t("trusted.change.finish") : t("trusted.change.nothing-signed")}
					/>
					<Fault text={command.fault} className="mt-3" />
					<div className="mt-4 flex justify-end">
						<Button variant="primary" disabled={!can} busy={command.busy} onClick={() => void send()}>
							{t("trusted.change.send")}
						</Button>
					</div>
				</>
			)}
		</Dialog>
	);
}
