import { isTooDeep } from "../../service-api/depth.ts";

class LongNumber {
	readonly digits: string;

	constructor(digits: string) {
		this.digits = digits;
	}
}

/** A match inside a string only costs a second parse. */
const LONG = /[:,[\s]-?[0-9]{16}/;
const WHOLE = /^-?[0-9]+$/;

function settled(value: unknown, of: (long: LongNumber) => unknown): unknown {
	if (value instanceof LongNumber) return of(value);
	if (Array.isArray(value)) return value.map((item: unknown) => settled(item, of));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, settled(member, of)]));
}

function exact(key: string, value: unknown, context?: { readonly source?: string }): unknown {
	const source = context?.source ?? "";
	if (typeof value === "number")
		return Number.isSafeInteger(value) || !WHOLE.test(source) ? value : new LongNumber(source);
	return key === "typed_data" ? settled(value, ({ digits }) => digits) : value;
}

export function parsePageJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	if (!LONG.test(text) || isTooDeep(value)) return value;
	return settled(JSON.parse(text, exact), ({ digits }) => Number(digits));
}
