import { type Hex, readAddress } from "../format/numeral.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedStruct, TypedValue } from "../match/typed-data/reading.ts";

function need<T>(value: T | null, path: string): T {
	if (value === null) throw new Error(`recognised typed data without ${path}`);
	return value;
}

export function addressAt(message: TypedStruct, path: string): Hex {
	const value = memberAt(message, path);
	return need(typeof value === "string" ? readAddress(value) : null, path);
}

export function wholeAt(message: TypedStruct, path: string): bigint {
	const value = memberAt(message, path);
	return need(typeof value === "bigint" ? value : null, path);
}

export function textAt(message: TypedStruct, path: string): string {
	const value = memberAt(message, path);
	return need(typeof value === "string" ? value : null, path);
}

export function boolAt(message: TypedStruct, path: string): boolean {
	const value = memberAt(message, path);
	return need(typeof value === "boolean" ? value : null, path);
}

const isStruct = (value: TypedValue): value is TypedStruct =>
	typeof value === "object" && !Array.isArray(value);

export function structAt(message: TypedStruct, path: string): TypedStruct {
	const value = memberAt(message, path);
	return need(value !== undefined && isStruct(value) ? value : null, path);
}

export function structsAt(message: TypedStruct, path: string): readonly TypedStruct[] {
	const value = memberAt(message, path);
	return Array.isArray(value) ? value.filter(isStruct) : [];
}

export const ZERO: Hex = `0x${"0".repeat(40)}`;
