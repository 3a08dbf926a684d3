import type { Frozen, FrozenCommit } from "../match/frozen.ts";
import { plain } from "../review/plain.ts";
import type { JournalRow, StepFacts } from "../storage/journal-types.ts";
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
} from "./endings.ts";
import { kinOf } from "./kin.ts";
import type { Lane } from "./lane.ts";
import { AGAIN, END, type Next, wait } from "./laps.ts";
import type { ChainStanding } from "./ports.ts";
import { FOLLOW_MS, type Lap, type Moves, type RunnerParts } from "./row-work.ts";
import { isExpired, standingNow, standingOf } from "./veto.ts";

/** How a signed transaction ends, as the chain shows it. */

const HELD_MS = 15_000;
/** An RPC can be behind itself for a while: a transaction is replaced only after so many looks in a row … */
const LOOKS = 3;
/** … over at least this long, in ms; and only where the service doesn't say otherwise. */
const GONE_MS = 60_000;

export interface Watch {
	/** Of a `reported` row. */
	follow(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next>;
	/** Of a row that is held: settled only when its nonce is used. */
	held(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next>;
	/** Of what no commit carries, `submitted` or `held`: only the chain decides. */
	own(row: JournalRow, frozen: Frozen, lane: Lane, lap: Lap): Promise<Next>;
}

/** `shown`: the service says that it is on its way, or done. */
type Gone = "not yet" | "replaced" | "shown";

export function createWatch(parts: RunnerParts, moves: Moves): Watch {
	const { journal, commits, clock } = parts;
	const { changed, stuck } = moves;

	/** Another look at which its time was over and the transaction in no block: were these enough to be sure? */
	function lookedEnough(lap: Lap): boolean {
		const now = clock.now();
		lap.gone = { looks: (lap.gone?.looks ?? 0) + 1, since: lap.gone?.since ?? now };
		return lap.gone.looks >= LOOKS && now - lap.gone.since >= GONE_MS;
	}

	async function look(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Gone> {
		if (!lookedEnough(lap)) return "not yet";
		const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
		const goesOn = standing.kind === "moving" || (standing.kind === "over" && standing.state === "confirmed");
		// Without a name it may well be ours.
		const ours = goesOn && sameId(standing.transactionId ?? row.transactionId, row.transactionId);
		return ours ? "shown" : "replaced";
	}

	/** Its time is over, yet the RPC shows it: in a block whose details it can't give, or it is behind. Never called gone. */
	function stillShown(row: JournalRow, lap: Lap): Next {
		lap.gone = null;
		if (row.state !== "held")
			stuck(
				row,
				`By your RPC ${lifeOf(row)}, yet it still shows it, without the details of a block. Countersign keeps watching, and does not call it gone.`,
			);
		return wait(row.state === "held" ? HELD_MS : FOLLOW_MS);
	}

	/** The transaction of ours that took this one's nonce, where it was one of ours; null where none did. */
	async function takenBy(row: JournalRow, lane: Lane): Promise<Taken | null> {
		for (const other of kinOf(journal, row)) {
			if (other.id === row.id || other.transactionId === null) continue;
			const known = await lane.lookup(other.transactionId);
			if (known.state === "mined") return { other, succeeded: known.succeeded };
		}
		return null;
	}

	/** The next look is the one that waits for its block to be deep. */
	function settle(row: JournalRow, facts: StepFacts): Next {
		changed(journal.step(row.id, [row.state], "settled", facts));
		return AGAIN;
	}

	async function follow(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next> {
		const lane = parts.lane(row, frozen);
		if (row.transactionId === null || lane === null) return await byService(row, frozen);
		// The nonce first: a block between the two questions then shows as mined, never as replaced.
		const spent = await lane.spent();
		const known = await lane.lookup(row.transactionId);
		if (known.state === "mined") {
			lap.gone = null;
			if (row.live) journal.release(row.id);
			const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
			if (standing.kind === "over") return settle(row, endedFacts(known, standing.state));
			if (standing.kind === "mismatched") return settle(row, mismatchedFacts(known));
			const told = journal.steps(row.id).findLast((step) => step.step === "reported")?.detail ?? null;
			const unreported = standing.kind === "asked" ? unreportedFacts(known, told) : null;
			if (unreported !== null) return settle(row, unreported);
			stuck(row, `Mined in block ${known.blockNumber}; waiting for the service to see it too.`);
			return wait(FOLLOW_MS);
		}
		if (spent) {
			const taken = await takenBy(row, lane);
			if (taken !== null) return settle(row, takenFacts(taken));
			if (known.state === "pending") return stillShown(row, lap);
			const gone = await look(row, frozen, lap);
			if (gone === "replaced") return settle(row, replacedFacts(row));
			stuck(
				row,
				gone === "shown"
					? `The service says that this transaction is on its way or done, yet by your RPC ${lifeOf(row)}, and it is in no block. The RPC may be behind; Countersign keeps watching.`
					: `By your RPC ${lifeOf(row)}, and this transaction is in no block. Countersign watches for a minute before it calls it gone.`,
			);
			return wait(gone === "shown" ? HELD_MS : FOLLOW_MS);
		}
		lap.gone = null;
		holdAgain(row);
		if (frozen.route === "browser_send" && known.state === "unknown" && (await isMismatched(row, frozen)))
			return wait(FOLLOW_MS);
		return await onItsWay(row, frozen, lane, known, lap);
	}

	/** The chain holds something else under this attempt, the service says: the bytes are not sent again. */
	async function isMismatched(row: JournalRow, frozen: FrozenCommit): Promise<boolean> {
		const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind !== "mismatched") return false;
		stuck(
			row,
			`The service says that the chain holds another transaction (${plain(standing.transactionId ?? "not named", 80)}) than the reviewed one. Your RPC does not know yours. Countersign sends nothing more; until ${lifeOf(row)}, yours could still be mined.`,
		);
		return true;
	}

	/** It was in a block already, which the chain took back: its nonce is held again, where nobody else has it. */
	function holdAgain(row: JournalRow): void {
		if (row.live || row.nonce === null || journal.holder(row.chainRef, row.signer, row.nonce) !== null)
			return;
		changed(journal.step(row.id, [row.state], row.state, { live: true, detail: "block taken back" }));
	}

	/** In no block yet, and it can still come into one. */
	async function onItsWay(
		row: JournalRow,
		frozen: Frozen,
		lane: Lane,
		known: ChainStanding,
		lap: Lap,
	): Promise<Next> {
		if (known.state === "pending") {
			lap.unknownSince = null;
			stuck(row, "Not final on the chain yet.");
			return wait(FOLLOW_MS);
		}
		const lost = "Your RPC does not know the transaction (any more).";
		if (row.broadcaster !== "wallet") {
			stuck(row, `${lost} It is for the ${row.broadcaster === "venue" ? "venue" : "service"} to send it.`);
			return wait(FOLLOW_MS);
		}
		if (isExpired(frozen, clock.now())) {
			stuck(
				row,
				`${lost} The offer has expired, so Countersign does not send it again. Until ${lifeOf(row)}, it could still be mined.`,
			);
			return wait(FOLLOW_MS);
		}
		stuck(row, `${lost} Countersign sends the same bytes again while it can still land.`);
		await sendAgain(row, lane, lap);
		return wait(FOLLOW_MS);
	}

	/** What fell out of the network's waiting room is sent again: the same bytes can only happen once. */
	async function sendAgain(row: JournalRow, lane: Lane, lap: Lap): Promise<void> {
		const now = clock.now();
		lap.unknownSince ??= now;
		if (now - lap.unknownSince < lane.resendMs) return;
		lap.unknownSince = now;
		if (row.signedBytes !== null && row.transactionId !== null)
			await lane.send(row.signedBytes, row.transactionId);
	}

	/** Only the service knows the transaction that comes of it (a user operation, another's fee payer). */
	async function byService(row: JournalRow, frozen: FrozenCommit): Promise<Next> {
		const standing = standingOf(await commits.read(row.intentId, row.sessionId), frozen);
		if (standing.kind === "over") return settle(row, serviceFacts(standing));
		stuck(row, "Handed to the service, which makes the transaction of it. Waiting for its word.");
		return wait(FOLLOW_MS);
	}

	async function held(row: JournalRow, frozen: FrozenCommit, lap: Lap): Promise<Next> {
		if (!row.live) return END;
		const lane = parts.lane(row, frozen);
		if (lane === null) return await byService(row, frozen);
		if (!(await lane.spent())) {
			lap.gone = null;
			return wait(HELD_MS);
		}
		const known: ChainStanding =
			row.transactionId === null ? { state: "unknown" } : await lane.lookup(row.transactionId);
		if (known.state !== "mined") {
			const taken = await takenBy(row, lane);
			if (taken !== null) return settle(row, takenFacts(taken));
			if (known.state === "pending") return stillShown(row, lap);
			const gone = await look(row, frozen, lap);
			if (gone !== "replaced") return wait(gone === "shown" ? HELD_MS : FOLLOW_MS);
		}
		return settle(row, known.state === "mined" ? minedAfterAllFacts(known) : replacedFacts(row));
	}

	/** Of `submitted` or `held`: the chain alone says how it ends. */
	async function own(row: JournalRow, frozen: Frozen, lane: Lane, lap: Lap): Promise<Next> {
		if (row.transactionId === null) throw new Error("a submitted row without a hash");
		const spent = await lane.spent();
		const known = await lane.lookup(row.transactionId);
		const held = row.state === "held";
		if (known.state === "mined") return settle(row, held ? minedAfterAllFacts(known) : settledFacts(known));
		if (!spent) {
			lap.gone = null;
			return held ? wait(HELD_MS) : await onItsWay(row, frozen, lane, known, lap);
		}
		const taken = await takenBy(row, lane);
		if (taken !== null) return settle(row, takenFacts(taken));
		if (known.state === "pending") return stillShown(row, lap);
		if (lookedEnough(lap)) return settle(row, replacedFacts(row));
		if (!held)
			stuck(
				row,
				`By your RPC ${lifeOf(row)}, and this transaction is in no block. Countersign watches for a minute before it calls it gone.`,
			);
		return wait(FOLLOW_MS);
	}

	return { follow, held, own };
}
