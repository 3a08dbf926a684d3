/** Sanitizes untrusted text for use in our own sentences. Replaces invisible characters with their names. */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;

/** Line breaks and emoji joiners. They are replaced too, but don't count as hidden text. */
const COMMON = /[\n\r\t]|\u200d|\ufe0f/gu;

const MAX_LENGTH = 32;

function named(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

export function hidesSomething(text: string): boolean {
	return text.replace(COMMON, "").search(INVISIBLE) !== -1;
}

export const withHiddenNamed = (text: string): string =>
	text.replace(INVISIBLE, (character) => (hidesSomething(character) ? named(character) : character));

export function plain(text: string, longest = MAX_LENGTH): string {
	// Truncates the text first, because hostile text can be megabytes long. A character has at most two
	// UTF-16 units.
	const characters = Array.from(text.slice(0, 4 * longest + 8).trim());
	const clipped = characters.length > longest ? [...characters.slice(0, longest), "…"] : characters;
	return clipped.join("").replace(INVISIBLE, named);
}

export const unquoted = (text: string, longest?: number): string =>
	plain(text.replace(/["“”„‟«»]/gu, "'"), longest);
