import { base58 } from "@scure/base";
import { isBareHash, textOf } from "./bytes.ts";

/**
 * ed25519 signs messages and transactions in the same way, so a signed message could be used as a
 * transaction.
 */

const KEY = 32;
const SIGNATURE = 64;

/** More tolerant than a validator, because it accepts any encoding of a count. */
class ByteReader {
	readonly #bytes: Uint8Array;
	at: number;
	#ended = false;

	constructor(bytes: Uint8Array, at: number) {
		this.#bytes = bytes;
		this.at = at;
	}

	get ended(): boolean {
		return this.#ended;
	}

	byte(): number {
		const byte = this.#bytes[this.at];
		this.skip(1);
		return byte ?? 0;
	}

	skip(count: number): void {
		this.at += count;
		if (this.at > this.#bytes.length) this.#ended = true;
	}

	count(): number {
		let value = 0;
		for (const shift of [0, 7, 14]) {
			const byte = this.byte();
			value |= (byte & 0x7f) << shift;
			if (byte < 0x80) break;
		}
		return value;
	}

	each(count: number, step: () => void): void {
		for (let round = 0; round < count && !this.#ended; round += 1) step();
	}
}

function skipInstruction(reader: ByteReader): void {
	reader.skip(1);
	reader.skip(reader.count());
	reader.skip(reader.count());
}

function skipLookup(reader: ByteReader): void {
	reader.skip(KEY);
	reader.skip(reader.count());
	reader.skip(reader.count());
}

/** Allows excess bytes if the header can't be a coincidence. */
function messageAt(bytes: Uint8Array, at: number): boolean {
	const isVersioned = (bytes[at] ?? 0) >= 0x80;
	const reader = new ByteReader(bytes, isVersioned ? at + 1 : at);
	const [signers, readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte(), reader.byte()];
	const keys = reader.count();
	reader.skip(keys * KEY + KEY);
	reader.each(reader.count(), () => skipInstruction(reader));
	if (isVersioned) reader.each(reader.count(), () => skipLookup(reader));
	if (reader.ended) return false;
	const fitting = signers > readonlySigned && signers + readonlyUnsigned <= keys;
	return fitting || (reader.at === bytes.length && signers <= keys);
}

/**
 * Bytes from 0x80 to 0xbf at the start mark a versioned message. UTF-8 text never starts with one of them.
 */
function startsVersioned(bytes: Uint8Array): boolean {
	const first = bytes[0] ?? 0;
	return first >= 0x80 && (first < 0xc0 || textOf(bytes) === null);
}

/**
 * Returns whether a validator could read these bytes as a transaction or its message. If unsure, returns
 * `true`: any prefix of a versioned message counts, and so does anything that parses as a bare message.
 */
export function looksLikeSvmTransaction(bytes: Uint8Array): boolean {
	if (bytes.length === 0 || hasOffchainDomain(bytes)) return false;
	if (startsVersioned(bytes) || messageAt(bytes, 0)) return true;
	const reader = new ByteReader(bytes, 0);
	reader.skip(reader.count() * SIGNATURE);
	return !reader.ended && messageAt(bytes, reader.at);
}

/** Source: https://github.com/anza-xyz/agave/blob/master/docs/src/proposals/off-chain-message-signing.md */
export interface OffchainMessage {
	readonly version: number;
	readonly applicationDomain: string | null;
	readonly signers: readonly string[];
	readonly text: string;
}

const DOMAIN = Uint8Array.of(0xff, ...new TextEncoder().encode("solana offchain"));

export function hasOffchainDomain(bytes: Uint8Array): boolean {
	return DOMAIN.every((byte, at) => bytes[at] === byte);
}

const MAX_EXTENDED = 65_515;
const MAX_SHORT = 1212;

/**
 * Format 0 is printable ASCII, and formats 1 and 2 are UTF-8. Formats 0 and 1 are limited to the length that
 * hardware devices support.
 */
function formatted(format: number, bytes: Uint8Array): string | null {
	const text = textOf(bytes);
	if (text === null || text === "" || format > 2) return null;
	if (bytes.length > (format === 2 ? MAX_EXTENDED : MAX_SHORT)) return null;
	return format === 0 && !/^[\x20-\x7e]+$/.test(text) ? null : text;
}

function keysAt(bytes: Uint8Array, at: number, count: number): string[] | null {
	if (count === 0 || at + count * KEY > bytes.length) return null;
	return Array.from({ length: count }, (_, index) =>
		base58.encode(bytes.slice(at + index * KEY, at + (index + 1) * KEY)),
	);
}

function tail(bytes: Uint8Array, formatAt: number, lengthAt: number): string | null {
	const length = (bytes[lengthAt] ?? 0) | ((bytes[lengthAt + 1] ?? 0) << 8);
	const text = bytes.slice(lengthAt + 2);
	return text.length === length ? formatted(bytes[formatAt] ?? 255, text) : null;
}

const BODY = DOMAIN.length + 1;

/** Parses version 0 as the proposal defines it: application domain, format, signers, length, text. */
function proposed(bytes: Uint8Array): OffchainMessage | null {
	const formatAt = BODY + KEY;
	const count = bytes[formatAt + 1] ?? 0;
	const signers = keysAt(bytes, formatAt + 2, count);
	const text = tail(bytes, formatAt, formatAt + 2 + count * KEY);
	if (signers === null || text === null) return null;
	const domain = Array.from(bytes.slice(BODY, formatAt), (byte) => byte.toString(16).padStart(2, "0"));
	return { version: 0, applicationDomain: domain.join(""), signers, text };
}

/** Parses version 0 as the Solana command line writes it: format, length, text. */
function short(bytes: Uint8Array): OffchainMessage | null {
	const text = tail(bytes, BODY, BODY + 1);
	return text === null ? null : { version: 0, applicationDomain: null, signers: [], text };
}

/** Parses version 1: signers, followed by text up to the end. */
function first(bytes: Uint8Array): OffchainMessage | null {
	const count = bytes[BODY] ?? 0;
	const signers = keysAt(bytes, BODY + 1, count);
	const text = textOf(bytes.slice(BODY + 1 + count * KEY));
	return signers === null || text === null || text === ""
		? null
		: { version: 1, applicationDomain: null, signers, text };
}

export function readOffchainMessage(bytes: Uint8Array): OffchainMessage | null {
	if (!hasOffchainDomain(bytes)) return null;
	const version = bytes[DOMAIN.length];
	if (version === 0) return proposed(bytes) ?? short(bytes);
	return version === 1 ? first(bytes) : null;
}

export function personalText(bytes: Uint8Array): string | null {
	return isBareHash(bytes) ? null : textOf(bytes);
}

export function svmText(bytes: Uint8Array): string | null {
	return readOffchainMessage(bytes)?.text ?? (hasOffchainDomain(bytes) ? null : textOf(bytes));
}
