import { useEffect, useState } from "react";
import type { ReviewView } from "../../../ipc/review.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { type Asleep, HoldButton } from "./hold-button.tsx";
import { Refusal } from "./refusal.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { Gravest } from "./remarks.tsx";
import { waitsForOpinion } from "./sentences.ts";
import { SightLine } from "./sight-line.tsx";
import { SignerLine } from "./signer-line.tsx";
import { isTyped, wordLabel } from "./typed-word.ts";

/** Stays at the bottom: the signer, Reject, and Approve or the reason why not. */
export function DecisionBar({
	review,
	ticket,
	awake,
	onShowDevice,
}: {
	review: ReviewView;
	ticket: string | null;
	awake: boolean;
	/** Brings what the Ledger will show into sight. */
	onShowDevice: () => void;
}) {
	const { bridge } = useTrusted();
	const { approval, fingerprint } = review;
	const [rejecting, setRejecting] = useState(false);
	const [word, setWord] = useState("");
	/** The ticket that main took: this button has done its part, whatever comes next. */
	const [given, setGiven] = useState<string | null>(null);
	const command = useCommand();
	const leave = useCommand();
	const { clear } = command;
	// A new ticket is a new question: nothing typed or refused for the last one counts.
	useEffect(() => {
		setWord("");
		clear();
	}, [ticket, clear]);

	// Only the second opinion is missing: Approve stands where it will wake, so that nothing moves under the pointer.
	const simulating = waitsForOpinion(review);
	const able = (approval.possible && ticket !== null && fingerprint !== null) || simulating;
	const wordFits = approval.word === null || isTyped(word, approval.word);
	const asleep: Asleep = simulating
		? "simulating"
		: command.busy || given === ticket
			? "busy"
			: !awake
				? "waking"
				: !wordFits
					? "word"
					: null;
	const approve = async () => {
		if (ticket === null || fingerprint === null) return;
		const outcome = await command.send(() =>
			bridge.call("approve", { ticket, fingerprint, word: approval.word === null ? null : word.trim() }),
		);
		if (outcome?.ok === true) setGiven(ticket);
	};

	return (
		<section
			aria-label={t("trusted.review.your-decision")}
			className="max-h-[60%] shrink-0 overflow-y-auto short:sticky short:bottom-0 gutter border-t border-line bg-surface pt-3 pb-3.5"
		>
			<SignerLine signer={review.signer} device={review.device} />
			{review.device !== null && <SightLine device={review.device} onShow={onShowDevice} />}
			<Fault words={command.fault} className="mt-2.5" />
			{able ? (
				<>
					{approval.word !== null && (
						<>
							<Gravest rows={review.findings} className="mt-2.5 short:hidden" />
							<Field
								label={wordLabel(approval.word, approval.wordOf)}
								value={word}
								onText={setWord}
								maxLength={80}
								mono
								className="mt-2.5"
							/>
						</>
					)}
					<div className="mt-3 flex gap-2.5">
						{review.canReject ? (
							<Button className="min-h-12" onClick={() => setRejecting(true)}>
								{t("trusted.review.reject")}
							</Button>
						) : (
							<Button className="min-h-12" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
								{t("trusted.review.not-now")}
							</Button>
						)}
						<HoldButton
							key={ticket ?? "asleep"}
							asleep={asleep}
							onHeld={() => void approve()}
							{...(review.device === null ? {} : { words: t("trusted.review.hold-approve-confirm-ledger") })}
						/>
					</div>
				</>
			) : (
				<Refusal review={review} onReject={() => setRejecting(true)} />
			)}
			{rejecting && <RejectDialog entryId={review.entryId} onClose={() => setRejecting(false)} />}
		</section>
	);
}
