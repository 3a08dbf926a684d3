import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextArea } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";

const REASONS = [
	"Not what I asked for",
	"The amount is wrong",
	"I don’t know the recipient",
	"It costs too much",
];

/** No, with a reason that the agent gets to read. */
export function RejectDialog({ entryId, onClose }: { entryId: string; onClose: () => void }) {
	const { bridge } = useTrusted();
	const [reason, setReason] = useState("");
	const wish = useWish();
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (reason.trim() === "") return;
		const outcome = await wish.send(() => bridge.call("reject", { entryId, reason: reason.trim() }));
		if (outcome?.ok === true) onClose();
	};
	return (
		<Dialog title="Reject" onClose={onClose}>
			<form onSubmit={(event) => void submit(event)} className="grid gap-4">
				<p className="text-f2 text-ink-2">
					Nothing is signed. The agent reads your reason and may ask again.
				</p>
				<div className="flex flex-wrap gap-2">
					{REASONS.map((words) => (
						<Button key={words} size="small" aria-pressed={reason === words} onClick={() => setReason(words)}>
							{words}
						</Button>
					))}
				</div>
				<TextArea
					label="Reason"
					rows={3}
					maxLength={2000}
					required
					spellCheck
					value={reason}
					onText={setReason}
				/>
				<Fault words={wish.fault} />
				<div className="flex justify-end gap-2">
					<Button look="quiet" onClick={onClose}>
						Cancel
					</Button>
					<Button submit look="danger" disabled={reason.trim() === ""} busy={wish.busy}>
						{wish.busy ? "Rejecting…" : "Reject"}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
