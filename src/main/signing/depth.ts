import { z } from "zod";
import type { Frozen } from "../match/frozen.ts";
import { ENDED, type JournalOutcome, type JournalRow, type JournalState } from "../storage/journal-types.ts";
import { sameId } from "./endings.ts";
import { kinOf } from "./kin.ts";
import { END, type Next, wait } from "./laps.ts";
import { FOLLOW_MS, type Lap, type Moves, type RunnerParts } from "./row-work.ts";

/** A settled transaction stays under watch until its block is deep: until then the chain may take it back. */

/** So long after it settled nothing is taken back any more, in ms. */
export const DEEP_MS = 30 * 60_000;
const LOOK_MS = 15_000;
/** One RPC behind another shows nothing for a moment: only so many looks in a row count. */
const LOOKS = 2;

export interface DepthWatch {
	/** Of a `settled` row. */
	take(row: JournalRow, frozen: Frozen, lap: Lap): Promise<Next>;
}

const blockOf = z.looseObject({ blockNumber: z.string().regex(/^[0-9]+$/), blockHash: z.string() });

/** The block that holds it, as its receipt says; null where none was kept. */
function heldBy(row: JournalRow): { readonly number: bigint; readonly hash: string } | null {
	if (row.receipt === null) return null;
	try {
		const read = blockOf.safeParse(JSON.parse(row.receipt));
		return read.success ? { number: BigInt(read.data.blockNumber), hash: read.data.blockHash } : null;
	} catch {
		return null;
	}
}

const IN_BLOCK: ReadonlySet<JournalOutcome | null> = new Set(["confirmed", "failed"]);

const BACK =
	"The chain took back the block that held it, as chains now and then do. Countersign follows it again; nothing was signed anew.";

/** @param kick wakes a row whose next step may now be due. */
export function createDepthWatch(
	parts: RunnerParts,
	moves: Moves,
	kick: (rowId: string) => void,
): DepthWatch {
	const { journal, clock } = parts;
	const { changed } = moves;

	function settledAt(row: JournalRow): number {
		return journal.steps(row.id).findLast((step) => step.step === "settled")?.at ?? 0;
	}

	/** Where a row is followed from: what was held is never sent by us, not even now. */
	function stateBefore(row: JournalRow): JournalState {
		const steps = journal.steps(row.id);
		const settled = steps.findLastIndex((step) => step.step === "settled");
		if (steps[settled - 1]?.step === "held") return "held";
		return row.kind === "commit" ? "reported" : "submitted";
	}

	function back(row: JournalRow): void {
		const facts = { live: true, outcome: null, receipt: null, words: BACK, detail: "block taken back" };
		changed(journal.step(row.id, ["settled"], stateBefore(row), facts));
		kick(row.id);
	}

	/** The answer to the action waits for its step's end once more. */
	function backOfAction(row: JournalRow): void {
		const parent = row.parent === null ? null : journal.row(row.parent);
		if (parent?.state !== "settled" || !IN_BLOCK.has(parent.outcome)) return;
		const facts = { live: true, outcome: null, words: BACK, detail: "block of a step taken back" };
		changed(journal.step(parent.id, ["settled"], "reported", facts));
		kick(parent.id);
	}

	/** Its nonce is free again, so whatever of ours was to take it may happen after all. */
	function takeBack(row: JournalRow): Next {
		const holder = row.nonce === null ? null : journal.holder(row.chainRef, row.signer, row.nonce);
		const kin = kinOf(journal, row);
		if (holder !== null && kin.every((each) => each.id !== holder.id)) {
			const words = `The chain took back the block that held it, and “${holder.headline}” has its nonce by now: Countersign follows that one.`;
			changed(journal.note(row.id, words));
			return END;
		}
		// The first one before its replacements: it is the one that holds the nonce.
		for (const each of kin) {
			const lost = each.state === "settled" && each.outcome === "replaced";
			if (each.id === row.id || lost) {
				back(each);
				backOfAction(each);
			}
		}
		return wait(FOLLOW_MS);
	}

	return {
		async take(row, frozen, lap) {
			const block = heldBy(row);
			const lane = parts.lane(row, frozen);
			if (!IN_BLOCK.has(row.outcome) || block === null || row.transactionId === null || lane === null)
				return END;
			if (clock.now() - settledAt(row) >= DEEP_MS) return END;
			// The depth first: a block that is replaced between the two questions then shows another hash.
			const depth = await lane.depth(block.number);
			const known = await lane.lookup(row.transactionId);
			const now = journal.row(row.id);
			if (now === null || !ENDED.has(now.state)) return wait(0);
			if (known.state === "mined" && sameId(known.blockHash, block.hash)) {
				lap.missing = 0;
				return depth === "final" ? END : wait(LOOK_MS);
			}
			lap.missing += 1;
			return known.state === "mined" || lap.missing >= LOOKS ? takeBack(now) : wait(FOLLOW_MS);
		},
	};
}
