import { keccak_256 } from "@noble/hashes/sha3.js";
import { ascii, Cursor, concat, Status, SW } from "./bytes.ts";

/** EIP-712 types as their definitions arrive, and the encoding of single values. */

type BaseKind = "struct" | "int" | "uint" | "address" | "bool" | "string" | "bytesN" | "bytes";

const KINDS: readonly BaseKind[] = ["struct", "int", "uint", "address", "bool", "string", "bytesN", "bytes"];

export interface FieldType {
	readonly kind: BaseKind;
	/** The struct's name; "" for others. */
	readonly struct: string;
	/** Bytes of an int, uint or bytesN. */
	readonly size: number;
	/** Array dimensions from the innermost to the outermost; `null` if the length is free. */
	readonly dimensions: readonly (number | null)[];
}

export interface StructField {
	readonly name: string;
	readonly type: FieldType;
}

const decoder = new TextDecoder();

/**
 * Reads one field of E0 1A: description, struct name, size, dimensions, key.
 * @throws Status
 */
export function readField(data: Uint8Array): StructField {
	const cursor = new Cursor(data);
	const description = cursor.byte();
	const kind = KINDS[description & 0x0f];
	if (kind === undefined) throw new Status(SW.badData, "a type that EIP-712 does not have");
	const struct = kind === "struct" ? decoder.decode(cursor.take(cursor.byte())) : "";
	const sized = (description & 0x40) !== 0;
	const size = sized ? cursor.byte() : 0;
	if ((kind === "int" || kind === "uint" || kind === "bytesN") && (size < 1 || size > 32)) {
		throw new Status(SW.badData, `a size of ${size} bytes`);
	}
	const levels = (description & 0x80) === 0 ? 0 : cursor.byte();
	const dimensions = Array.from({ length: levels }, () => {
		const form = cursor.byte();
		if (form > 1) throw new Status(SW.badData, "an unknown form of array");
		return form === 0 ? null : cursor.byte();
	});
	const name = decoder.decode(cursor.take(cursor.byte()));
	if (cursor.left > 0) throw new Status(SW.badData, "bytes after the field");
	return { name, type: { kind, struct, size, dimensions } };
}

/** The type as EIP-712 writes it, like uint8[2][] or Person[]. */
export function typeText({ kind, struct, size, dimensions }: FieldType): string {
	const base =
		kind === "struct"
			? struct
			: kind === "int" || kind === "uint"
				? `${kind}${size * 8}`
				: kind === "bytesN"
					? `bytes${size}`
					: kind;
	return base + dimensions.map((length) => `[${length ?? ""}]`).join("");
}

/** The structs defined so far, the newest last. */
export class Types {
	readonly structs = new Map<string, StructField[]>();
	private last: StructField[] | null = null;

	define(name: string): void {
		if (name === "" || this.structs.has(name)) throw new Status(SW.badData, `struct ${name} again`);
		this.last = [];
		this.structs.set(name, this.last);
	}

	addField(field: StructField): void {
		if (this.last === null) throw new Status(SW.badData, "a field of no struct");
		this.last.push(field);
	}

	fields(name: string): readonly StructField[] {
		const fields = this.structs.get(name);
		if (fields === undefined) throw new Status(SW.badData, `no struct ${name}`);
		return fields;
	}

	private collect(name: string, into: Set<string>): void {
		if (into.has(name)) return;
		into.add(name);
		for (const { type } of this.fields(name)) if (type.kind === "struct") this.collect(type.struct, into);
	}

	/** `typeHash` of EIP-712: the struct itself, then those it names, by name. */
	typeHash(name: string): Uint8Array {
		const used = new Set<string>();
		this.collect(name, used);
		used.delete(name);
		const text = [name, ...[...used].sort()]
			.map((one) => {
				const members = this.fields(one).map((field) => `${typeText(field.type)} ${field.name}`);
				return `${one}(${members.join(",")})`;
			})
			.join("");
		return keccak_256(ascii(text));
	}
}

/** Pads a value to 32 bytes with `fill`, before it, or after it if `right`. */
function padded(value: Uint8Array, fill: number, right = false): Uint8Array {
	const filling = new Uint8Array(32 - value.length).fill(fill);
	return right ? concat(value, filling) : concat(filling, value);
}

/**
 * Encodes one value that is no struct and no array, as `encodeData`.
 * @throws Status if its length does not fit
 */
export function encodeValue(type: FieldType, value: Uint8Array): Uint8Array {
	const { kind, size } = type;
	const fits = (good: boolean) => {
		if (!good) throw new Status(SW.badData, `${value.length} bytes for ${typeText(type)}`);
	};
	if (kind === "string" || kind === "bytes") return keccak_256(value);
	if (kind === "bytesN") {
		fits(value.length === size);
		return padded(value, 0, true);
	}
	if (kind === "address") fits(value.length === 20);
	else if (kind === "bool") fits(value.length === 1 && (value[0] ?? 2) < 2);
	else fits(value.length >= 1 && value.length <= size);
	// Only a value of the type's full width carries a sign: shorter ones were cut because they are small.
	const negative = kind === "int" && value.length === size && (value[0] ?? 0) >= 0x80;
	return padded(value, negative ? 0xff : 0);
}
