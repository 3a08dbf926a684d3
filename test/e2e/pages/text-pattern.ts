import type { TextCode } from "../../../src/core/text-codes.ts";
import { en } from "../../../src/text/en/index.ts";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns a pattern that finds a catalogue text by its code. Specs name codes, so that the text itself can
 * change. `values` contains the relevant values. Any other value matches any text. Texts with a plural or
 * select aren't supported.
 */
export function textPattern(code: TextCode, values: Readonly<Record<string, string>> = {}): RegExp {
	const parts = en[code].split(/\{(\w+)\}/);
	// Odd indexes are names of values.
	return new RegExp(
		parts.map((part, at) => (at % 2 === 0 ? escaped(part) : escapedOr(values[part]))).join(""),
	);
}

const escapedOr = (value: string | undefined) => (value === undefined ? ".+?" : escaped(value));
