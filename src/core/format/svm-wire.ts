import { base58, base64 } from "@scure/base";
import { AppError } from "../app-error.ts";
import { type Message, message, sentences } from "../localized-text.ts";
import { NOTHING_SIGNED } from "../unsigned.ts";
import { memoized } from "./remembered.ts";

/** Same as PACKET_DATA_SIZE in agave. */
export const MAX_TRANSACTION_BYTES = 1232;
export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

const MAX_BASE64 = Math.ceil(MAX_TRANSACTION_BYTES / 3) * 4;

export class SvmBytesError extends AppError {
	readonly field: string;
	readonly saysUnsigned = true;

	constructor(field: string, what: Message, options?: ErrorOptions) {
		super(sentences(what, NOTHING_SIGNED), options);
		this.name = "SvmBytesError";
		this.field = field;
	}
}

/**
 * Decodes padded base64 (RFC 4648). Returns `null` if the text is in any other form or exceeds one packet.
 */
export function readBase64(text: string): Uint8Array | null {
	if (text.length > MAX_BASE64) return null;
	try {
		const bytes = base64.decode(text);
		return base64.encode(bytes) === text ? bytes : null;
	} catch {
		return null;
	}
}

/** Cached because a review decodes the same few keys hundreds of times, and base58 is slow. */
const KEYS_REMEMBERED = 1_000;

const decodedKey = memoized(KEYS_REMEMBERED, (text): Uint8Array | null => {
	try {
		const bytes = base58.decode(text);
		return bytes.length === KEY_BYTES ? bytes : null;
	} catch {
		return null;
	}
});

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

/** Encodes a length of up to 65535 with seven bits per byte, lowest first (agave's short_vec). */
export function compactU16(count: number): number[] {
	if (count < 0x80) return [count];
	const low = (count & 0x7f) | 0x80;
	return count < 0x4000 ? [low, count >> 7] : [low, ((count >> 7) & 0x7f) | 0x80, count >> 14];
}

/** @throws SvmBytesError if the data is truncated */
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

	/** Rejects longer encodings, because each value must have only one encoding. */
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

	/** The loop is bounded because `read` consumes at least one byte. */
	list<T>(field: string, read: (at: number) => T): T[] {
		const count = this.count(field);
		if (count > this.left) throw new SvmBytesError(field, message("match.svm-bytes.ends-within", { field }));
		return Array.from({ length: count }, (_, at) => read(at));
	}
}

export function shortKey(address: string): string | null {
	return readKey(address) === null ? null : `${address.slice(0, 6)}…${address.slice(-6)}`;
}
