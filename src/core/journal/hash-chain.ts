import { createHash } from "node:crypto";
import type { JournalRow, JournalStep } from "./types.ts";

/** What the hash of each of the journal's steps covers. */

/** Each step's hash covers the one before it, so that a changed or removed step shows. */
export function stepHash(
	previous: string,
	step: Pick<JournalStep, "rowId" | "at" | "detail"> & { readonly step: string },
	row: string,
): string {
	return createHash("sha256")
		.update(JSON.stringify([previous, step.rowId, step.step, step.at, step.detail, row]))
		.digest("hex");
}

interface ChainedFields extends Pick<JournalRow, "intentId" | "fingerprint" | "transactionId"> {
	/** As it is stored. */
	readonly signedBytes: string | null;
}

/** What a step's hash binds of its row: what was approved, what was signed. */
export function bound(row: ChainedFields): string {
	return JSON.stringify([row.intentId, row.fingerprint, row.signedBytes, row.transactionId]);
}
