import { getAddress } from "viem/utils";
import { memoizedIfLong } from "./remembered.ts";

export type Hex = `0x${string}`;

const DECIMAL = /^(?:0|[1-9][0-9]*)$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BYTES = /^0x[0-9a-fA-F]*$/;
const MAX_UINT256 = 2n ** 256n - 1n;

/** Parses a canonical decimal uint256. Returns `null` for forms like "0x", " 1", "01" or "1e3". */
export function readUint(text: string): bigint | null {
	if (text.length > 78 || !DECIMAL.test(text)) return null;
	const value = BigInt(text);
	return value > MAX_UINT256 ? null : value;
}

export function readAddress(text: string): Hex | null {
	return ADDRESS.test(text) ? `0x${text.slice(2).toLowerCase()}` : null;
}

/** Cached because a request repeats the same long calldata in several fields. */
const DATA_REMEMBERED = 4;

export const readBytes: (text: string) => Hex | null = memoizedIfLong(DATA_REMEMBERED, (text): Hex | null =>
	text.length % 2 === 0 && BYTES.test(text) ? `0x${text.slice(2).toLowerCase()}` : null,
);

export function readChainRef(text: string): number | null {
	if (text.length > 16 || !DECIMAL.test(text)) return null;
	const id = Number(text);
	return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export function hasWrongChecksum(text: string): boolean {
	const address = readAddress(text);
	if (address === null) return false;
	const digits = text.slice(2);
	const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
	return !oneCase && getAddress(address) !== text;
}
