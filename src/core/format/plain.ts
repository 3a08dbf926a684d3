/** Text of others (token names, labels) made harmless for our own sentences: clipped, invisibles shown. */

// Controls, format characters (bidi marks and overrides, zero-width, tags), separators, and what is drawn as nothing.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;

/** Plain line breaks, and what emoji are joined with: drawn as named characters, yet no sign of hiding. */
const COMMON = /[\n\r\t]|\u200d|\ufe0f/gu;

const MAX_LENGTH = 32;

function named(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** True where a text holds characters that can't be seen or that turn the order of reading. */
export function hidesSomething(text: string): boolean {
	return text.replace(COMMON, "").search(INVISIBLE) !== -1;
}

/** All of a text as it is but for what hides: every invisible character named that is not common. */
export const withHiddenNamed = (text: string): string =>
	text.replace(INVISIBLE, (character) => (hidesSomething(character) ? named(character) : character));

/** One line, at most `longest` characters of the original, every invisible character named. */
export function plain(text: string, longest = MAX_LENGTH): string {
	// Cut first: a hostile text can be megabytes long, and a character takes at most two units.
	const characters = Array.from(text.slice(0, 4 * longest + 8).trim());
	const clipped = characters.length > longest ? [...characters.slice(0, longest), "…"] : characters;
	return clipped.join("").replace(INVISIBLE, named);
}

/** Makes a text harmless within our quotation marks: its own become apostrophes. */
export const unquoted = (text: string, longest?: number): string =>
	plain(text.replace(/["“”„‟«»]/gu, "'"), longest);
