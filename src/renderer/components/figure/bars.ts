import { sameText } from "../../../core/localized-text.ts";
import type { ChangeRow } from "../../../ipc/review.ts";

function raw(digits: string): bigint | null {
	return /^\d+$/.test(digits) ? BigInt(digits) : null;
}

/**
 * Returns the length of a row's bar, from 0 to 1. It is relative to the account's balance, or else to the
 * largest change in the same unit, because amounts of different tokens can't be compared.
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
