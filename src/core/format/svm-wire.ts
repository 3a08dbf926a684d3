import { base58, base64 } from "@scure/base";
import { AppError } from "../app-error.ts";
import { type Message, message, sentences } from "../message.ts";
import { NOTHING_SIGNED } from "../unsigned.ts";
import { remembered } from "./remembered.ts";

/** The parts that Solana's wire format is made of. Source: agave's short_vec and packet size. */

/** The most bytes that one transaction may have (agave: PACKET_DATA_SIZE). */
export const MAX_TRANSACTION_BYTES = 1232;
export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Base64 writes 3 bytes in 4 digits. */
const MAX_BASE64 = Math.ceil(MAX_TRANSACTION_BYTES / 3) * 4;

/** Bytes that are no transaction in its one canonical form. Nothing was signed. */
export class SvmBytesError extends AppError {
	readonly field: string;
	readonly saysUnsigned = true;

	constructor(field: string, what: Message, options?: ErrorOptions) {
		super(sentences(what, NOTHING_SIGNED), options);
		this.name = "SvmBytesError";
		this.field = field;
	}
}

/** Bytes of base64 as RFC 4648 writes them, padded; null for any other spelling and for more than a packet. */
export function readBase64(text: string): Uint8Array | null {
	if (text.length > MAX_BASE64) return null;
	try {
		const bytes = base64.decode(text);
		return base64.encode(bytes) === text ? bytes : null;
	} catch {
		return null;
	}
}

/** A review reads the same few keys hundreds of times, and base58 is slow to read. */
const KEYS_REMEMBERED = 1_000;

const decodedKey = remembered(KEYS_REMEMBERED, (text): Uint8Array | null => {
	try {
		const bytes = base58.decode(text);
		return bytes.length === KEY_BYTES ? bytes : null;
	} catch {
		return null;
	}
});

/** 32 bytes of base58; null for anything else. Base58 has one spelling for each. */
export function readKey(text: string): Uint8Array | null {
	if (text.length < KEY_BYTES || text.length > 44) return null;
	return decodedKey(text)?.slice() ?? null;
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
	return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

export function isZero(bytes: Uint8Array): boolean {
	return bytes.every((byte) => byte === 0);
}

/** A number of members, 0 to 65535, seven bits a byte, the lowest first. */
export function compactU16(count: number): number[] {
	if (count < 0x80) return [count];
	const low = (count & 0x7f) | 0x80;
	return count < 0x4000 ? [low, count >> 7] : [low, ((count >> 7) & 0x7f) | 0x80, count >> 14];
}

/** Walks over bytes once; throws SvmBytesError where they end too early. */
export class ByteReader {
	readonly #bytes: Uint8Array;
	#at = 0;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
	}

	get at(): number {
		return this.#at;
	}

	get left(): number {
		return this.#bytes.length - this.#at;
	}

	peek(field: string): number {
		const byte = this.#bytes[this.#at];
		if (byte === undefined) throw new SvmBytesError(field, message("match.svm-bytes.ends-within", { field }));
		return byte;
	}

	byte(field: string): number {
		const byte = this.peek(field);
		this.#at += 1;
		return byte;
	}

	bytes(count: number, field: string): Uint8Array {
		if (count > this.left) throw new SvmBytesError(field, message("match.svm-bytes.ends-within", { field }));
		this.#at += count;
		return this.#bytes.slice(this.#at - count, this.#at);
	}

	/** A compact-u16. A longer spelling of the same number is refused: it would be a second form of one meaning. */
	count(field: string): number {
		let value = 0;
		for (const shift of [0, 7, 14]) {
			const byte = this.byte(field);
			if (shift > 0 && byte === 0)
				throw new SvmBytesError(field, message("match.svm-bytes.count-spelling", { field }));
			if (shift === 14 && byte > 3)
				throw new SvmBytesError(field, message("match.svm-bytes.count-range", { field }));
			value |= (byte & 0x7f) << shift;
			if (byte < 0x80) return value;
		}
		throw new SvmBytesError(field, message("match.svm-bytes.count-range", { field }));
	}

	/** Members one by one; `read` takes at least one byte each, so that the bytes bound the loop. */
	list<T>(field: string, read: (at: number) => T): T[] {
		const count = this.count(field);
		if (count > this.left) throw new SvmBytesError(field, message("match.svm-bytes.ends-within", { field }));
		return Array.from({ length: count }, (_, at) => read(at));
	}
}
