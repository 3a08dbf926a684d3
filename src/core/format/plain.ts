/** Sanitizes foreign text (token names, labels) for our own sentences: clipped, with visible invisibles. */

// Controls, format characters (bidi, zero-width, tags), separators, and characters that draw nothing.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;

/** Line breaks and emoji joiners: named, but no sign of hidden text. */
const COMMON = /[\n\r\t]|\u200d|\ufe0f/gu;

const MAX_LENGTH = 32;

function named(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** Returns whether text contains invisible characters or ones that change the reading order. */
export function hidesSomething(text: string): boolean {
	return text.replace(COMMON, "").search(INVISIBLE) !== -1;
}

/** Returns the text with every unusual invisible character named. */
export const withHiddenNamed = (text: string): string =>
	text.replace(INVISIBLE, (character) => (hidesSomething(character) ? named(character) : character));

/** Returns one line of at most `longest` original characters, with every invisible character named. */
export function plain(text: string, longest = MAX_LENGTH): string {
	// Cut first: hostile text can be megabytes long, and a character has at most two units.
	const characters = Array.from(text.slice(0, 4 * longest + 8).trim());
	const clipped = characters.length > longest ? [...characters.slice(0, longest), "…"] : characters;
	return clipped.join("").replace(INVISIBLE, named);
}

/** Sanitizes text for our quotation marks: its own become apostrophes. */
export const unquoted = (text: string, longest?: number): string =>
	plain(text.replace(/["“”„‟«»]/gu, "'"), longest);
