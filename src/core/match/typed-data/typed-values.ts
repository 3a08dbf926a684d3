import { readAddress, readBytes } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";
import { message } from "../../localized-text.ts";
import {
	arrayOf,
	bitsOf,
	isIdentifier,
	isRecord,
	structOf,
	TypedDataError,
	type TypedMember,
	type TypedTypes,
} from "./types.ts";

export type TypedValue = bigint | string | boolean | readonly TypedValue[] | TypedStruct;
export interface TypedStruct {
	readonly [member: string]: TypedValue;
}

/** A leaf has a value, and a branch has children. Text is unchanged and may be hostile. */
export interface TypedNode {
	readonly name: string;
	readonly type: string;
	readonly value: string | null;
	readonly children: readonly TypedNode[];
}

export interface TypedRead {
	readonly value: TypedValue;
	readonly node: TypedNode;
}

const MAX_NODES = 20_000;
const DEEPEST = 32;
const MAX_TEXT = 512 * 1024;

export interface Bounds {
	nodes: number;
	text: number;
}

export const freshBounds = (): Bounds => ({ nodes: MAX_NODES, text: MAX_TEXT });

function spend(bounds: Bounds, field: string, depth: number): void {
	bounds.nodes -= 1;
	if (bounds.nodes < 0) throw new TypedDataError(field, message("match.typed-data.too-many-values"));
	if (depth > DEEPEST) throw new TypedDataError(field, message("match.typed-data.too-deep"));
}

/** Rejects a minus sign before zero, because libraries disagree on whether that is a number. */
const DECIMAL = /^(?!-0+$)-?[0-9]{1,256}$/;
const HEX = /^0x[0-9a-fA-F]{1,256}$/;

/** Parses a safe integer, decimal digits or hex. All libraries ignore leading zeros. */
function readInteger(value: unknown): bigint | null {
	if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : null;
	if (typeof value !== "string") return null;
	return DECIMAL.test(value) || HEX.test(value) ? BigInt(value) : null;
}

function inRange(type: string, value: bigint): boolean {
	const signed = type.startsWith("int");
	const bits = bitsOf(type);
	const [least, above] = signed
		? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1)]
		: [0n, 2n ** BigInt(bits)];
	return value >= least && value < above;
}

const wrong = (field: string, type: string) =>
	new TypedDataError(field, message("match.typed-data.value-unreadable", { member: field, type }));

function readAtom(type: string, value: unknown, field: string): string | bigint | boolean {
	if (type.startsWith("uint") || type.startsWith("int")) {
		const whole = readInteger(value);
		if (whole === null) throw wrong(field, type);
		if (!inRange(type, whole))
			throw new TypedDataError(field, message("match.typed-data.value-range", { member: field, type }));
		return whole;
	}
	if (type === "bool") {
		// Libraries agree on the numbers 0 and 1, but not on strings.
		if (typeof value !== "boolean" && value !== 0 && value !== 1) throw wrong(field, type);
		return value === true || value === 1;
	}
	if (typeof value !== "string") throw wrong(field, type);
	if (type === "string") {
		if (!value.isWellFormed()) throw wrong(field, type);
		return value;
	}
	const bytes = type === "address" ? readAddress(value) : readBytes(value);
	const size = /^bytes([0-9]+)$/.exec(type)?.[1];
	if (bytes === null || (size !== undefined && bytes.length !== 2 + 2 * Number(size)))
		throw wrong(field, type);
	return bytes;
}

function leaf(member: TypedMember, value: unknown, field: string, bounds: Bounds): TypedRead {
	const read = readAtom(member.type, value, field);
	const text = String(read);
	bounds.text -= text.length;
	if (bounds.text < 0) throw new TypedDataError(field, message("match.typed-data.too-much-text"));
	return { value: read, node: { ...member, value: text, children: [] } };
}

interface ReadPosition {
	readonly types: TypedTypes;
	readonly bounds: Bounds;
	readonly field: string;
	readonly depth: number;
}

const inside = (position: ReadPosition, field: string): ReadPosition => ({
	...position,
	field,
	depth: position.depth + 1,
});

/**
 * Parses, limits and displays the values in a single pass, so the displayed values are exactly the hashed
 * values.
 */
export function readStructValue(members: readonly TypedMember[], value: unknown, position: ReadPosition) {
	const { field } = position;
	if (!isRecord(value))
		throw new TypedDataError(field, message("match.typed-data.not-object", { member: field }));
	const names = new Set(members.map((member) => member.name));
	const stranger = Object.keys(value).find((name) => !names.has(name));
	if (stranger !== undefined)
		throw new TypedDataError(
			// A name that isn't an identifier is displayed, but never becomes part of a path.
			isIdentifier(stranger) ? `${field}.${stranger}` : field,
			message("match.typed-data.member-undeclared", { member: field, name: plain(stranger, 64) }),
		);
	const read = members.map((member) => {
		const below = `${field}.${member.name}`;
		if (!Object.hasOwn(value, member.name))
			throw new TypedDataError(below, message("match.typed-data.member-declared-missing", { member: below }));
		return readValue(member, value[member.name], inside(position, below));
	});
	const struct: TypedStruct = Object.fromEntries(read.map((each) => [each.node.name, each.value]));
	return { value: struct, nodes: read.map((each) => each.node) };
}

function readValue(member: TypedMember, value: unknown, position: ReadPosition): TypedRead {
	const { types, bounds, field, depth } = position;
	spend(bounds, field, depth);
	const array = arrayOf(member.type);
	if (array !== null) {
		if (!Array.isArray(value)) throw wrong(field, member.type);
		if (array.length !== null && value.length !== array.length)
			throw new TypedDataError(field, message("match.typed-data.item-count", { member: field }));
		const items = value.map((item: unknown, at) =>
			readValue({ name: `[${at}]`, type: array.item }, item, inside(position, `${field}[${at}]`)),
		);
		const children = items.map((item) => item.node);
		return { value: items.map((item) => item.value), node: { ...member, value: null, children } };
	}
	const members = structOf(types, member.type);
	if (members === null) return leaf(member, value, field, bounds);
	const struct = readStructValue(members, value, position);
	return { value: struct.value, node: { ...member, value: null, children: struct.nodes } };
}
