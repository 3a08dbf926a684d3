import { createHash, pbkdf2Sync } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { readPath } from "../../core/format/derivation-path.ts";
import type { EvmSignature } from "../../core/match/evm/bytes.ts";
import { secretBuffer, secretCopy, wipe, withSecret } from "../memory.ts";

const PHRASE_ENTROPY_BYTES = 16;
const MAX_WORD_LENGTH = 8;

export function newEntropy(random: (length: number) => Uint8Array): Buffer {
	return withSecret(random(PHRASE_ENTROPY_BYTES), secretCopy);
}

/** Strings can't be wiped, so callers must not keep the words longer than necessary. */
export function wordsOf(entropy: Uint8Array): string[] {
	return entropyToMnemonic(entropy, wordlist).split(" ");
}

function phraseWords(phrase: Uint8Array): string[] {
	return new TextDecoder().decode(phrase).normalize("NFKD").toLowerCase().trim().split(/\s+/);
}

export function readPhrase(phrase: Uint8Array): Buffer | null {
	try {
		return withSecret(mnemonicToEntropy(phraseWords(phrase).join(" "), wordlist), secretCopy);
	} catch {
		return null;
	}
}

export type PhraseFault =
	| { readonly kind: "count"; readonly count: number }
	/** Position in the phrase, starting at 1. */
	| { readonly kind: "word"; readonly place: number; readonly word: string }
	| { readonly kind: "checksum" };

const COUNTS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);

export function phraseFault(phrase: Uint8Array): PhraseFault {
	const words = phraseWords(phrase);
	const index = words.findIndex((word) => !wordlist.includes(word));
	if (index !== -1) return { kind: "word", place: index + 1, word: words[index] ?? "" };
	return COUNTS.has(words.length) ? { kind: "checksum" } : { kind: "count", count: words.length };
}

/**
 * Encodes the recovery phrase without creating a string, which couldn't be wiped (BIP-39: 11 bits per word).
 */
export function phraseBytes(entropy: Uint8Array): Buffer {
	const sum = createHash("sha256").update(entropy).digest();
	const bits = entropy.length * 8;
	const bitAt = (at: number) => {
		const [source, index] = at < bits ? [entropy, at] : [sum, at - bits];
		return ((source[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
	};
	const count = (bits + bits / 32) / 11;
	const text = secretBuffer(count * (MAX_WORD_LENGTH + 1));
	let end = 0;
	for (let word = 0; word < count; word += 1) {
		let index = 0;
		for (let bit = 0; bit < 11; bit += 1) index = (index << 1) | bitAt(word * 11 + bit);
		if (word > 0) end += text.write(" ", end, "ascii");
		end += text.write(wordlist[index] ?? "", end, "ascii");
	}
	wipe(sum);
	return text.subarray(0, end);
}

const NO_PASSPHRASE = new Uint8Array(0);
const SALT = Buffer.from("mnemonic", "ascii");

/**
 * The English words are already NFKD.
 * @param passphrase NFKD in UTF-8
 */
export function seedOf(entropy: Uint8Array, passphrase: Uint8Array = NO_PASSPHRASE): Buffer {
	const salt = secretBuffer(SALT.byteLength + passphrase.byteLength);
	salt.set(SALT);
	salt.set(passphrase, SALT.byteLength);
	return withSecret(salt, () =>
		withSecret(phraseBytes(entropy), (text) => pbkdf2Sync(text, salt, 2048, 64, "sha512")),
	);
}

export function pathOf(index: number): string {
	return `m/44'/60'/0'/0/${index}`;
}

export function deriveKeyAt(seed: Uint8Array, path: string): Buffer {
	const steps = readPath("evm", path);
	if (steps === null) throw new Error("Invalid derivation path.");
	let node = HDKey.fromMasterSeed(seed);
	for (const step of steps) {
		const child = node.deriveChild(step);
		node.wipePrivateData();
		node = child;
	}
	const copy = node.privateKey;
	node.wipePrivateData();
	if (copy === null) throw new Error("The derived node has no private key.");
	return withSecret(copy, secretCopy);
}

function digit(byte: number | undefined): number | null {
	if (byte === undefined) return null;
	if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
	const lower = byte | 0x20;
	return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : null;
}

/** Reads 64 hex digits, with or without 0x. Returns `null` if the number isn't a valid private key. */
export function readKey(text: Uint8Array): Buffer | null {
	const start = text[0] === 0x30 && text[1] === 0x78 ? 2 : 0;
	if (text.byteLength - start !== 64) return null;
	const key = secretBuffer(32);
	for (let at = 0; at < 32; at += 1) {
		const high = digit(text[start + at * 2]);
		const low = digit(text[start + at * 2 + 1]);
		if (high === null || low === null) {
			wipe(key);
			return null;
		}
		key[at] = high * 16 + low;
	}
	if (secp256k1.utils.isValidSecretKey(key)) return key;
	wipe(key);
	return null;
}

function checksummed(address: Uint8Array): string {
	const text = Buffer.from(address).toString("hex");
	const hash = keccak_256(new TextEncoder().encode(text));
	const letters = [...text].map((letter, at) => {
		const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 0xf;
		return nibble >= 8 ? letter.toUpperCase() : letter;
	});
	return `0x${letters.join("")}`;
}

function addressOfPublic(uncompressed: Uint8Array): string {
	return checksummed(keccak_256(uncompressed.subarray(1)).subarray(12));
}

export function addressOf(key: Uint8Array): string {
	return addressOfPublic(secp256k1.getPublicKey(key, false));
}

const HEX = Buffer.from("0123456789abcdef", "ascii");

export function keyText(key: Uint8Array): Buffer {
	const text = secretBuffer(2 + 2 * key.byteLength);
	text.write("0x", "ascii");
	for (const [at, byte] of key.entries()) {
		text[2 + 2 * at] = HEX[byte >> 4] ?? 0;
		text[3 + 2 * at] = HEX[byte & 0xf] ?? 0;
	}
	return text;
}

function hexOf(bytes: Uint8Array): `0x${string}` {
	return `0x${Buffer.from(bytes).toString("hex")}`;
}

/** Uses an RFC 6979 nonce and a low s (EIP-2). */
export function signHash(hash: `0x${string}`, key: Uint8Array): EvmSignature {
	const digest = Buffer.from(hash.slice(2), "hex");
	const signed = secp256k1.sign(digest, key, { prehash: false, lowS: true, format: "recovered" });
	const parity = signed[0];
	// EIP-1559 can't encode recovery IDs 2 and 3.
	if (parity !== 0 && parity !== 1) throw new Error("The signature's recovery ID must be 0 or 1.");
	return { r: hexOf(signed.subarray(1, 33)), s: hexOf(signed.subarray(33, 65)), yParity: parity };
}

export function recoverSigner(hash: `0x${string}`, signature: EvmSignature): string {
	const digest = Buffer.from(hash.slice(2), "hex");
	const bytes = Buffer.concat([
		Buffer.from([signature.yParity]),
		Buffer.from(signature.r.slice(2), "hex"),
		Buffer.from(signature.s.slice(2), "hex"),
	]);
	const compressed = secp256k1.recoverPublicKey(bytes, digest, { prehash: false });
	return addressOfPublic(secp256k1.Point.fromBytes(compressed).toBytes(false));
}
