import type { FrozenCommit } from "../match/frozen.ts";
import { SignerError } from "../signers/signer.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { createClaiming } from "./claim.ts";
import { LEFT_WAITING, lifeOf, refusedReport, sameId } from "./endings.ts";
import type { Lane } from "./lane.ts";
import { AGAIN, END, type Next } from "./laps.ts";
import { CommitFault } from "./ports.ts";
import type { Lap, Moves, RunnerParts } from "./row-work.ts";
import type { Objection, SignStep } from "./sign-step.ts";
import { type AttemptStanding, attemptStandingOf, isExpired } from "./veto.ts";
import type { Watch } from "./watch.ts";

/**
 * The way of a wallet attempt (learnt.md 7.5): claimed, signed, sent once by us, reported. What upstream can't tell
 * apart after a crash, the journal can: a row without the step `signing` was never signed.
 */

export interface Attempts {
	take(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next>;
}

/** After a claim so young the service is not asked again before the signature, in ms. */
const FRESH_MS = 5_000;

/** Which "no" a step `declining` is of: its detail in the journal. */
const DECLINED = { device: "rejected on the device", takenBack: "taken back" } as const;

const NO_WORDS: Readonly<Record<string, string>> = {
	[DECLINED.takenBack]: "You took your approval back before anything was signed.",
	[DECLINED.device]: "You rejected this on your device. Nothing was signed.",
};

/** The person takes a claimed attempt back before their signer is asked: it is told as their "no". */
export function takenBackStep(): { readonly live: false; readonly words: string; readonly detail: string } {
	return declinedStep(DECLINED.takenBack);
}

function declinedStep(detail: string) {
	return { live: false, words: `${NO_WORDS[detail] ?? ""} The service is being told.`, detail } as const;
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
function againstSending(row: JournalRow, standing: AttemptStanding): string | null {
	switch (standing.kind) {
		case "asked":
			return standing.attemptId === row.attemptId ? null : "Another wallet has begun to send this.";
		case "mismatched":
			return "The service says that the chain holds another transaction than the reviewed one.";
		case "moving":
			return sameId(standing.transactionId, row.transactionId)
				? null
				: `The service follows another transaction (${standing.transactionId ?? "none"}).`;
		case "over":
			return `The service ended this commit (${standing.state}).`;
		case "stopped":
			return standing.words;
	}
}

export function createAttempts(parts: RunnerParts, moves: Moves, signStep: SignStep, watch: Watch): Attempts {
	const { journal, commits, clock } = parts;
	const { changed, refuse, hold } = moves;
	const claiming = createClaiming(parts, moves, signStep);

	async function standing(row: JournalRow, frozen: FrozenCommit): Promise<AttemptStanding> {
		return attemptStandingOf(await commits.read(row.intentId, row.sessionId), frozen);
	}

	function laneFor(row: JournalRow, frozen: FrozenCommit): Lane {
		const lane = parts.lane(row, frozen);
		if (lane === null) throw new Error("a transaction without a chain");
		return lane;
	}

	/** Only the person's own "no" on their device is told as one; whatever is unclear is told to nobody (learnt.md 7.5). */
	function unsigned(row: JournalRow, words: string, cause?: unknown): Next {
		const no = cause instanceof SignerError && cause.reason === "rejected" && !cause.mayHaveSigned;
		if (!no) return refuse(row, `${words} ${LEFT_WAITING}`);
		changed(journal.step(row.id, ["signing"], "declining", declinedStep(DECLINED.device)));
		return AGAIN;
	}

	async function sign(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next> {
		const since = journal.steps(row.id).findLast((step) => step.step === "claimed")?.at ?? 0;
		const wasFresh = lap.fresh;
		lap.fresh = false;
		const ask = async (): Promise<Objection> => {
			const isFresh = wasFresh && clock.now() - since < FRESH_MS;
			const [now, fault] = await Promise.all([
				isFresh ? null : standing(row, frozen),
				laneFor(row, frozen).fault(),
			]);
			const against = now === null ? null : againstSigning(row, now);
			const words = against === null ? fault : `${against} Nothing was signed.`;
			return words === null ? { stopped: false, frozen } : { stopped: true, words };
		};
		return await signStep.take(row, frozen, lap, ask, { refuse: unsigned });
	}

	/** What is on its way already was not sent by us: nothing of ours is signed yet. */
	function againstSigning(row: JournalRow, now: AttemptStanding): string | null {
		return now.kind === "moving" ? "The service says that this was sent already." : againstSending(row, now);
	}

	/** The same "no" in every try. */
	async function decline(row: JournalRow): Promise<Next> {
		const detail = journal.steps(row.id).findLast((step) => step.step === "declining")?.detail ?? "";
		const no = NO_WORDS[detail] ?? "You said no to this. Nothing was signed.";
		let told = "The service was told.";
		try {
			await commits.reportAttempt(row.intentId, row.sessionId, attemptOf(row), { kind: "rejected" });
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			told = `The service did not take that: ${cause.message}`;
		}
		const facts = { outcome: "declined", live: false, words: `${no} ${told}` } as const;
		changed(journal.step(row.id, ["declining"], "refused", facts));
		return END;
	}

	/** Of `signed` or `sending`: the chain is looked at first, and only ever the same bytes are sent. */
	async function send(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next> {
		if (row.signedBytes === null) throw new Error("a signed row without bytes");
		const lane = laneFor(row, frozen);
		const spent = await lane.spent();
		const known = await lane.lookup(idOf(row));
		if (known.state === "unknown") {
			if (spent) return hold(row, `By your RPC ${lifeOf(row)}, and it does not know the signed transaction.`);
			const late = await tooLate(row, frozen, lap);
			if (late !== null) return hold(row, late);
			if (row.state === "signed") changed(journal.step(row.id, ["signed"], "sending"));
			lap.fresh = false;
			const hash = await lane.send(row.signedBytes, idOf(row));
			if (!sameId(hash, row.transactionId))
				return hold(
					journal.row(row.id) ?? row,
					`The RPC answered another hash (${hash}) than the signed one.`,
				);
		}
		const detail = known.state === "unknown" ? {} : { detail: "found on the chain" };
		changed(journal.step(row.id, ["signed", "sending"], "submitted", detail));
		return AGAIN;
	}

	async function tooLate(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<string | null> {
		const again = row.state === "sending";
		const kept = again
			? "Your RPC does not know the signed transaction, and Countersign sends it no more."
			: "Countersign keeps the signed transaction back; your funds have not moved.";
		const isFresh = lap.fresh && !again;
		const stopped = isFresh ? null : againstSending(row, await standing(row, frozen));
		if (stopped !== null) return `${stopped} ${kept} Until ${lifeOf(row)}, it could still be sent.`;
		return isExpired(frozen, clock.now()) ? `The offer expired before it could be sent. ${kept}` : null;
	}

	/** Of `submitted` or `reporting`: the hash is on disk, and every try tells the same. */
	async function report(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		if (row.state === "submitted") changed(journal.step(row.id, ["submitted"], "reporting"));
		else if (isKnown(row, await standing(row, frozen))) {
			changed(journal.step(row.id, ["reporting"], "reported", { detail: "already known" }));
			return AGAIN;
		}
		try {
			const body = { kind: "transaction" as const, transaction_id: idOf(row) };
			await commits.reportAttempt(row.intentId, row.sessionId, attemptOf(row), body);
		} catch (cause) {
			if (!(cause instanceof CommitFault) || cause.again) throw cause;
			const words = refusedReport(cause.message);
			changed(journal.step(row.id, ["reporting"], "reported", { words, detail: words }));
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
		async take(row, frozen, lap) {
			switch (row.state) {
				case "approved":
					return await claiming.first(row, frozen, lap);
				case "claiming":
					return await claiming.again(row, frozen, lap);
				case "claimed":
					return await sign(row, frozen, lap);
				case "declining":
					return await decline(row);
				case "signed":
				case "sending":
					return await send(row, frozen, lap);
				case "submitted":
				case "reporting":
					return await report(row, frozen);
				case "reported":
					return await watch.follow(row, frozen, lap);
				case "held":
					return await watch.held(row, frozen, lap);
				default:
					return END;
			}
		},
	};
}
