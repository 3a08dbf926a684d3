import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import type { FeeEditView, FeeSpeed, ReviewView } from "../../../../ipc/review.ts";
import { t, textOf } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { Segmented } from "../../../components/choice.tsx";
import { Field } from "../../../components/field.tsx";
import { Form } from "../../../components/form.tsx";
import { Fault } from "../../../components/notice.tsx";
import { useTrustedCommand } from "../../../state/trusted.tsx";

/** Counts the edits that the user has started but neither applied nor cancelled. */
const OpenEdits = createContext<(by: 1 | -1) => void>(() => {});

export function useOpenEdit(isOpen: boolean): void {
	const count = useContext(OpenEdits);
	useEffect(() => {
		if (!isOpen) return;
		count(1);
		return () => count(-1);
	}, [isOpen, count]);
}

/** @param children renders the review; its argument is `true` while an edit is open */
export function WithOpenEdits({ children }: { children: (isEditing: boolean) => ReactNode }) {
	const [open, setOpen] = useState(0);
	const count = useCallback((by: 1 | -1) => setOpen((before) => before + by), []);
	return <OpenEdits value={count}>{children(open > 0)}</OpenEdits>;
}

const GWEI = /^[0-9]{1,9}(?:\.[0-9]{1,9})?$/;

function priceText({ fiat, text, unit }: FeeEditView["likely"]): string {
	if (fiat === undefined) return `${text} ${textOf(unit)}`;
	// The total below already has the approximation sign.
	return textOf(fiat).replace(/^≈\s*/u, "");
}

/** Shows one segment per speed with its cost. *Custom…* opens two fields in place. */
export function FeeChoice({
	review: { entryId, fingerprint },
	fee,
}: {
	review: Pick<ReviewView, "entryId" | "fingerprint">;
	fee: FeeEditView;
}) {
	const command = useTrustedCommand();
	const [isOwn, setOwn] = useState(fee.speed === "own");
	if (fingerprint === null) return null;
	const options = [
		...fee.options.map(({ speed, likely }) => ({
			value: speed as FeeSpeed,
			text: `${t(`trusted.edit.fee.${speed}`)} ${priceText(likely)}`,
		})),
		{ value: "own" as const, text: t("trusted.edit.fee.own") },
	];
	const choose = (speed: FeeSpeed) => {
		setOwn(speed === "own");
		if (speed !== "own") void command.call("chooseFee", { entryId, fingerprint, fee: { speed } });
	};
	return (
		<>
			<div className="ml-auto min-w-0">
				<Segmented
					label={t("trusted.edit.fee")}
					value={isOwn ? "own" : fee.speed}
					options={options}
					onChoose={choose}
					inPairs
				/>
			</div>
			{isOwn && (
				<OwnFee
					key={`${fee.own.most} ${fee.own.tip}`}
					own={fee.own}
					busy={command.busy}
					onChoose={(own) =>
						void command.call("chooseFee", { entryId, fingerprint, fee: { speed: "own", ...own } })
					}
				/>
			)}
			<Fault text={command.fault} className="mt-2 basis-full" />
		</>
	);
}

function OwnFee({
	own,
	busy,
	onChoose,
}: {
	own: FeeEditView["own"];
	busy: boolean;
	onChoose: (own: FeeEditView["own"]) => void;
}) {
	const [most, setMost] = useState(own.most);
	const [tip, setTip] = useState(own.tip);
	useOpenEdit(most !== own.most || tip !== own.tip);
	const isNumber = (text: string) => GWEI.test(text.trim());
	const wrong = (text: string) =>
		text.trim() === "" || isNumber(text) ? null : t("trusted.edit.fee.number");
	const can = isNumber(most) && isNumber(tip);
	const submit = () => {
		if (can) onChoose({ most: most.trim(), tip: tip.trim() });
	};
	return (
		<Form
			aria-label={t("trusted.edit.fee.own-form")}
			className="mt-2 flex basis-full flex-wrap items-start gap-2"
			onSubmit={submit}
		>
			<Field
				className="flex-[1_1_9rem]"
				label={t("trusted.edit.fee.most")}
				inputMode="decimal"
				value={most}
				onText={setMost}
				maxLength={24}
				wrong={wrong(most)}
			/>
			<Field
				className="flex-[1_1_9rem]"
				label={t("trusted.edit.fee.tip")}
				inputMode="decimal"
				value={tip}
				onText={setTip}
				maxLength={24}
				wrong={wrong(tip)}
			/>
			<Button submit className="mt-5.5" disabled={!can} busy={busy}>
				{t("trusted.edit.use")}
			</Button>
		</Form>
	);
}
