import { type FormEvent, useState } from "react";
import { message } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextArea } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";

const REASONS = [
	message("trusted.review.not-i-asked"),
	message("trusted.review.amount-wrong"),
	message("trusted.review.i-dont-know-recipient"),
	message("trusted.review.costs-too-much"),
];

/** No, with a reason that the agent gets to read. */
export function RejectDialog({ entryId, onClose }: { entryId: string; onClose: () => void }) {
	const { bridge } = useTrusted();
	const [reason, setReason] = useState("");
	const command = useCommand();
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (reason.trim() === "") return;
		const outcome = await command.send(() => bridge.call("reject", { entryId, reason: reason.trim() }));
		if (outcome?.ok === true) onClose();
	};
	return (
		<Dialog title={t("trusted.review.reject.title")} onClose={onClose}>
			<form onSubmit={(event) => void submit(event)} className="grid gap-4">
				<p className="text-f2 text-ink-2">{t("trusted.review.nothing-signed-agent-reads-reason")}</p>
				<div className="flex flex-wrap gap-2">
					{REASONS.map(textOf).map((words) => (
						<Button key={words} size="small" aria-pressed={reason === words} onClick={() => setReason(words)}>
							{words}
						</Button>
					))}
				</div>
				<TextArea
					label={t("trusted.review.reason")}
					rows={3}
					maxLength={2000}
					required
					spellCheck
					value={reason}
					onText={setReason}
				/>
				<Fault words={command.fault} />
				<div className="flex justify-end gap-2">
					<Button look="quiet" onClick={onClose}>
						{t("trusted.review.cancel")}
					</Button>
					<Button submit look="danger" disabled={reason.trim() === ""} busy={command.busy}>
						{command.busy ? t("trusted.review.rejecting") : t("trusted.review.reject.title")}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
