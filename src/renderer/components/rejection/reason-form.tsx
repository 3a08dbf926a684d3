import { useRef, useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { RejectionView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../button.tsx";
import { TextArea } from "../field.tsx";
import { Form } from "../form.tsx";

/** Never returns 0, because the rejection can still be undone. */
const secondsLeft = (until: number, now: number): number => Math.max(1, Math.ceil((until - now) / 1000));

/** @param now main's clock, in Unix ms */
export function rejectionText(rejection: RejectionView, now: number): string {
	const { state, until, text, entryIds } = rejection;
	const count = entryIds.length;
	switch (state) {
		case "undoable":
			return until === null
				? t("rejection.sending", { count })
				: t("rejection.undoable", { seconds: secondsLeft(until, now) });
		case "sending":
			return t("rejection.sending", { count });
		case "arrived":
			return t("rejection.arrived");
		case "changed":
		case "failed":
			return text === null ? t("rejection.failed") : textOf(text);
	}
}

const REASONS = [
	message("rejection.reason.not-asked"),
	message("rejection.reason.amount"),
	message("rejection.reason.recipient"),
	message("rejection.reason.cost"),
];

export function ReasonForm({
	busy,
	rows = 2,
	submit = t("rejection.reason.give"),
	onWriting,
	onReason,
}: {
	busy: boolean;
	rows?: number;
	submit?: string;
	/** Called on the first key press. It extends the undo window. */
	onWriting?: () => void;
	onReason: (reason: string) => void;
}) {
	const [reason, setReason] = useState("");
	const writes = useRef(false);
	const write = (text: string) => {
		if (!writes.current) onWriting?.();
		writes.current = true;
		setReason(text);
	};
	const give = () => {
		if (reason.trim() !== "") onReason(reason.trim());
	};
	return (
		<Form onSubmit={give} className="grid gap-3">
			<div className="flex flex-wrap gap-2">
				{REASONS.map((each) => (
					<Button key={each.code} size="small" disabled={busy} onClick={() => onReason(textOf(each))}>
						{textOf(each)}
					</Button>
				))}
			</div>
			<TextArea
				label={t("rejection.reason.label")}
				rows={rows}
				maxLength={2000}
				spellCheck
				value={reason}
				onText={write}
			/>
			<div className="flex justify-end">
				<Button submit size="small" busy={busy} disabled={reason.trim() === ""}>
					{submit}
				</Button>
			</div>
		</Form>
	);
}
