import { isTooDeep, TOO_DEEP } from "../../service-api/depth.ts";

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

export class StrictJsonError extends Error {
	override readonly name = "StrictJsonError";
}

const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

function isNumberPart(code: number): boolean {
	return (
		(code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101
	);
}

function afterString(text: string, start: number): number {
	let at = start + 1;
	while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
	return at + 1;
}

function afterNumber(text: string, start: number): number {
	let at = start;
	while (at < text.length && isNumberPart(text.charCodeAt(at))) at += 1;
	return at;
}

/** Fractions are allowed, because an approval can't bind one (match/canonical.ts). */
const isFraction = (value: number) => Number.isFinite(value) && !Number.isInteger(value);

function checkNumber(token: string): void {
	if (isFraction(Number(token))) return;
	if (!INTEGER.test(token) || !Number.isSafeInteger(Number(token)))
		throw new StrictJsonError(`the number ${token.slice(0, 40)} is not a safe integer`);
}

function scan(text: string, check: (number: string) => void): number {
	let members = 0;
	let at = 0;
	while (at < text.length) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = afterString(text, at);
		else if (code === 45 || (code >= 48 && code <= 57)) {
			const end = afterNumber(text, at);
			check(text.slice(at, end));
			at = end;
		} else {
			if (code === COLON) members += 1;
			at += 1;
		}
	}
	return members;
}

function countMembers(value: unknown): number {
	let members = 0;
	const left: unknown[] = [value];
	while (left.length > 0) {
		const next = left.pop();
		if (typeof next !== "object" || next === null) continue;
		const inner: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
		if (!Array.isArray(next)) members += inner.length;
		// Schemas silently drop `__proto__`, so a comparison would miss it.
		if (Object.hasOwn(next, "__proto__")) throw new StrictJsonError("a member is named __proto__");
		for (const item of inner) left.push(item);
	}
	return members;
}

/** A duplicate key occurs twice in the text but only once in the value. */
function refuseDoubles(text: string, value: unknown, check: (number: string) => void): void {
	if (scan(text, check) !== countMembers(value))
		throw new StrictJsonError("an object has the same key twice");
}

export function parsePageOnce(text: string): unknown {
	const value = parsePageJson(text);
	refuseDoubles(text, value, () => {});
	return value;
}

/**
 * Rejects duplicate keys and unsafe integers in JSON that will be signed, because two parsers could read them
 * differently. `JSON.parse` would keep the last key and round the number.
 */
export function parseStrictJson(text: string): unknown {
	const value: unknown = JSON.parse(text);
	if (isTooDeep(value)) throw new StrictJsonError(`it is ${TOO_DEEP}`);
	refuseDoubles(text, value, checkNumber);
	return value;
}
