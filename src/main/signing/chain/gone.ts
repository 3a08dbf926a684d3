import type { JournalRow } from "../../../core/journal/types.ts";
import type { Frozen, FrozenCommit } from "../../../core/match/frozen.ts";
import { message } from "../../../core/message.ts";
import { sameNonceRows } from "../../storage/same-nonce.ts";
import { lifeOf, replacedFacts, sameId, type Taken, takenFacts } from "../outcomes.ts";
import type { ChainStatus } from "../ports.ts";
import { standingNow } from "../recheck.ts";
import { FOLLOW_MS, HELD_MS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { type Next, wait } from "../runs.ts";
import type { Sequencing } from "./nonce-lane.ts";

/** An RPC can be behind itself for a while: a transaction is replaced only after so many looks in a row … */
const LOOKS = 3;
/** … over at least this long, in ms; and only where the service doesn't say otherwise. */
const GONE_MS = 60_000;

/** `shown`: the service says that it is on its way, or done. */
type Gone = "not yet" | "replaced" | "shown";

/** Another look at which its time was over and the transaction in no block: were these enough to be sure? */
function lookedEnough(run: Run, now: number): boolean {
	run.gone = { looks: (run.gone?.looks ?? 0) + 1, since: run.gone?.since ?? now };
	return run.gone.looks >= LOOKS && now - run.gone.since >= GONE_MS;
}

/**
 * Of a row whose time is over (its nonce is used, or its blockhash died) and that is in no block: another of ours took
 * its nonce, its RPC still shows it, or it is gone.
 */
export type WhenSpent = (
	row: JournalRow,
	frozen: Frozen,
	lane: Sequencing,
	known: ChainStatus,
	run: Run,
) => Promise<Next>;

export function createWhenSpent(parts: RunnerParts, { settle, stuck }: RowTransitions): WhenSpent {
	const { journal, commits, clock } = parts;

	/** The transaction of ours that took this one's nonce, where it was one of ours; null where none did. */
	async function takenBy(row: JournalRow, lane: Sequencing): Promise<Taken | null> {
		for (const other of sameNonceRows(journal, row)) {
			if (other.id === row.id || other.transactionId === null) continue;
			const known = await lane.lookup(other.transactionId);
			if (known.state === "mined") return { other, id: other.transactionId, succeeded: known.succeeded };
		}
		return null;
	}

	/** Yet the RPC shows it: in a block whose details it can't give, or it is behind. Never called gone. */
	function stillShown(row: JournalRow, run: Run): Next {
		run.gone = null;
		if (row.state !== "held") stuck(row, message("signing.spent.still-shown", { life: lifeOf(row) }));
		return wait(row.state === "held" ? HELD_MS : FOLLOW_MS);
	}

	/** Of a commit the service has a say. */
	async function serviceShows(row: JournalRow, frozen: FrozenCommit): Promise<boolean> {
		const standing = standingNow(await commits.read(row.intentId, row.sessionId), frozen);
		const goesOn = standing.kind === "moving" || (standing.kind === "over" && standing.state === "confirmed");
		// Without a name it may well be ours.
		return goesOn && sameId(standing.transactionId ?? row.transactionId, row.transactionId);
	}

	async function look(row: JournalRow, frozen: Frozen, run: Run): Promise<Gone> {
		if (!lookedEnough(run, clock.now())) return "not yet";
		return frozen.kind === "commit" && (await serviceShows(row, frozen)) ? "shown" : "replaced";
	}

	return async (row, frozen, lane, known, run) => {
		const taken = await takenBy(row, lane);
		if (taken !== null) return settle(row, takenFacts(taken));
		if (known.state === "pending") return stillShown(row, run);
		const gone = await look(row, frozen, run);
		if (gone === "replaced") return settle(row, replacedFacts(row));
		// Why it is held matters more.
		if (row.state !== "held")
			stuck(
				row,
				message(gone === "shown" ? "signing.spent.service-goes-on" : "signing.spent.in-no-block", {
					life: lifeOf(row),
				}),
			);
		return wait(gone === "shown" ? HELD_MS : FOLLOW_MS);
	};
}
