import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { HDKey } from "micro-key-producer/slip10.js";
import { RAW_SEED, readPath } from "../../core/format/derivation-path.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import { secretBuffer, secretCopy, wipe, withSecret } from "../memory.ts";

const SEED_BYTES = 32;
const PAIR_BYTES = 64;

export function pathOfSvm(index: number): string {
	return `m/44'/501'/${index}'/0'`;
}

function wipeNode(node: HDKey): void {
	wipe(node.privateKey, node.chainCode);
}

/** @returns 32-byte ed25519 seed, which the caller wipes */
export function deriveSvmKeyAt(seed: Uint8Array, path: string): Buffer {
	if (path === RAW_SEED) return secretCopy(seed.subarray(0, SEED_BYTES));
	const steps = readPath("svm", path);
	if (steps === null) throw new Error("Invalid derivation path.");
	let node = HDKey.fromMasterSeed(seed);
	for (const step of steps) {
		const child = node.deriveChild(step);
		wipeNode(node);
		node = child;
	}
	const key = secretCopy(node.privateKey);
	wipeNode(node);
	return key;
}

export function addressOfSvm(key: Uint8Array): string {
	return base58.encode(ed25519.getPublicKey(key));
}

const BASE58 = new TextEncoder().encode("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");

/** Returns `false` unless the decoded number fills `into` exactly. */
function readBase58(text: Uint8Array, into: Uint8Array): boolean {
	for (const letter of text) {
		let carry = BASE58.indexOf(letter);
		if (carry === -1) return false;
		for (let at = into.length - 1; at >= 0; at -= 1) {
			carry += (into[at] ?? 0) * 58;
			into[at] = carry & 0xff;
			carry >>= 8;
		}
		if (carry !== 0) return false;
	}
	// Each leading zero byte is encoded as a leading `1`.
	const zeros = into.findIndex((byte) => byte !== 0);
	const ones = text.findIndex((letter) => letter !== BASE58[0]);
	return zeros === ones;
}

const MAX_BASE58 = 88;

export function svmKeyText(key: Uint8Array): Buffer {
	const pair = secretBuffer(PAIR_BYTES);
	pair.set(key);
	pair.set(ed25519.getPublicKey(key), SEED_BYTES);
	const zeros = Math.max(
		pair.findIndex((byte) => byte !== 0),
		0,
	);
	const digits = secretBuffer(MAX_BASE58);
	let length = 0;
	for (const byte of pair) {
		let carry = byte;
		for (let at = 0; at < length || carry > 0; at += 1) {
			carry += (digits[at] ?? 0) * 256;
			digits[at] = carry % 58;
			carry = Math.floor(carry / 58);
			length = Math.max(length, at + 1);
		}
	}
	const text = secretBuffer(zeros + length);
	for (let at = 0; at < text.byteLength; at += 1)
		text[at] = BASE58[at < zeros ? 0 : (digits[length - 1 - (at - zeros)] ?? 0)] ?? 0;
	wipe(pair, digits);
	return text;
}

const [OPEN, CLOSE, COMMA, ZERO, NINE] = [0x5b, 0x5d, 0x2c, 0x30, 0x39] as const;
const isSpace = (byte: number | undefined) =>
	byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

function readList(text: Uint8Array, into: Uint8Array): boolean {
	let at = 0;
	function next(): number | undefined {
		while (isSpace(text[at])) at += 1;
		return text[at];
	}
	function addByte(byte: number): boolean {
		if (next() !== byte) return false;
		at += 1;
		return true;
	}
	function readByte(): number | null {
		next();
		const start = at;
		let value = 0;
		for (let digit = text[at]; digit !== undefined && digit >= ZERO && digit <= NINE; digit = text[at]) {
			value = value * 10 + digit - ZERO;
			at += 1;
			if (value > 0xff) return null;
		}
		const length = at - start;
		return length === 0 || (length > 1 && text[start] === ZERO) ? null : value;
	}
	if (!addByte(OPEN)) return false;
	for (let index = 0; index < into.length; index += 1) {
		if (index > 0 && !addByte(COMMA)) return false;
		const value = readByte();
		if (value === null) return false;
		into[index] = value;
	}
	return addByte(CLOSE) && next() === undefined;
}

/** Reads a 64-byte key pair in base58 or as a JSON list. Returns `null` if its public key doesn't match. */
export function readSvmKey(text: Uint8Array): Buffer | null {
	return withSecret(secretBuffer(PAIR_BYTES), (pair) => {
		const read = text[0] === OPEN || isSpace(text[0]) ? readList : readBase58;
		if (!read(text, pair)) return null;
		const key = secretCopy(pair.subarray(0, SEED_BYTES));
		// Signing with a public key that doesn't match would reveal the private key.
		if (Buffer.compare(ed25519.getPublicKey(key), pair.subarray(SEED_BYTES)) === 0) return key;
		wipe(key);
		return null;
	});
}

export function signSvm(message: Uint8Array, key: Uint8Array): Uint8Array {
	return ed25519.sign(message, key);
}

export function verifiesSvm(signature: Uint8Array, message: Uint8Array, address: string): boolean {
	const key = readKey(address);
	if (key === null) return false;
	try {
		return ed25519.verify(signature, message, key, { zip215: false });
	} catch {
		return false;
	}
}
