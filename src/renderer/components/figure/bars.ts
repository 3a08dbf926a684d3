import { sameText } from "../../../core/message.ts";
import type { ChangeRow } from "../../../ipc/review.ts";

/** Bars of the changes, around zero. */

function raw(digits: string): bigint | null {
	return /^\d+$/.test(digits) ? BigInt(digits) : null;
}

/**
 * How much of its half a row's bar fills, 0 to 1. Amounts of different tokens have no common measure, so each is
 * measured by its own: what the account holds of it, or the greatest change of the same unit. Where nobody knows what is
 * held, and nothing of the same unit stands beside it, there is nothing to measure by, and no bar.
 */
export function barShare(row: ChangeRow, rows: readonly ChangeRow[]): number {
	const amount = raw(row.amount.raw);
	if (amount === null || amount === 0n) return 0;
	let whole = amount;
	let isMeasured = false;
	for (const other of rows) {
		if (!sameText(other.amount.unit, row.amount.unit)) continue;
		isMeasured ||= other !== row || other.of !== null;
		for (const measure of [raw(other.amount.raw), other.of === null ? null : raw(other.of.raw)]) {
			if (measure !== null && measure > whole) whole = measure;
		}
	}
	if (!isMeasured) return 0;
	return Math.max(0.03, Number((amount * 1000n) / whole) / 1000);
}
