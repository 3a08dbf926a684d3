import type { StepDetail } from "../../core/journal/details.ts";
import { ENDED, type JournalOutcome, type JournalRow, type JournalState } from "../../core/journal/types.ts";
import { UnreadableRecord } from "../../core/journal/unreadable.ts";
import { message } from "../../core/localized-text.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { sameNonceRows } from "../storage/same-nonce.ts";
import { briefly, sameId } from "./outcomes.ts";
import { END, type Next, wait } from "./row-scheduler.ts";
import { FOLLOW_MS, type RowContext, type RowTransitions } from "./row-transitions.ts";
import type { FinalityLookups } from "./run.ts";
import type { SigningAccount } from "./signing-service.ts";

/** After this time, no reorg is expected to undo a settled row. */
export const DEEP_MS = 30 * 60_000;
const LOOKUP_MS = 15_000;

function blockOf(row: JournalRow): { readonly number: bigint; readonly hash: string } | null {
	const { receipt } = row;
	if (receipt === null || receipt instanceof UnreadableRecord || "family" in receipt) return null;
	const { blockNumber, blockHash } = receipt;
	return { number: BigInt(blockNumber), hash: blockHash };
}

const IN_BLOCK: ReadonlySet<JournalOutcome | null> = new Set(["confirmed", "failed"]);

const REORG_NOTE = message("signing.reorg");

const reorgDetail = (whose: "own" | "step"): StepDetail => ({ kind: "block_taken_back", whose });

/** Watches settled rows, and reopens them if a reorg drops their block. */
export class FinalityTracker {
	readonly #app;
	readonly #account;
	readonly #rows: RowTransitions;
	readonly #wake: (rowId: string) => void;

	constructor(
		app: RowContext,
		account: Pick<SigningAccount, "sequencer">,
		rows: RowTransitions,
		wake: (rowId: string) => void,
	) {
		this.#app = app;
		this.#account = account;
		this.#rows = rows;
		this.#wake = wake;
	}

	async runRow(row: JournalRow, frozen: Frozen, lookups: FinalityLookups): Promise<Next> {
		const { ports, stores } = this.#app;
		const block = blockOf(row);
		const sequencing = this.#account.sequencer.of(row, frozen);
		if (!IN_BLOCK.has(row.outcome) || block === null || row.transactionId === null || sequencing === null)
			return END;
		if (ports.clock.now() - this.#settledAt(row) >= DEEP_MS) return END;
		// Read before the lookup. If the block is replaced in between, the lookup returns a different hash.
		const depth = await sequencing.depth(block.number);
		const known = await sequencing.lookup(row.transactionId);
		const now = stores.journal.row(row.id);
		if (now === null || !ENDED.has(now.state)) return wait(0);
		if (known.state === "mined" && sameId(known.blockHash, block.hash)) {
			lookups.reset();
			return depth === "final" ? END : wait(LOOKUP_MS);
		}
		const isLost = lookups.countMissed();
		return known.state === "mined" || isLost ? this.#reopen(now) : wait(FOLLOW_MS);
	}

	#settledAt(row: JournalRow): number {
		const { journal } = this.#app.stores;
		return journal.steps(row.id).findLast((step) => step.step === "settled")?.at ?? 0;
	}

	/** Reopens every row that the lost block had settled, because the nonce is free again. */
	#reopen(row: JournalRow): Next {
		const { journal } = this.#app.stores;
		const holder = row.nonce === null ? null : journal.holder(row.chainRef, row.signer, row.nonce);
		const sameNonce = sameNonceRows(journal, row);
		if (holder !== null && sameNonce.every((each) => each.id !== holder.id)) {
			const text = message("signing.reorg.by", { headline: briefly(holder.headline) });
			this.#rows.setNote(row, text);
			return END;
		}
		// The original comes before its replacements, because it claims the nonce.
		for (const each of sameNonce) {
			const lost = each.state === "settled" && each.outcome === "replaced";
			if (each.id === row.id || lost) {
				this.#reopenRow(each);
				this.#reopenParent(each);
			}
		}
		return wait(FOLLOW_MS);
	}

	#reopenRow(row: JournalRow): void {
		const facts = { live: true, outcome: null, receipt: null, text: REORG_NOTE, detail: reorgDetail("own") };
		this.#rows.step(row, ["settled"], this.#stateBefore(row), facts);
		this.#wake(row.id);
	}

	#reopenParent(row: JournalRow): void {
		const parent = row.parent === null ? null : this.#app.stores.journal.row(row.parent);
		if (parent?.state !== "settled" || !IN_BLOCK.has(parent.outcome)) return;
		const facts = { live: true, outcome: null, text: REORG_NOTE, detail: reorgDetail("step") };
		this.#rows.step(parent, ["settled"], "reported", facts);
		this.#wake(parent.id);
	}

	#stateBefore(row: JournalRow): JournalState {
		const steps = this.#app.stores.journal.steps(row.id);
		const settled = steps.findLastIndex((step) => step.step === "settled");
		if (steps[settled - 1]?.step === "held") return "held";
		return row.kind === "commit" ? "reported" : "submitted";
	}
}
