import { plain } from "../../../core/format/plain.ts";
import { detailOf } from "../../../core/journal/details.ts";
import type { StepFacts } from "../../../core/journal/step-facts.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import type { Frozen, FrozenCommit } from "../../../core/match/frozen.ts";
import { message, sentences } from "../../../core/message.ts";
import { isSentByUs, sameNonceRows } from "../../storage/same-nonce.ts";
import {
	endedFacts,
	lifeOf,
	minedAfterAllFacts,
	mismatchedFacts,
	replacedFacts,
	sameId,
	serviceFacts,
	settledFacts,
	type Taken,
	takenFacts,
	unreportedFacts,
} from "../outcomes.ts";
import type { ChainStanding } from "../ports.ts";
import { commitStandingOf, isExpired, standingNow } from "../recheck.ts";
import { FOLLOW_MS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { AGAIN, END, type Next, wait } from "../runs.ts";
import type { NonceLane } from "./nonce-lane.ts";

/** How a signed transaction ends, as the chain shows it. */

const HELD_MS = 15_000;
/** An RPC can be behind itself for a while: a transaction is replaced only after so many looks in a row … */
const LOOKS = 3;
/** … over at least this long, in ms; and only where the service doesn't say otherwise. */
const GONE_MS = 60_000;

export interface ConfirmationTracker {
	/** Of a `reported` row. */
	follow(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
	/** Of a row that is held: settled only when its nonce is used. */
	held(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next>;
	/** Of what no commit carries, `submitted` or `held`: only the chain decides. */
	own(row: JournalRow, frozen: Frozen, lane: NonceLane, run: Run): Promise<Next>;
}

/** `shown`: the service says that it is on its way, or done. */
type Gone = "not yet" | "replaced" | "shown";

export function createConfirmationTracker(parts: RunnerParts, moves: RowTransitions): ConfirmationTracker {
	const { journal, commits, clock } = parts;
	const { changed, stuck } = moves;

	/** Another look at which its time was over and the transaction in no block: were these enough to be sure? */
	function lookedEnough(run: Run): boolean {
		const now = clock.now();
		run.gone = { looks: (run.gone?.looks ?? 0) + 1, since: run.gone?.since ?? now };
		return run.gone.looks >= LOOKS && now - run.gone.since >= GONE_MS;
	}

	async function look(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Gone> {
		if (!lookedEnough(run)) return "not yet";
		const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
		const goesOn = standing.kind === "moving" || (standing.kind === "over" && standing.state === "confirmed");
		// Without a name it may well be ours.
		const ours = goesOn && sameId(standing.transactionId ?? row.transactionId, row.transactionId);
		return ours ? "shown" : "replaced";
	}

	/** Its time is over, yet the RPC shows it: in a block whose details it can't give, or it is behind. Never called gone. */
	function stillShown(row: JournalRow, run: Run): Next {
		run.gone = null;
		if (row.state !== "held") stuck(row, message("signing.spent.still-shown", { life: lifeOf(row) }));
		return wait(row.state === "held" ? HELD_MS : FOLLOW_MS);
	}

	/** The transaction of ours that took this one's nonce, where it was one of ours; null where none did. */
	async function takenBy(row: JournalRow, lane: NonceLane): Promise<Taken | null> {
		for (const other of sameNonceRows(journal, row)) {
			if (other.id === row.id || other.transactionId === null) continue;
			const known = await lane.lookup(other.transactionId);
			if (known.state === "mined") return { other, id: other.transactionId, succeeded: known.succeeded };
		}
		return null;
	}

	/** The next look is the one that waits for its block to be deep. */
	function settle(row: JournalRow, facts: StepFacts): Next {
		changed(journal.step(row.id, [row.state], "settled", facts));
		return AGAIN;
	}

	async function follow(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		const lane = parts.lane(row, frozen);
		if (row.transactionId === null || lane === null) return await byService(row, frozen);
		// The nonce first: a block between the two questions then shows as mined, never as replaced.
		const spent = await lane.spent();
		const known = await lane.lookup(row.transactionId);
		if (known.state === "mined") {
			run.gone = null;
			if (row.live) journal.release(row.id);
			const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
			if (standing.kind === "over") return settle(row, endedFacts(known, standing.state));
			if (standing.kind === "mismatched") return settle(row, mismatchedFacts(known));
			const reported = detailOf(journal.steps(row.id), "reported");
			const asks = standing.kind === "asked" || standing.kind === "broadcast";
			const unreported = asks ? unreportedFacts(known, reported) : null;
			if (unreported !== null) return settle(row, unreported);
			stuck(row, message("signing.mined-waiting", { block: String(known.blockNumber) }));
			return wait(FOLLOW_MS);
		}
		if (spent) {
			const taken = await takenBy(row, lane);
			if (taken !== null) return settle(row, takenFacts(taken));
			if (known.state === "pending") return stillShown(row, run);
			const gone = await look(row, frozen, run);
			if (gone === "replaced") return settle(row, replacedFacts(row));
			stuck(
				row,
				message(gone === "shown" ? "signing.spent.service-goes-on" : "signing.spent.in-no-block", {
					life: lifeOf(row),
				}),
			);
			return wait(gone === "shown" ? HELD_MS : FOLLOW_MS);
		}
		run.gone = null;
		holdAgain(row);
		if (frozen.route === "browser_send" && known.state === "unknown" && (await isMismatched(row, frozen)))
			return wait(FOLLOW_MS);
		return await onItsWay(row, frozen, lane, known, run);
	}

	/** The chain holds something else under this attempt, the service says: the bytes are not sent again. */
	async function isMismatched(row: JournalRow, frozen: FrozenCommit): Promise<boolean> {
		const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind !== "mismatched") return false;
		const { transactionId } = standing;
		const life = lifeOf(row);
		stuck(
			row,
			transactionId === null
				? message("signing.mismatched.not-named", { life })
				: message("signing.mismatched.named", { id: plain(transactionId, 80), life }),
		);
		return true;
	}

	/** It was in a block already, which the chain took back: its nonce is held again, where nobody else has it. */
	function holdAgain(row: JournalRow): void {
		if (row.live || row.nonce === null || journal.holder(row.chainRef, row.signer, row.nonce) !== null)
			return;
		changed(
			journal.step(row.id, [row.state], row.state, {
				live: true,
				detail: { kind: "block_taken_back", whose: "own" },
			}),
		);
	}

	/** In no block yet, and it can still come into one. */
	async function onItsWay(
		row: JournalRow,
		frozen: Frozen,
		lane: NonceLane,
		known: ChainStanding,
		run: Run,
	): Promise<Next> {
		if (known.state === "pending") {
			run.unknownSince = null;
			stuck(row, message("signing.not-final"));
			return wait(FOLLOW_MS);
		}
		const lost = message("signing.unknown-to-rpc");
		if (!isSentByUs(row, journal.steps(row.id))) {
			stuck(row, sentences(lost, message("signing.unknown-to-rpc.of-others", { who: row.broadcaster })));
			return wait(FOLLOW_MS);
		}
		if (isExpired(frozen, clock.now())) {
			stuck(row, sentences(lost, message("signing.unknown-to-rpc.expired", { life: lifeOf(row) })));
			return wait(FOLLOW_MS);
		}
		stuck(row, sentences(lost, message("signing.unknown-to-rpc.sent-again")));
		await sendAgain(row, lane, run);
		return wait(FOLLOW_MS);
	}

	/** What fell out of the network's waiting room is sent again: the same bytes can only happen once. */
	async function sendAgain(row: JournalRow, lane: NonceLane, run: Run): Promise<void> {
		const now = clock.now();
		run.unknownSince ??= now;
		if (now - run.unknownSince < lane.resendMs) return;
		run.unknownSince = now;
		if (row.signature?.kind === "one" && row.transactionId !== null)
			await lane.send(row.signature.bytes, row.transactionId);
	}

	/** Only the service knows the transaction that comes of it (a user operation, another's fee payer). */
	async function byService(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		const standing = commitStandingOf(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind === "over") return settle(row, serviceFacts(standing));
		stuck(row, message("signing.service.makes-it"));
		return wait(FOLLOW_MS);
	}

	async function held(row: JournalRow, frozen: FrozenCommit, run: Run): Promise<Next> {
		if (!row.live) return END;
		const lane = parts.lane(row, frozen);
		if (lane === null) return await byService(row, frozen);
		if (!(await lane.spent())) {
			run.gone = null;
			return wait(HELD_MS);
		}
		const known: ChainStanding =
			row.transactionId === null ? { state: "unknown" } : await lane.lookup(row.transactionId);
		if (known.state !== "mined") {
			const taken = await takenBy(row, lane);
			if (taken !== null) return settle(row, takenFacts(taken));
			if (known.state === "pending") return stillShown(row, run);
			const gone = await look(row, frozen, run);
			if (gone !== "replaced") return wait(gone === "shown" ? HELD_MS : FOLLOW_MS);
		}
		return settle(row, known.state === "mined" ? minedAfterAllFacts(known) : replacedFacts(row));
	}

	/** Of `submitted` or `held`: the chain alone says how it ends. */
	async function own(row: JournalRow, frozen: Frozen, lane: NonceLane, run: Run): Promise<Next> {
		if (row.transactionId === null) throw new Error("a submitted row without a hash");
		const spent = await lane.spent();
		const known = await lane.lookup(row.transactionId);
		const held = row.state === "held";
		if (known.state === "mined") return settle(row, held ? minedAfterAllFacts(known) : settledFacts(known));
		if (!spent) {
			run.gone = null;
			return held ? wait(HELD_MS) : await onItsWay(row, frozen, lane, known, run);
		}
		const taken = await takenBy(row, lane);
		if (taken !== null) return settle(row, takenFacts(taken));
		if (known.state === "pending") return stillShown(row, run);
		if (lookedEnough(run)) return settle(row, replacedFacts(row));
		if (!held) stuck(row, message("signing.spent.in-no-block", { life: lifeOf(row) }));
		return wait(FOLLOW_MS);
	}

	return { follow, held, own };
}
