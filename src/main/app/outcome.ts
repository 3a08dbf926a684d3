import type { Outcome } from "../../bridge/procedures.ts";
import { ChainError } from "../chains/evm.ts";
import { quotedWords, ServiceError } from "../service/errors.ts";
import { StorageError } from "../storage/database.ts";

export const done: Outcome = { ok: true };
export const refused = (words: string): Outcome => ({ ok: false, words });

/** A failure, for a person. Unexpected ones say so without inner details; the log has those. */
export function asOutcome(cause: unknown, log: (line: string) => void): Outcome {
	if (cause instanceof ServiceError) return refused(quotedWords(cause));
	if (cause instanceof StorageError) {
		log(`storage: ${cause.message}`);
		return refused(cause.words);
	}
	log(`fault: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
	// The app's own errors bring their sentences along.
	if (cause instanceof Error && "words" in cause && typeof cause.words === "string")
		return refused(cause.words);
	if (cause instanceof ChainError) return refused(cause.message);
	return refused(
		"Countersign met a fault of its own and stopped what you asked for. What had begun before is shown under Activity; the log holds the details.",
	);
}
