import { getAddress } from "viem/utils";
import { memoizedIfLong } from "./remembered.ts";

/** Strict parsing of meaningful text: each value has one accepted form. */

export type Hex = `0x${string}`;

const DECIMAL = /^(?:0|[1-9][0-9]*)$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BYTES = /^0x[0-9a-fA-F]*$/;
const MAX_UINT256 = 2n ** 256n - 1n;

/**
 * Parses a uint256 in canonical decimal; `null` for "", "0x", " 1", "01", "1e3", signs, fractions, overflow.
 */
export function readUint(text: string): bigint | null {
	if (text.length > 78 || !DECIMAL.test(text)) return null;
	const value = BigInt(text);
	return value > MAX_UINT256 ? null : value;
}

/** Parses 20 bytes of hex to lower case; `null` for anything else. Does not check the checksum. */
export function readAddress(text: string): Hex | null {
	return ADDRESS.test(text) ? `0x${text.slice(2).toLowerCase()}` : null;
}

/** Cache size: request, items and payload repeat a transaction's data, which may be long. */
const DATA_REMEMBERED = 4;

/** Parses 0x and whole bytes of hex to lower case; `null` for anything else. */
export const readBytes: (text: string) => Hex | null = memoizedIfLong(DATA_REMEMBERED, (text): Hex | null =>
	text.length % 2 === 0 && BYTES.test(text) ? `0x${text.slice(2).toLowerCase()}` : null,
);

/** Parses a chain id in canonical decimal, 1 to 2^53 - 1; `null` otherwise. */
export function readChainRef(text: string): number | null {
	if (text.length > 16 || !DECIMAL.test(text)) return null;
	const id = Number(text);
	return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Returns whether a mixed-case address has a wrong EIP-55 checksum; its bytes still identify the address. */
export function hasWrongChecksum(text: string): boolean {
	const address = readAddress(text);
	if (address === null) return false;
	const digits = text.slice(2);
	const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
	return !oneCase && getAddress(address) !== text;
}
