import type { SvmInstruction } from "../../match/svm/resolve.ts";

/**
 * The Token programs' Batch: several of their instructions in one, each with as many of the accounts as it says.
 * Source: spl-token-interface, TokenInstruction::Batch; p-token's processor for its header and its end.
 */

const BATCH = 255;
/** Its own number of accounts, and the length of its data. */
const HEADER = 2;
/** No transaction has room for more that say anything; one with more is not read at all. */
const MAX_PARTS = 64;

export const isBatch = ({ data }: SvmInstruction): boolean => data[0] === BATCH;

/** Its parts in order; null where it does not come out even, or one of them is a batch again (which the program refuses). */
export function partsOf({ programId, accounts, data }: SvmInstruction): readonly SvmInstruction[] | null {
	const parts: SvmInstruction[] = [];
	let [at, taken] = [1, 0];
	while (at < data.length) {
		const [count, length] = [data[at], data[at + 1]];
		if (count === undefined || length === undefined || length === 0) return null;
		const [start, end] = [at + HEADER, at + HEADER + length];
		if (end > data.length || taken + count > accounts.length || parts.length === MAX_PARTS) return null;
		const part = { programId, accounts: accounts.slice(taken, taken + count), data: data.slice(start, end) };
		if (isBatch(part)) return null;
		parts.push(part);
		taken += count;
		at = end;
	}
	return parts.length === 0 || taken < accounts.length ? null : parts;
}
