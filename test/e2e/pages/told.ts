import type { TextCode } from "../../../src/core/text-codes.ts";
import { en } from "../../../src/text/en/index.ts";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Returns a pattern for the catalogue's text under a code, at any position in a text: specs name codes, so
 * that copy can change. `values` are the relevant ones; any other matches anything. Texts that choose between
 * forms are not supported.
 */
export function told(code: TextCode, values: Readonly<Record<string, string>> = {}): RegExp {
	const parts = en[code].split(/\{(\w+)\}/);
	// Odd ones are the names of values.
	return new RegExp(
		parts.map((part, at) => (at % 2 === 0 ? escaped(part) : escapedOr(values[part]))).join(""),
	);
}

const escapedOr = (value: string | undefined) => (value === undefined ? ".+?" : escaped(value));
