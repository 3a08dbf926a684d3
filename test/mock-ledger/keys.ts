import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { HDKey as HDKeyEd25519 } from "micro-key-producer/slip10.js";
import { ascii, concat, Status, SW, toHex } from "./bytes.ts";

/** Derives the keys of a phrase (BIP-32 for Ethereum, SLIP-0010 for Solana), which sign deterministically. */

/** Phrase of Ledger's emulator and of the recordings. */
export const DEFAULT_SEED =
	"glory promote mansion idle axis finger extra february uncover one trip resource lawn turtle enact monster seven myth punch hobby comfort wild raise skin";

const HARDENED = 0x8000_0000;

interface EthereumKey {
	/** 65 bytes, uncompressed. */
	readonly publicKey: Uint8Array;
	readonly chainCode: Uint8Array;
	/** EIP-55, with 0x. */
	readonly address: string;
	/** Signs a digest of 32 bytes with RFC 6979 and low s. `parity` is 0 or 1. */
	sign(digest: Uint8Array): { readonly r: Uint8Array; readonly s: Uint8Array; readonly parity: number };
}

interface SolanaKey {
	/** 32 bytes. */
	readonly publicKey: Uint8Array;
	/** Returns the signature of 64 bytes over the message itself (RFC 8032). */
	sign(message: Uint8Array): Uint8Array;
}

export interface Keys {
	ethereum(path: readonly number[]): EthereumKey;
	solana(path: readonly number[]): SolanaKey;
}

/** Formats an address with the EIP-55 checksum. */
export function checksummed(address: Uint8Array): string {
	const text = toHex(address);
	const hash = toHex(keccak_256(ascii(text)));
	const digits = [...text].map((digit, at) =>
		Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
	);
	return `0x${digits.join("")}`;
}

function ethereumKey(node: HDKey): EthereumKey {
	const { privateKey, chainCode } = node;
	if (privateKey === null || chainCode === null) throw new Status(SW.internal, "no key at the path");
	const publicKey = secp256k1.getPublicKey(privateKey, false);
	return {
		publicKey,
		chainCode,
		address: checksummed(keccak_256(publicKey.subarray(1)).subarray(12)),
		sign: (digest) => {
			const signed = secp256k1.sign(digest, privateKey, { prehash: false, format: "recovered" });
			return { parity: signed[0] ?? 0, r: signed.subarray(1, 33), s: signed.subarray(33, 65) };
		},
	};
}

/** @throws Error if the phrase is not BIP-39 */
export function keysOf(phrase: string): Keys {
	const seed = mnemonicToSeedSync(phrase);
	const ethereumRoot = HDKey.fromMasterSeed(seed);
	const solanaRoot = HDKeyEd25519.fromMasterSeed(seed);
	return {
		ethereum: (path) => ethereumKey(path.reduce((node, index) => node.deriveChild(index), ethereumRoot)),
		solana: (path) => {
			if (path.some((index) => index < HARDENED)) throw new Status(SW.badData, "a Solana path is hardened");
			const { privateKey } = path.reduce((node, index) => node.deriveChild(index), solanaRoot);
			return {
				publicKey: ed25519.getPublicKey(privateKey),
				sign: (message) => ed25519.sign(message, privateKey),
			};
		},
	};
}

/** Encodes a signature of the Ethereum app: v, r, s. */
export function vrs(v: number, signature: { readonly r: Uint8Array; readonly s: Uint8Array }): Uint8Array {
	return concat(Uint8Array.of(v & 0xff), signature.r, signature.s);
}
