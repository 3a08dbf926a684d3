import type { JournalLink } from "../../core/journal/types.ts";
import type { StoredRow } from "./journal-rows.ts";

/** A step of an action, as it is written into an export. Its frozen review is its action's. */
export function exportedStep({ frozen: _frozen, ...row }: StoredRow, steps: readonly JournalLink[]) {
	return {
		...row,
		nonce: row.nonce?.toString() ?? null,
		// While it is live, whoever holds the bytes can send them.
		signedBytes: row.live ? null : row.signedBytes,
		steps,
	};
}

/** A row as it is written into an export: the frozen review as a value, the other texts as they are stored. */
export function writtenRow(row: StoredRow, steps: readonly JournalLink[], legs: readonly ExportedStep[]) {
	const frozen: unknown = JSON.parse(row.frozen);
	return { ...exportedStep(row, steps), frozen, legs };
}

type ExportedStep = ReturnType<typeof exportedStep>;
export type WrittenRow = ReturnType<typeof writtenRow>;
