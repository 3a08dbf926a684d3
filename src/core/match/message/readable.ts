import { textOf } from "./text.ts";

/**
 * Is a hash that reads like this out of reach of somebody who searches for one? A service could try payloads until one
 * of them has a hash of 32 printable letters (about 2^46 tries), and pass it for a text.
 */

/** Kinds of characters, with the binary logarithm of how many each holds. */
type Kind = readonly [characters: RegExp, bits: number];

const ASCII: readonly Kind[] = [
	[/[a-z]/, Math.log2(26)],
	[/[A-Z]/, Math.log2(26)],
	[/[0-9]/, Math.log2(10)],
	[/[ \n]/, 1],
	[/[!-~]/, 5],
];

/** Scripts by their ranges, the wide ones that hold all others last. A text is of one of them at most. */
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
 * One of 2^80 hashes has as many characters of each kind as such a text. Counted over all 1,154,334 mixtures of kinds,
 * one of 2^64 hashes passes: too many tries for one signature.
 */
const ENOUGH_BITS = 80;

/** @returns how many bits of a hash would have to fall right, for it to have as many characters of each kind */
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

/** Whether 32 bytes are a text of people, and no hash by any search. */
export function readsAsText(bytes: Uint8Array): boolean {
	const text = textOf(bytes);
	if (text === null || UNSEEN.test(text)) return false;
	const characters = Array.from(text);
	const letters = characters.filter((character) => LETTER.test(character)).length;
	return 2 * letters >= characters.length && searchBits(characters) >= ENOUGH_BITS;
}
