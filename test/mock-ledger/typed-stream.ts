import { keccak_256 } from "@noble/hashes/sha3.js";
import { Cursor, concat, Status, SW, toHex, toUint } from "./bytes.ts";
import { checksummed } from "./keys.ts";
import { encodeValue, type FieldType, type StructField, type Types } from "./typed-data.ts";

/** Hashes the values of EIP-712 data as they arrive one by one (E0 1C). */

const DEEPEST = 32;

type Want =
	| { readonly kind: "array"; readonly length: number | null }
	/** `path` is like "details.token", with "[]" for each array on the way. */
	| { readonly kind: "value"; readonly field: StructField; readonly path: string };
type Given = { readonly length: number } | { readonly value: Uint8Array };
type Hashing = Generator<Want, Uint8Array, Given>;

function* hashStruct(types: Types, name: string, path: string, depth: number): Hashing {
	if (depth > DEEPEST) throw new Status(SW.badData, "structs in structs without end");
	const parts = [types.typeHash(name)];
	const before = path === "" ? "" : `${path}.`;
	for (const field of types.fields(name))
		parts.push(yield* hashField(types, field, field.type, `${before}${field.name}`, depth));
	return keccak_256(concat(...parts));
}

function* hashField(types: Types, field: StructField, type: FieldType, path: string, depth: number): Hashing {
	if (type.dimensions.length > 0) {
		const element = { ...type, dimensions: type.dimensions.slice(0, -1) };
		const given = yield { kind: "array", length: type.dimensions.at(-1) ?? null };
		const count = "length" in given ? given.length : 0;
		const parts: Uint8Array[] = [];
		for (let at = 0; at < count; at += 1)
			parts.push(yield* hashField(types, field, element, `${path}.[]`, depth + 1));
		return keccak_256(concat(...parts));
	}
	if (type.kind === "struct") return yield* hashStruct(types, type.struct, path, depth + 1);
	const given = yield { kind: "value", field, path };
	return encodeValue(type, "value" in given ? given.value : new Uint8Array());
}

/** Formats a value as the device does. */
function shown(type: FieldType, value: Uint8Array): string {
	switch (type.kind) {
		case "string":
			return new TextDecoder().decode(value);
		case "address":
			return checksummed(value);
		case "bool":
			return (value[0] ?? 0) === 0 ? "false" : "true";
		case "uint":
			return toUint(value).toString();
		case "int": {
			const encoded = encodeValue(type, value);
			return BigInt.asIntN(256, toUint(encoded)).toString();
		}
		default:
			return `0x${toHex(value).toUpperCase()}`;
	}
}

/** Stream of the values of one struct, including nested structs. */
export class StructStream {
	readonly name: string;
	/** Label and displayed text of each value so far. */
	readonly seen: { readonly label: string; readonly text: string }[] = [];
	/** Called with each whole value, before it is hashed. */
	onValue: (field: StructField, value: Uint8Array) => void = () => {};
	private readonly hashing: Hashing;
	private want: Want | null = null;
	private done: Uint8Array | null = null;
	private partial: Uint8Array | null = null;
	/** Length of the value in `partial`, in bytes. */
	private expected = 0;

	constructor(types: Types, name: string) {
		this.name = name;
		this.hashing = hashStruct(types, name, "", 0);
		this.advance(this.hashing.next());
	}

	/** `hashStruct` of EIP-712; `null` until every value has arrived. */
	get hash(): Uint8Array | null {
		return this.done;
	}

	private advance(step: IteratorResult<Want, Uint8Array>): void {
		this.want = step.done === true ? null : step.value;
		this.done = step.done === true ? step.value : null;
	}

	/** Path of the next value; empty if there is none. */
	get path(): string {
		return this.want?.kind === "value" ? this.want.path : "";
	}

	/** Sets the length of the next array. */
	array(length: number): void {
		const { want } = this;
		if (want?.kind !== "array" || this.partial !== null)
			throw new Status(SW.badData, "no array belongs here");
		if (want.length !== null && want.length !== length) {
			throw new Status(SW.badData, `${length} elements for an array of ${want.length}`);
		}
		this.advance(this.hashing.next({ length }));
	}

	/** Adds a chunk of the next value. Its first chunk begins with the value's length in two bytes. */
	chunk(data: Uint8Array, more: boolean): void {
		const { want } = this;
		if (want?.kind !== "value") throw new Status(SW.badData, "no value belongs here");
		const cursor = new Cursor(data);
		if (this.partial === null) this.expected = Number(toUint(cursor.readBytes(2)));
		const value = concat(this.partial ?? new Uint8Array(), cursor.rest());
		const whole = value.length === this.expected;
		if (value.length > this.expected || whole === more)
			throw new Status(SW.badData, "a value of another length");
		this.partial = more ? value : null;
		if (more) return;
		this.onValue(want.field, value);
		this.advance(this.hashing.next({ value }));
		this.seen.push({ label: want.field.name, text: shown(want.field.type, value) });
	}
}
