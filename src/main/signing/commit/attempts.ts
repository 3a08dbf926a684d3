import { detailOf, type StepDetail } from "../../../core/journal/details.ts";
import type { StepFacts } from "../../../core/journal/step-facts.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import type { FrozenCommit } from "../../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import { notSigned } from "../../../core/unsigned.ts";
import { SignerError } from "../../wallet/signers/signer.ts";
import type { ConfirmationTracker } from "../chain/confirmation-tracker.ts";
import type { NonceLane } from "../chain/nonce-lane.ts";
import { LEFT_WAITING, lifeOf, refusedReport, sameId, spentUnknown } from "../outcomes.ts";
import { CommitFault } from "../ports.ts";
import { type AttemptStanding, attemptStandingOf, isExpired } from "../recheck.ts";
import { FOLLOW_MS, MAX_REFUSALS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { AGAIN, END, type Next, wait } from "../runs.ts";
import type { RecheckResult, SignStep } from "../sign-step.ts";
import { signedBytesOf } from "../signatures.ts";
import { createClaiming } from "./claim.ts";

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

type Declined = Extract<StepDetail, { kind: "declined" }>;

const NO_WORDS: Readonly<Record<Declined["how"], Message>> = {
	taken_back: message("signing.declined.taken-back"),
	device: message("signing.declined.device"),
};

/** The user takes a claimed attempt back before their signer is asked: it is told as their "no". */
export function takenBackStep(): StepFacts {
	return declinedStep("taken_back");
}

function declinedStep(how: Declined["how"]): StepFacts {
	return {
		live: false,
		text: sentences(NO_WORDS[how], message("signing.declined.telling")),
		detail: { kind: "declined", how },
	};
}

function attemptOf(row: JournalRow): string {
	if (row.attemptId === null) throw new Error("a claimed row without its attempt");
	return row.attemptId;
}

function idOf(row: JournalRow): string {
	if (row.transactionId === null) throw new Error("a signed row without a hash");
	return row.transactionId;
}

/** Why what was signed must not be sent (any more); null where it may. */
function againstSending(row: JournalRow, standing: AttemptStanding): Message | null {
	switch (standing.kind) {
		case "asked":
			return standing.attemptId === row.attemptId ? null : message("signing.another-wallet");
		case "mismatched":
			return message("signing.mismatched");
		case "moving":
			if (sameId(standing.transactionId, row.transactionId)) return null;
			return standing.transactionId === null
				? message("signing.follows-other.none")
				: message("signing.follows-other", { id: standing.transactionId });
		case "over":
			return message("signing.ended", { state: standing.state });
		case "stopped":
			return standing.text;
	}
}

export function createAttempts(
	parts: RunnerParts,
	moves: RowTransitions,
	signStep: SignStep,
	watch: ConfirmationTracker,
): Attempts {
	const { journal, commits, clock } = parts;
	const { changed, refuse, hold } = moves;
	const claiming = createClaiming(parts, moves, signStep);

	async function standing(row: JournalRow, frozen: FrozenCommit): Promise<AttemptStanding> {
		return attemptStandingOf(await commits.read(row.intentId, row.sessionId), frozen);
	}

	function laneFor(row: JournalRow, frozen: FrozenCommit): NonceLane {
		const lane = parts.lane(row, frozen);
		if (lane === null) throw new Error("a transaction without a chain");
		return lane;
	}

	/**
	 * Only the user's own "no" on their device is told as one; whatever is unclear is told to nobody
	 * (docs/service-api/commits.md#browser_send-step-by-step).
	 */
	function unsigned(row: JournalRow, text: Message, cause?: unknown): Next {
		const no = cause instanceof SignerError && cause.reason === "rejected" && !cause.mayHaveSigned;
		if (!no) return refuse(row, sentences(text, LEFT_WAITING));
		changed(journal.step(row.id, ["signing"], "declining", declinedStep("device")));
		return AGAIN;
	}

	async function sign(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const since = journal.steps(row.id).findLast((step) => step.step === "claimed")?.at ?? 0;
		const wasFresh = run.fresh;
		run.fresh = false;
		const ask = async (): Promise<RecheckResult> => {
			const isFresh = wasFresh && clock.now() - since < FRESH_MS;
			const [now, fault] = await Promise.all([
				isFresh ? null : standing(row, frozen),
				laneFor(row, frozen).fault(),
			]);
			const obstacles = now === null ? null : againstSigning(row, now);
			const text = obstacles === null ? fault : notSigned(obstacles);
			return text === null ? { stopped: false, frozen } : { stopped: true, text };
		};
		return await signStep.take(row, frozen, run, ask, { refuse: unsigned });
	}

	/** What is on its way already was not sent by us: nothing of ours is signed yet. */
	function againstSigning(row: JournalRow, now: AttemptStanding): Message | null {
		return now.kind === "moving" ? message("signing.moving") : againstSending(row, now);
	}

	/** The same "no" in every try. */
	async function decline(row: JournalRow): Promise<Next> {
		const detail = detailOf(journal.steps(row.id), "declining");
		const no = detail?.kind === "declined" ? NO_WORDS[detail.how] : message("signing.declined");
		let outcomeText = message("signing.declined.told");
		try {
			await commits.reportAttempt(row.intentId, row.sessionId, attemptOf(row), { kind: "rejected" });
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			outcomeText =
				cause.serviceText === null
					? message("signing.declined.not-taken")
					: message("signing.declined.not-taken.said", { said: cause.serviceText });
		}
		const facts = { outcome: "declined", live: false, text: sentences(no, outcomeText) } as const;
		changed(journal.step(row.id, ["declining"], "refused", facts));
		return END;
	}

	/** Of `signed` or `sending`: the chain is looked at first, and only ever the same bytes are sent. */
	async function send(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const bytes = signedBytesOf(row);
		const lane = laneFor(row, frozen);
		const spent = await lane.spent();
		const known = await lane.lookup(idOf(row));
		if (known.state === "unknown") {
			if (spent) return hold(row, spentUnknown(row));
			const late = await tooLate(row, frozen, run);
			if (late !== null) return hold(row, late);
			if (row.state === "signed") changed(journal.step(row.id, ["signed"], "sending"));
			run.fresh = false;
			const hash = await lane.send(bytes, idOf(row));
			if (!sameId(hash, row.transactionId))
				return hold(journal.row(row.id) ?? row, message("signing.rpc.other-hash", { hash }));
		}
		const facts: StepFacts =
			known.state === "unknown" ? {} : { detail: { kind: "sent_by", whom: "unknown" } };
		changed(journal.step(row.id, ["signed", "sending"], "submitted", facts));
		return AGAIN;
	}

	async function tooLate(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Message | null> {
		const again = row.state === "sending";
		const kept = again
			? message("signing.unknown-to-rpc.not-sent")
			: message("signing.kept-back.transaction");
		const isFresh = run.fresh && !again;
		const stopped = isFresh ? null : againstSending(row, await standing(row, frozen));
		if (stopped !== null)
			return sentences(stopped, kept, message("signing.still-could-be-sent", { life: lifeOf(row) }));
		return isExpired(frozen, clock.now()) ? sentences(message("signing.expired.before-sent"), kept) : null;
	}

	/** Of `submitted` or `reporting`: the hash is on disk, and every try tells the same. */
	async function report(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		if (row.state === "submitted") changed(journal.step(row.id, ["submitted"], "reporting"));
		else if (isKnown(row, await standing(row, frozen))) {
			changed(
				journal.step(row.id, ["reporting"], "reported", { detail: { kind: "unreported", why: "known" } }),
			);
			return AGAIN;
		}
		try {
			const body = { kind: "transaction" as const, transaction_id: idOf(row) };
			await commits.reportAttempt(row.intentId, row.sessionId, attemptOf(row), body);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			if (cause.conflict && run.refusals < MAX_REFUSALS) {
				run.refusals += 1;
				const now = await standing(row, frozen);
				if (now.kind === "asked" && now.attemptId === row.attemptId) return wait(FOLLOW_MS);
			}
			const text = refusedReport(cause);
			const detail = { kind: "refused", told: text } as const;
			changed(journal.step(row.id, ["reporting"], "reported", { text, detail }));
			return AGAIN;
		}
		changed(journal.step(row.id, ["reporting"], "reported"));
		return AGAIN;
	}

	/** The service has this report, or can have no use for it any more. */
	function isKnown(row: JournalRow, now: AttemptStanding): boolean {
		if (now.kind === "over" || now.kind === "mismatched") return true;
		return now.kind === "moving" && sameId(now.transactionId, row.transactionId);
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
