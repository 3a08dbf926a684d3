import { keccak_256 } from "@noble/hashes/sha3.js";
import { ascii, Cursor, concat, Status, SW } from "./bytes.ts";

/** Parses EIP-712 type definitions as they arrive, and encodes single values. */

type BaseKind = "struct" | "int" | "uint" | "address" | "bool" | "string" | "bytesN" | "bytes";

const KINDS: readonly BaseKind[] = ["struct", "int", "uint", "address", "bool", "string", "bytesN", "bytes"];

export interface FieldType {
	readonly kind: BaseKind;
	/** Name of the struct; "" for other kinds. */
	readonly struct: string;
	/** Size of an int, uint or bytesN in bytes. */
	readonly size: number;
	/** Array dimensions from the innermost to the outermost; `null` for a dynamic length. */
	readonly dimensions: readonly (number | null)[];
}

export interface StructField {
	readonly name: string;
	readonly type: FieldType;
}

const decoder = new TextDecoder();

/** Reads one field of E0 1A: description, struct name, size, dimensions and key. @throws Status */
export function readField(data: Uint8Array): StructField {
	const cursor = new Cursor(data);
	const description = cursor.byte();
	const kind = KINDS[description & 0x0f];
	if (kind === undefined) throw new Status(SW.badData, "a type that EIP-712 does not have");
	const struct = kind === "struct" ? decoder.decode(cursor.readBytes(cursor.byte())) : "";
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
	const name = decoder.decode(cursor.readBytes(cursor.byte()));
	if (cursor.remaining > 0) throw new Status(SW.badData, "bytes after the field");
	return { name, type: { kind, struct, size, dimensions } };
}

/** Formats the type as EIP-712 writes it, such as uint8[2][] or Person[]. */
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

/** Structs defined so far, in the order of their definition. */
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

	/**
	 * Returns the `typeHash` of EIP-712: of the struct itself, then of the structs that it names, sorted by
	 * name.
	 */
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

/** Pads a value to 32 bytes with `fill`, on the left or, if `right`, on the right. */
function padded(value: Uint8Array, fill: number, right = false): Uint8Array {
	const filling = new Uint8Array(32 - value.length).fill(fill);
	return right ? concat(value, filling) : concat(filling, value);
}

/**
 * Encodes one value that is neither a struct nor an array, as in `encodeData`.
 * @throws Status if its length is wrong
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
	// Only a value of the type's full width has a sign; shorter ones are positive and were truncated.
	const negative = kind === "int" && value.length === size && (value[0] ?? 0) >= 0x80;
	return padded(value, negative ? 0xff : 0);
}
