import { ChainError } from "../chains/evm.ts";
import { SignerError } from "../signers/signer.ts";
import { StorageError } from "../storage/database.ts";
import type { JournalRow, StepFacts } from "../storage/journal-types.ts";
import { type ChainStanding, CommitFault } from "./ports.ts";

/** How rows end, and what a person is told. */

/** Sentences for a person. An error that was not made for people gives a general one; `lineOf` has its details. */
export function wordsOf(cause: unknown): string {
	if (cause instanceof StorageError) return cause.words;
	if (cause instanceof CommitFault || cause instanceof ChainError || cause instanceof SignerError)
		return cause.message;
	return "Countersign met a fault of its own here. What was done before stands, and nothing is done twice; the log holds the details.";
}

/** The same for an error that came before there was a signature. */
export function unsignedWords(cause: unknown): string {
	const words = wordsOf(cause);
	return /nothing (was|is) signed/i.test(words) ? words : `${words} Nothing was signed.`;
}

/** One line for the log; never a secret. */
export function lineOf(cause: unknown): string {
	return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
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

/** Where the service ends a commit otherwise than the chain did, the chain's word stands, and both are told. */
export function endedFacts(mined: ChainStanding & { state: "mined" }, service: string): StepFacts {
	const facts = settledFacts(mined);
	if (!mined.succeeded || service === "confirmed") return facts;
	return {
		...facts,
		words: `It is in block ${mined.blockNumber} by your RPC, and has taken effect; the service says ${service}. The chain decides.`,
	};
}

/** Of a row that was held: it was not we who let it go. */
export function minedAfterAllFacts(mined: ChainStanding & { state: "mined" }): StepFacts {
	const sent = "Countersign kept this back, but it was sent all the same";
	return {
		...settledFacts(mined),
		words: mined.succeeded
			? `${sent}: it was mined in block ${mined.blockNumber}, and what it does has happened.`
			: `${sent}: it was mined in block ${mined.blockNumber} but reverted. It changed nothing, and its fee is spent.`,
	};
}
