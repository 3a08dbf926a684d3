import { createHash } from "node:crypto";
import type { JournalRow, JournalStep } from "./types.ts";

/** Content covered by the hashes of journal steps. */

/** Hashes a step with its predecessor's hash, so that a changed or removed step is detected. */
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
	/** As stored. */
	readonly signedBytes: string | null;
}

/** Returns the part of a row that a step's hash covers: the approved and the signed content. */
export function bound(row: ChainedFields): string {
	return JSON.stringify([row.intentId, row.fingerprint, row.signedBytes, row.transactionId]);
}
