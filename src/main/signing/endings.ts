import type { JournalRow, StepFacts } from "../storage/journal-types.ts";
import type { ChainStanding } from "./ports.ts";

/** How rows end, and what a person is told. */

/** Sentences for a person, of an error that carries them in `words`, or of any other. */
export function wordsOf(cause: unknown): string {
	if (cause instanceof Error && "words" in cause && typeof cause.words === "string") return cause.words;
	return cause instanceof Error ? cause.message : String(cause);
}

export function replacedFacts(row: JournalRow): StepFacts {
	return {
		outcome: "replaced",
		live: false,
		words: `Another transaction used nonce ${row.nonce}, so this one can no longer be mined.`,
	};
}

export function settledFacts(mined: ChainStanding & { state: "mined" }): StepFacts {
	return {
		outcome: mined.succeeded ? "confirmed" : "failed",
		receipt: mined.receipt,
		live: false,
		words: mined.succeeded
			? null
			: "The transaction was mined but reverted: it changed nothing, and its fee is spent.",
		detail: `block ${mined.blockNumber}`,
	};
}
