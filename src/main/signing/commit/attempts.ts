import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { type Message, sentences } from "../../../core/message.ts";
import { notSigned } from "../../../core/unsigned.ts";
import { SignerError } from "../../wallet/signers/signer.ts";
import type { ConfirmationTracker } from "../chain/confirmation-tracker.ts";
import { LEFT_WAITING } from "../outcomes.ts";
import type { RowTransitions, Run, RunnerParts } from "../row-work.ts";
import { AGAIN, END, type Next } from "../runs.ts";
import type { RecheckResult, SignStep } from "../sign-step.ts";
import { createAttemptReport } from "./attempt-report.ts";
import { createAttemptSending } from "./attempt-sending.ts";
import { againstSigning, readAttemptStanding } from "./attempt-standing.ts";
import { createClaiming } from "./claim.ts";
import { createDecline, declinedStep } from "./declining.ts";
import { laneFor } from "./sending.ts";

/**
 * The way of a wallet attempt (docs/service-api/commits.md#browser_send-step-by-step): claimed, signed, sent once by
 * us, reported. What upstream can't tell apart after a crash, the journal can: a row without the step `signing` was
 * never signed.
 */

export interface Attempts {
	take(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
}

/** After a claim so young the service is not asked again before the signature, in ms. */
const FRESH_MS = 5_000;

export function createAttempts(
	parts: RunnerParts,
	moves: RowTransitions,
	signStep: SignStep,
	watch: ConfirmationTracker,
): Attempts {
	const { journal, commits, clock } = parts;
	const claiming = createClaiming(parts, moves, signStep);
	const decline = createDecline(parts, moves);
	const send = createAttemptSending(parts, moves);
	const report = createAttemptReport(parts, moves);

	/**
	 * Only the user's own "no" on their device is told as one; whatever is unclear is told to nobody
	 * (docs/service-api/commits.md#browser_send-step-by-step).
	 */
	function unsigned(row: JournalRow, text: Message, cause?: unknown): Next {
		const no = cause instanceof SignerError && cause.reason === "rejected" && !cause.mayHaveSigned;
		if (!no) return moves.refuse(row, sentences(text, LEFT_WAITING));
		moves.changed(journal.step(row.id, ["signing"], "declining", declinedStep("device")));
		return AGAIN;
	}

	async function sign(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const since = journal.steps(row.id).findLast((step) => step.step === "claimed")?.at ?? 0;
		const wasFresh = run.fresh;
		run.fresh = false;
		const ask = async (): Promise<RecheckResult> => {
			const isFresh = wasFresh && clock.now() - since < FRESH_MS;
			const [now, fault] = await Promise.all([
				isFresh ? null : readAttemptStanding(commits, row, frozen),
				laneFor(parts, row, frozen).fault(),
			]);
			const notice = now === null ? null : againstSigning(row, now);
			const text = notice === null ? fault : notSigned(notice);
			return text === null ? { stopped: false, frozen } : { stopped: true, text };
		};
		return await signStep.take(row, frozen, run, ask, { refuse: unsigned });
	}

	return {
		async take(row, frozen, run) {
			switch (row.state) {
				case "approved":
					return await claiming.first(row, frozen, run);
				case "claiming":
					return await claiming.again(row, frozen, run);
				case "claimed":
					return await sign(row, frozen, run);
				case "declining":
					return await decline(row);
				case "signed":
				case "sending":
					return await send(row, frozen, run);
				case "submitted":
				case "reporting":
					return await report(row, frozen, run);
				case "reported":
					return await watch.follow(row, frozen, run);
				case "held":
					return await watch.held(row, frozen, run);
				case "signing":
				case "handing_in":
				case "handed_in":
				case "settled":
				case "refused":
					return END;
			}
		},
	};
}
