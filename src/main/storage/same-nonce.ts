import type { JournalRow, JournalStep } from "../../core/journal/types.ts";
import { readable } from "../../core/journal/unreadable.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import type { Journal } from "./journal-db.ts";

/** Transactions of ours that share one nonce: the first one and its replacements. Only one of them can ever happen. */

/** The frozen object of a row, as it was written down. Throws an UnreadableRecord. */
export function frozenOfRow(row: JournalRow): Frozen {
	return readable(row.frozen);
}

export type Rows = Pick<Journal, "row" | "replacementsOf">;

/** The first one, then its replacements, oldest first; only the row itself where it takes no nonce. */
export function sameNonceRows(journal: Rows, row: JournalRow): readonly JournalRow[] {
	if (row.nonce === null) return [row];
	const root = row.replaces === null ? row : journal.row(row.replaces);
	return root === null ? [row] : [root, ...journal.replacementsOf(root.id)];
}

/** Whether it is for us to send: the wallet's, and a venue's once we sent what the venue gave back. */
export function isSentByUs(row: JournalRow, steps: readonly JournalStep[]): boolean {
	if (row.broadcaster === "venue") return steps.some(({ step }) => step === "sending");
	return row.broadcaster === "wallet";
}

/** Returns a replacement's purpose; `null` for other rows. */
export function purposeOf(row: JournalRow): "speed_up" | "cancel" | null {
	if (row.replaces === null) return null;
	const frozen = frozenOfRow(row);
	return frozen.kind === "replacement" ? frozen.purpose : null;
}

/** The row whose transaction did what this one was to do: itself, or the same call at a higher fee; null: none did. */
export function doneBy(journal: Rows, row: JournalRow): JournalRow | null {
	if (row.outcome === "confirmed") return row;
	if (row.outcome !== "replaced") return null;
	const done = sameNonceRows(journal, row).find(
		(other) => other.id !== row.id && other.outcome === "confirmed" && purposeOf(other) === "speed_up",
	);
	return done ?? null;
}
