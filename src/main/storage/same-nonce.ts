import type { JournalRow, JournalStep } from "../../core/journal/types.ts";
import { readable, readableOrNull } from "../../core/journal/unreadable.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import type { Journal } from "./journal-db.ts";

/** Rows with the same nonce, which are a transaction and its replacements. Only one of them can be mined. */

export function frozenOfRow(row: JournalRow): Frozen {
	return readable(row.frozen);
}

export type Rows = Pick<Journal, "row" | "replacementsOf">;

/** Returns the original and its replacements, oldest first. If `row` has no nonce, returns only `row`. */
export function sameNonceRows(journal: Rows, row: JournalRow): readonly JournalRow[] {
	if (row.nonce === null) return [row];
	const root = row.replaces === null ? row : journal.row(row.replaces);
	return root === null ? [row] : [root, ...journal.replacementsOf(root.id)];
}

/** A venue's transaction counts only if this app broadcast it. */
export function isSentByUs(row: JournalRow, steps: readonly JournalStep[]): boolean {
	if (row.broadcaster === "venue") return steps.some(({ step }) => step === "sending");
	return row.broadcaster === "wallet";
}

export function purposeOf(row: JournalRow): "speed_up" | "cancel" | null {
	if (row.replaces === null) return null;
	const frozen = frozenOfRow(row);
	return frozen.kind === "replacement" ? frozen.purpose : null;
}

/**
 * Returns whether the row only lowers an existing allowance, either itself or as a replacement. Such a row
 * sets an amount but doesn't approve a new spender.
 */
export function lowersAllowance(journal: Pick<Journal, "row">, row: JournalRow): boolean {
	const root = row.replaces === null ? row : journal.row(row.replaces);
	const frozen = root === null ? null : readableOrNull(root.frozen);
	return frozen?.kind === "revocation" && frozen.lowers_to !== undefined;
}

/** Returns the row that executed this row's call, possibly at a higher fee. `null` if none did. */
export function doneBy(journal: Rows, row: JournalRow): JournalRow | null {
	if (row.outcome === "confirmed") return row;
	if (row.outcome !== "replaced") return null;
	const done = sameNonceRows(journal, row).find(
		(other) => other.id !== row.id && other.outcome === "confirmed" && purposeOf(other) === "speed_up",
	);
	return done ?? null;
}
