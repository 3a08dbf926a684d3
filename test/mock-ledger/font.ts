/**
 * Text width of a Nano X line: 114 pixels, in Open Sans of 11 pixels, regular and extra bold. Lines in the
 * recordings break exactly at these widths.
 */

const LINE_PIXELS = 114;
/** Maximum number of value lines under a label. */
export const VALUE_LINES = 3;

/** Advance width of each character from 0x20 to 0x7e in pixels, as one hexadecimal digit. */
const WIDTHS = {
	regular: "33476992336634346666866666336665a777866883376a897976787a766444656675765673363a77774547696654646",
	bold: "33676b93446634358677868788335656a877866884486b997986686b877555667776776774474a777756577a7765656",
} as const;

export type Weight = keyof typeof WIDTHS;

function widthOf(character: string, weight: Weight): number {
	const digit = WIDTHS[weight][character.charCodeAt(0) - 0x20];
	return digit === undefined ? 0 : Number.parseInt(digit, 16);
}

/** Returns the end of the line that starts at `from`: after its last space if it is broken between words. */
function lineEnd(text: string, from: number, weight: Weight, words: boolean): number {
	let pixels = 0;
	let afterSpace = -1;
	for (let at = from; at < text.length; at += 1) {
		const character = text.charAt(at);
		if (character === "\n") return at + 1;
		if (character === " ") afterSpace = at + 1;
		pixels += widthOf(character, weight);
		if (pixels > LINE_PIXELS) return words && afterSpace > from ? afterSpace : Math.max(at, from + 1);
	}
	return text.length;
}

/** Splits a text into lines. @param words breaks after spaces if possible, otherwise anywhere */
export function linesOf(text: string, weight: Weight, words: boolean): string[] {
	const lines: string[] = [];
	for (let at = 0; at < text.length; ) {
		const end = lineEnd(text, at, weight, words);
		lines.push(text.slice(at, end).replace(/\n$/, ""));
		at = end;
	}
	return lines;
}

const textWidth = (text: string) => [...text].reduce((sum, each) => sum + widthOf(each, "bold"), 0);
/** Pixels for each half of a shortened label next to the dots. */
const HALF_PIXELS = 48;

/** Shortens a long label to one line by removing its middle. */
export function shortened(label: string): string {
	if (textWidth(label) <= LINE_PIXELS) return label;
	let left = 1;
	while (textWidth(label.slice(0, left + 1)) <= HALF_PIXELS) left += 1;
	let right = label.length - 1;
	while (textWidth(label.slice(right - 1)) <= HALF_PIXELS) right -= 1;
	return `${label.slice(0, left - 1)}...${label.slice(right)}`;
}
