import { createHash } from "node:crypto";
import type { JournalRow, JournalStep } from "./types.ts";

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
	readonly signedBytes: string | null;
}

export function bound(row: ChainedFields): string {
	return JSON.stringify([row.intentId, row.fingerprint, row.signedBytes, row.transactionId]);
}
