import { hexToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "../../format/numeral.ts";
import { hidesSomething } from "../../format/plain.ts";
import { textOf } from "../../match/message/bytes.ts";

const MARKER = "8021".repeat(8);
const BYTE = 2;

export function readableText(bytes: Hex): string | null {
	const text = textOf(hexToBytes(bytes.slice(2)));
	return text === null || text.trim() === "" || hidesSomething(text) ? null : text;
}

/**
 * Returns the codes in an ERC-8021 suffix, which come before a length, schema 0 and the marker. `null` for
 * other schemas.
 */
export function builderCodes(tail: Hex): string | null {
	const digits = tail.slice(2);
	if (!digits.endsWith(`00${MARKER}`)) return null;
	const lengthAt = digits.length - MARKER.length - 2 * BYTE;
	const length = Number.parseInt(digits.slice(lengthAt, lengthAt + BYTE), 16) * BYTE;
	if (length === 0 || length !== lengthAt) return null;
	const codes = readableText(`0x${digits.slice(0, length)}`);
	return codes !== null && /^[\x21-\x7e]+$/.test(codes) ? codes : null;
}
