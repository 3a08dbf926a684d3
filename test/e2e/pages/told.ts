import type { TextCode } from "../../../src/core/text-codes.ts";
import { en } from "../../../src/text/en/index.ts";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * What the catalogue says under a code, as it may stand anywhere in a text: specs name codes, so that copy can be
 * changed. `values` are those that count; any other may be whatever it is. Of texts that choose between forms none.
 */
export function told(code: TextCode, values: Readonly<Record<string, string>> = {}): RegExp {
	const parts = en[code].split(/\{(\w+)\}/);
	// Odd ones are the names of values.
	return new RegExp(
		parts.map((part, at) => (at % 2 === 0 ? escaped(part) : escapedOr(values[part]))).join(""),
	);
}

const escapedOr = (value: string | undefined) => (value === undefined ? ".+?" : escaped(value));
