import type { FrozenReview } from "../match/frozen.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { endedFacts, minedAfterAllFacts, replacedFacts } from "./endings.ts";
import { END, type Next, wait } from "./laps.ts";
import type { ChainStanding } from "./ports.ts";
import { FOLLOW_MS, type Lap, type Moves, type RunnerParts } from "./row-work.ts";
import { standingOf } from "./veto.ts";

/** How a signed transaction ends, as the chain shows it. */

const HELD_MS = 15_000;
/** An RPC can be behind itself for a while: a transaction is replaced only after so many looks in a row … */
const LOOKS = 3;
/** … over at least this long, in ms; and only where the service doesn't say otherwise. */
const GONE_MS = 60_000;

export interface Watch {
	/** Of a `reported` row. */
	follow(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next>;
	/** Of a row that is held: settled only when its nonce is used. */
	held(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next>;
}

/** `shown`: the service says that it is on its way, or done. */
type Gone = "not yet" | "replaced" | "shown";

export function createWatch(parts: RunnerParts, moves: Moves): Watch {
	const { journal, commits, clock } = parts;
	const { changed, stuck } = moves;

	/** Another look at which the nonce was used and the transaction in no block: does that prove it replaced? */
	async function look(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Gone> {
		const now = clock.now();
		lap.gone = { looks: (lap.gone?.looks ?? 0) + 1, since: lap.gone?.since ?? now };
		if (lap.gone.looks < LOOKS || now - lap.gone.since < GONE_MS) return "not yet";
		const standing = standingOf(await commits.read(row.commitId, row.sessionId), frozen);
		const goesOn = standing.kind === "moving" || (standing.kind === "over" && standing.state === "confirmed");
		// Without a name it may well be ours.
		const ours = goesOn && (standing.transactionId ?? row.transactionId)?.toLowerCase() === row.transactionId;
		return ours ? "shown" : "replaced";
	}

	async function follow(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next> {
		if (row.transactionId === null) throw new Error("a submitted row without a hash");
		const chain = parts.chain(row.chainRef);
		// The nonce first: a block between the two questions then shows as mined, never as replaced.
		const nonces = await chain.nonces(row.signer);
		const known = await chain.lookup(row.transactionId);
		if (known.state === "mined") {
			lap.gone = null;
			if (row.live) journal.release(row.id);
			const standing = standingOf(await commits.read(row.commitId, row.sessionId), frozen);
			if (standing.kind === "over") {
				changed(journal.step(row.id, ["reported"], "settled", endedFacts(known, standing.state)));
				return END;
			}
			stuck(row, `Mined in block ${known.blockNumber}; waiting for the service to see it too.`);
			return wait(FOLLOW_MS);
		}
		if (nonces.latest > row.nonce) {
			const gone = await look(row, frozen, lap);
			if (gone === "replaced") {
				changed(journal.step(row.id, ["reported"], "settled", replacedFacts(row)));
				return END;
			}
			stuck(
				row,
				gone === "shown"
					? `The service says that this transaction is on its way or done, yet your RPC shows nonce ${row.nonce} as used and has it in no block. The RPC may be behind; Countersign keeps watching.`
					: `Nonce ${row.nonce} is used, and your RPC has this transaction in no block. Countersign watches for a minute before it calls it replaced.`,
			);
			return wait(gone === "shown" ? HELD_MS : FOLLOW_MS);
		}
		lap.gone = null;
		stuck(
			row,
			known.state === "pending"
				? "In the network's waiting room; not in a block yet."
				: "Your RPC does not know the transaction yet.",
		);
		return wait(FOLLOW_MS);
	}

	async function held(row: JournalRow, frozen: FrozenReview, lap: Lap): Promise<Next> {
		if (!row.live) return END;
		const chain = parts.chain(row.chainRef);
		const nonces = await chain.nonces(row.signer);
		if (nonces.latest <= row.nonce) {
			lap.gone = null;
			return wait(HELD_MS);
		}
		const known: ChainStanding =
			row.transactionId === null ? { state: "unknown" } : await chain.lookup(row.transactionId);
		if (known.state !== "mined") {
			const gone = await look(row, frozen, lap);
			if (gone !== "replaced") return wait(gone === "shown" ? HELD_MS : FOLLOW_MS);
		}
		const facts = known.state === "mined" ? minedAfterAllFacts(known) : replacedFacts(row);
		changed(journal.step(row.id, ["held"], "settled", facts));
		return END;
	}

	return { follow, held };
}
