import { getAddress } from "viem/utils";
import { rememberedWhereLong } from "./remembered.ts";

/** Strict reading of the texts that carry meaning: one way to write each value, all others refused. */

export type Hex = `0x${string}`;

const DECIMAL = /^(?:0|[1-9][0-9]*)$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BYTES = /^0x[0-9a-fA-F]*$/;
const MAX_UINT256 = 2n ** 256n - 1n;

/** A uint256 as canonical decimal digits; null for "", "0x", " 1", "01", "1e3", signs, fractions, overflow. */
export function readUint(text: string): bigint | null {
	if (text.length > 78 || !DECIMAL.test(text)) return null;
	const value = BigInt(text);
	return value > MAX_UINT256 ? null : value;
}

/** 20 bytes of hex, in lower case; null for anything else. Checksums are not judged here. */
export function readAddress(text: string): Hex | null {
	return ADDRESS.test(text) ? `0x${text.slice(2).toLowerCase()}` : null;
}

/** A transaction's data is told by request, legs and payload: long texts, each of which is read once. */
const DATA_REMEMBERED = 4;

/** Whole bytes of hex with its 0x, in lower case; null for anything else. */
export const readBytes: (text: string) => Hex | null = rememberedWhereLong(
	DATA_REMEMBERED,
	(text): Hex | null =>
		text.length % 2 === 0 && BYTES.test(text) ? `0x${text.slice(2).toLowerCase()}` : null,
);

/** A chain id as canonical decimal digits, 1 to 2^53 - 1; null otherwise. */
export function readChainRef(text: string): number | null {
	if (text.length > 16 || !DECIMAL.test(text)) return null;
	const id = Number(text);
	return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** A mixed-case address whose EIP-55 checksum is wrong: the bytes still say which address it is. */
export function hasWrongChecksum(text: string): boolean {
	const address = readAddress(text);
	if (address === null) return false;
	const digits = text.slice(2);
	const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
	return !oneCase && getAddress(address) !== text;
}
