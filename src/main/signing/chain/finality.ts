import type { StepDetail } from "../../../core/journal/details.ts";
import {
	ENDED,
	type JournalOutcome,
	type JournalRow,
	type JournalState,
} from "../../../core/journal/types.ts";
import { UnreadableRecord } from "../../../core/journal/unreadable.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import { message } from "../../../core/message.ts";
import { sameNonceRows } from "../../storage/same-nonce.ts";
import { briefly, sameId } from "../outcomes.ts";
import { FOLLOW_MS, type RowTransitions, type Run, type RunnerParts } from "../row-work.ts";
import { END, type Next, wait } from "../runs.ts";

/** A settled transaction stays under watch until its block is deep: until then the chain may take it back. */

/** So long after it settled nothing is taken back any more, in ms. */
export const DEEP_MS = 30 * 60_000;
const LOOK_MS = 15_000;
/** One RPC behind another shows nothing for a moment: only so many looks in a row count. */
const LOOKS = 2;

export interface FinalityTracker {
	/** Of a `settled` row. */
	take(row: JournalRow, frozen: Frozen, run: Run): Promise<Next>;
}

/** Returns the block that its receipt names; `null` without a receipt, and on Solana, where a block is final. */
function heldBy(row: JournalRow): { readonly number: bigint; readonly hash: string } | null {
	const { receipt } = row;
	if (receipt === null || receipt instanceof UnreadableRecord || "family" in receipt) return null;
	const { blockNumber, blockHash } = receipt;
	return { number: BigInt(blockNumber), hash: blockHash };
}

const IN_BLOCK: ReadonlySet<JournalOutcome | null> = new Set(["confirmed", "failed"]);

const BACK = message("signing.block-taken-back");

const takenBack = (whose: "own" | "step"): StepDetail => ({ kind: "block_taken_back", whose });

/** @param kick wakes a row whose next step may now be due. */
export function createFinalityTracker(
	parts: RunnerParts,
	moves: RowTransitions,
	kick: (rowId: string) => void,
): FinalityTracker {
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
		const facts = { live: true, outcome: null, receipt: null, text: BACK, detail: takenBack("own") };
		changed(journal.step(row.id, ["settled"], stateBefore(row), facts));
		kick(row.id);
	}

	/** The answer to the action waits for its step's end once more. */
	function backOfAction(row: JournalRow): void {
		const parent = row.parent === null ? null : journal.row(row.parent);
		if (parent?.state !== "settled" || !IN_BLOCK.has(parent.outcome)) return;
		const facts = { live: true, outcome: null, text: BACK, detail: takenBack("step") };
		changed(journal.step(parent.id, ["settled"], "reported", facts));
		kick(parent.id);
	}

	/** Its nonce is free again, so whatever of ours was to take it may happen after all. */
	function takeBack(row: JournalRow): Next {
		const holder = row.nonce === null ? null : journal.holder(row.chainRef, row.signer, row.nonce);
		const sameNonce = sameNonceRows(journal, row);
		if (holder !== null && sameNonce.every((each) => each.id !== holder.id)) {
			const text = message("signing.block-taken-back.by", { headline: briefly(holder.headline) });
			changed(journal.note(row.id, text));
			return END;
		}
		// The first one before its replacements: it is the one that holds the nonce.
		for (const each of sameNonce) {
			const lost = each.state === "settled" && each.outcome === "replaced";
			if (each.id === row.id || lost) {
				back(each);
				backOfAction(each);
			}
		}
		return wait(FOLLOW_MS);
	}

	return {
		async take(row, frozen, run) {
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
				run.missing = 0;
				return depth === "final" ? END : wait(LOOK_MS);
			}
			run.missing += 1;
			return known.state === "mined" || run.missing >= LOOKS ? takeBack(now) : wait(FOLLOW_MS);
		},
	};
}
