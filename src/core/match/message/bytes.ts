import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { base64 } from "@scure/base";
import { fromRlp } from "viem/utils";
import { type Hex, readBytes } from "../../format/numeral.ts";

export function readBase64(text: string): Uint8Array | null {
	try {
		const bytes = base64.decode(text);
		return base64.encode(bytes) === text ? bytes : null;
	} catch {
		return null;
	}
}

/** Keeps a byte order mark so that it is visible. */
export function textOf(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
}

type Kind = readonly [characters: RegExp, bits: number];

const ASCII: readonly Kind[] = [
	[/[a-z]/, Math.log2(26)],
	[/[A-Z]/, Math.log2(26)],
	[/[0-9]/, Math.log2(10)],
	[/[ \n]/, 1],
	[/[!-~]/, 5],
];

/** Scripts by code point range. A range that contains narrower ranges comes after them. */
const SCRIPTS: readonly Kind[] = [
	[/[\u00a0-\u024f]/u, Math.log2(432)],
	[/[\u0370-\u052f]/u, Math.log2(448)],
	[/[\u0590-\u06ff]/u, Math.log2(368)],
	[/[\u0080-\u07ff]/u, 11],
	[/[\u3000-\u30ff\u4e00-\u9fff]/u, Math.log2(21_248)],
	[/[\uac00-\ud7a3]/u, Math.log2(11_172)],
	[/[\u0800-\uffff]/u, 16],
	[/[\u{10000}-\u{10ffff}]/u, 20],
];

const KINDS: readonly Kind[] = [...ASCII, ...SCRIPTS];

const UNSEEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{DI}]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

const factorialBits = (count: number): number =>
	Array.from({ length: count }, (_, at) => Math.log2(at + 1)).reduce((sum, bits) => sum + bits, 0);

/**
 * Minimum search effort, as a binary logarithm, for which 32 bytes count as text. At 80, one in 2^64 hashes
 * passes across all 1,154,334 mixtures of character classes, which is rare enough for a single signature.
 */
const ENOUGH_BITS = 80;

function searchBits(characters: readonly string[]): number {
	const kinds = characters.map((character) => KINDS.findIndex(([kind]) => kind.test(character)));
	const scripts = new Set(kinds.filter((kind) => kind >= ASCII.length));
	if (kinds.includes(-1) || scripts.size > 1) return 0;
	const counts = KINDS.map((_, kind) => kinds.filter((each) => each === kind).length);
	const orders =
		factorialBits(characters.length) - counts.reduce((sum, each) => sum + factorialBits(each), 0);
	const choices = KINDS.reduce((sum, [, bits], kind) => sum + bits * (counts[kind] ?? 0), 0);
	return 256 - orders - choices;
}

/**
 * Distinguishes readable text from a bare hash. A service could search for a payload whose hash consists of
 * 32 printable letters (about 2^46 attempts) and present that hash as text.
 */
function readsAsText(bytes: Uint8Array): boolean {
	const text = textOf(bytes);
	if (text === null || UNSEEN.test(text)) return false;
	const characters = Array.from(text);
	const letters = characters.filter((character) => LETTER.test(character)).length;
	return 2 * letters >= characters.length && searchBits(characters) >= ENOUGH_BITS;
}

export const MAX_MESSAGE_BYTES = 128 * 1024;

/**
 * Returns the bytes of an `evm_personal` message: hex bytes if the text is `0x` and an even number of hex
 * digits, and UTF-8 bytes otherwise (docs/service-api/records.md#signing-rules).
 */
export function personalBytes(message: string): Uint8Array {
	const bytes = readBytes(message);
	return bytes === null ? utf8ToBytes(message) : hexToBytes(bytes.slice(2));
}

export function personalHash(message: string): Hex {
	const bytes = personalBytes(message);
	const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`);
	return `0x${bytesToHex(keccak_256(concatBytes(prefix, bytes)))}`;
}

export function svmMessageBytes(message_base64: string): Uint8Array | null {
	return readBase64(message_base64);
}

const HASH_BYTES = 32;

export const isHashSized = (bytes: Uint8Array): boolean => bytes.length === HASH_BYTES;

export const isBareHash = (bytes: Uint8Array): boolean => isHashSized(bytes) && !readsAsText(bytes);

function rlpMembers(bytes: Uint8Array): number {
	if ((bytes[0] ?? 0) < 0xc0) return 0;
	try {
		const list: unknown = fromRlp(bytes, "bytes");
		return Array.isArray(list) ? list.length : 0;
	} catch {
		return 0;
	}
}

const LEGACY_MEMBERS = 6;
const MIN_MEMBERS = 3;

/**
 * Recognizes EIP-2718 transactions, EIP-7702 authorizations (0x05) and legacy transactions, whether signed or
 * not.
 */
export function looksLikeEvmTransaction(bytes: Uint8Array): boolean {
	const first = bytes[0] ?? 0xff;
	// Text never starts with a control character, so every envelope type below 0x20 can be rejected.
	if (first < 0x20) return rlpMembers(bytes.subarray(1)) >= MIN_MEMBERS;
	return rlpMembers(bytes) >= LEGACY_MEMBERS;
}

export function looksLikeSignedData(bytes: Uint8Array): boolean {
	return bytes[0] === 0x19 && [0x00, 0x01, 0x45].includes(bytes[1] ?? -1);
}
