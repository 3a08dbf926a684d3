import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { message } from "../../message.ts";
import { arrayOf, encodeType, structOf, TypedDataError, type TypedTypes } from "./types.ts";
import type { TypedStruct, TypedValue } from "./values.ts";

/**
 * EIP-712's encodeData and hashStruct over values that were read strictly. Written here because libraries hash a
 * struct's type anew for each item of an array: ten thousand items of a wide type would hold the vault for minutes.
 */

const WORD = 32;

function word(value: bigint): Uint8Array {
	return hexToBytes(
		BigInt.asUintN(256, value)
			.toString(16)
			.padStart(2 * WORD, "0"),
	);
}

/** Hex digits in a word: at its end for an address, at its start for bytesN. */
function padded(hex: string, left: boolean): Uint8Array {
	const digits = hex.slice(2);
	return hexToBytes(left ? digits.padStart(2 * WORD, "0") : digits.padEnd(2 * WORD, "0"));
}

const isStruct = (value: TypedValue): value is TypedStruct =>
	typeof value === "object" && !Array.isArray(value);

/** Hashes the structs of one set of types; the hash of each type is made once. */
export class StructHasher {
	readonly #types: TypedTypes;
	readonly #typeHashes = new Map<string, Uint8Array>();

	constructor(types: TypedTypes) {
		this.#types = types;
	}

	#typeHash(name: string): Uint8Array {
		const known = this.#typeHashes.get(name);
		if (known !== undefined) return known;
		const hash = keccak_256(utf8ToBytes(encodeType(this.#types, name)));
		this.#typeHashes.set(name, hash);
		return hash;
	}

	/** keccak-256 of the type's hash and the encoded members. */
	struct(name: string, value: TypedStruct): Uint8Array {
		const members = structOf(this.#types, name) ?? [];
		const words = members.map((member) => {
			const own = value[member.name];
			if (own === undefined)
				throw new TypedDataError(member.name, message("match.typed-data.member-missing"));
			return this.#encode(member.type, own);
		});
		return keccak_256(concatBytes(this.#typeHash(name), ...words));
	}

	#encode(type: string, value: TypedValue): Uint8Array {
		const array = arrayOf(type);
		if (array !== null && Array.isArray(value))
			return keccak_256(concatBytes(...value.map((item: TypedValue) => this.#encode(array.item, item))));
		if (isStruct(value)) return this.struct(type, value);
		if (typeof value === "bigint") return word(value);
		if (typeof value === "boolean") return word(value ? 1n : 0n);
		if (typeof value !== "string") throw new TypedDataError(type, message("match.typed-data.member-type"));
		if (type === "string") return keccak_256(utf8ToBytes(value));
		if (type === "bytes") return keccak_256(hexToBytes(value.slice(2)));
		return padded(value, type === "address");
	}
}
