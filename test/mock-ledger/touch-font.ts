/**
 * Text widths on a Flex, whose lines have 416 pixels. Source: ledger-secure-sdk 25.12.3,
 * `nbgl_font_inter_*.inc` and `nbgl_getTextMaxLenAndWidth`. Lines in the recordings break exactly at these
 * widths.
 */

const LINE_PIXELS = 416;

/** Width of each character from 0x20 to 0x7e in pixels, as one base-36 digit, and the height of a line. */
const FACES = {
	medium: {
		widths: "abennun8eejoahadnhmnomnlnnaaooojzpoqqmlrrgkokwrsnsnnnrpzopnedehhilnknldmm99kawmmmmejdlkukkkeceo",
		height: 40,
	},
	regular: {
		widths: "88biini6aaei8d8aidhiihhghh88iiieqjikkhgllcfigplliliiiljrijiaaaddeghghgahh77f7oghhhafaggnfgfa9ai",
		height: 36,
	},
	semibold: {
		widths: "79biioj6bbfj8d8bjdhijiigii88jjjfskilkhglldgjgplmimiiilksjkibbbddegigihbih77g8phhhhbfbhgngggbabj",
		height: 36,
	},
} as const;

export type Face = keyof typeof FACES;

export const lineHeight = (face: Face) => FACES[face].height;

function widthOf(character: string, face: Face): number {
	const digit = FACES[face].widths[character.charCodeAt(0) - 0x20];
	return digit === undefined ? 0 : Number.parseInt(digit, 36);
}

export const textWidth = (text: string, face: Face) =>
	[...text].reduce((sum, each) => sum + widthOf(each, face), 0);

/**
 * Returns the end of the line that begins at `from`: after its last delimiter, or anywhere if it has none.
 */
function lineEnd(text: string, from: number, face: Face): number {
	let pixels = 0;
	let delimiter: number | null = null;
	for (let at = from; at < text.length; at += 1) {
		const character = text.charAt(at);
		if (character === "\n") return at + 1;
		if (" -_".includes(character) && pixels > 0) delimiter = at;
		const width = widthOf(character, face);
		if (pixels + width > LINE_PIXELS) return delimiter === null ? at : delimiter + 1;
		pixels += width;
	}
	return text.length;
}

/** Splits a text into lines; each keeps the delimiter at its end. */
export function touchLines(text: string, face: Face): string[] {
	const lines: string[] = [];
	for (let at = 0; at < text.length; ) {
		const end = lineEnd(text, at, face);
		lines.push(text.slice(at, end).replace(/\n$/, ""));
		at = end;
	}
	return lines.length === 0 ? [""] : lines;
}

const DOTS = "...";

/**
 * Returns the first lines of a text. The last one ends in dots, which replace three characters if they don't
 * fit.
 */
export function cutLines(lines: readonly string[], count: number, face: Face): string[] {
	const shown = lines.slice(0, count);
	const last = shown.pop() ?? "";
	const drawn = textWidth(last.trimEnd(), face);
	const isFull = drawn + textWidth(DOTS, face) >= LINE_PIXELS;
	return [...shown, `${isFull ? last.slice(0, -DOTS.length) : last}${DOTS}`];
}
