import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";
import type { Patterns } from "../../src/text/index.ts";

/**
 * Creates a pseudo-locale: every text has accents and brackets, and is a third longer. On a screen, it reveals
 * texts outside the catalogue (no accents), concatenated texts (adjacent brackets) and truncated texts (a
 * missing bracket).
 */

const ACCENTS: Readonly<Record<string, string>> = {
	a: "á",
	c: "ç",
	d: "ð",
	e: "é",
	g: "ĝ",
	h: "ĥ",
	i: "í",
	j: "ĵ",
	k: "ķ",
	l: "ļ",
	n: "ñ",
	o: "ó",
	r: "ŕ",
	s: "š",
	t: "ţ",
	u: "ú",
	w: "ŵ",
	y: "ý",
	z: "ž",
	A: "Á",
	C: "Ç",
	D: "Ð",
	E: "É",
	I: "Í",
	N: "Ñ",
	O: "Ó",
	R: "Ŕ",
	S: "Š",
	U: "Ú",
};

const accented = (text: string): string => text.replace(/[A-Za-z]/g, (letter) => ACCENTS[letter] ?? letter);

function within(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
	return elements.map((element): MessageFormatElement => {
		switch (element.type) {
			case TYPE.literal:
				return { ...element, value: accented(element.value) };
			case TYPE.tag:
				return { ...element, children: within(element.children) };
			case TYPE.select:
			case TYPE.plural: {
				const options = Object.entries(element.options).map(([name, option]) => [
					name,
					{ ...option, value: within(option.value) },
				]);
				return { ...element, options: Object.fromEntries(options) };
			}
			default:
				return element;
		}
	});
}

/** Returns the patterns with longer, accented texts between brackets. */
export function pseudo(patterns: Patterns): Patterns {
	const changed = Object.entries(patterns).map(([code, pattern]) => {
		const longer = "~".repeat(Math.ceil(pattern.replace(/\{[^}]*\}/g, "").length / 3));
		return [code, `⟦${printAST(within(parse(pattern)))}${longer}⟧`];
	});
	return Object.fromEntries(changed);
}
