import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { VersionedTransaction } from "@solana/web3.js";
import { Problem } from "./problem.ts";

/** Parses signed Solana transactions and verifies their signatures. */

const SIGNATURE_BYTES = 64;

export interface SvmBytes {
	readonly signatures: readonly Uint8Array[];
	/** Bytes that the signatures cover. */
	readonly message: Uint8Array;
	readonly transaction: VersionedTransaction;
}

export interface SignedSvm {
	/** Transaction in base64, as submitted. */
	readonly raw: string;
	/** First signature in base58, which is the transaction's id on the chain. */
	readonly hash: string;
}

function mismatch(field: string, expected: string, got: string): Problem {
	const message = `The signed transaction differs in ${field}: expected ${expected}, got ${got}.`;
	return new Problem(422, "signature_mismatch", message, { details: { field, expected, got } });
}

/** @throws Problem 422 if the text is not canonical base64 of a whole transaction */
export function readSvmBytes(base64: string): SvmBytes {
	const bytes = Buffer.from(base64, "base64");
	const count = bytes[0] ?? 0;
	const start = 1 + count * SIGNATURE_BYTES;
	// A count above 127 takes more than one byte, and no transaction has room for so many signatures.
	if (bytes.toString("base64") !== base64 || count === 0 || count > 127 || bytes.length <= start) {
		throw mismatch("encoding", "one transaction in base64", "something else");
	}
	try {
		const transaction = VersionedTransaction.deserialize(bytes);
		if (!Buffer.from(transaction.serialize()).equals(bytes)) throw new Error("bytes are left over");
		return { signatures: transaction.signatures, message: bytes.subarray(start), transaction };
	} catch {
		throw mismatch("encoding", "one transaction in base64", "unreadable bytes");
	}
}

/** Returns true if this is the key's ed25519 signature over the bytes (RFC 8032, strict). */
export function isSignedBy(signature: Uint8Array, bytes: Uint8Array, address: string): boolean {
	try {
		return ed25519.verify(signature, bytes, base58.decode(address), { zip215: false });
	} catch {
		return false;
	}
}

/** Checks that every required signature exists and is valid. @throws Problem 422 */
export function requireSignatures({ signatures, message, transaction }: SvmBytes): void {
	const { numRequiredSignatures } = transaction.message.header;
	const keys = transaction.message.staticAccountKeys.slice(0, numRequiredSignatures);
	if (signatures.length !== keys.length) {
		throw mismatch("signatures", String(keys.length), String(signatures.length));
	}
	for (const [index, key] of keys.entries()) {
		const signature = signatures[index] ?? new Uint8Array();
		if (!isSignedBy(signature, message, key.toBase58())) {
			throw mismatch("signature", `one of ${key.toBase58()}`, "another");
		}
	}
}

export function signatureId({ signatures }: SvmBytes): string {
	return base58.encode(signatures[0] ?? new Uint8Array());
}

/**
 * @param unsigned bytes to sign, in base64
 * @throws Problem 422 `signature_mismatch` if the message differs in a byte or a signature is invalid
 */
export function verifySignedSvm(raw: string, unsigned: string): SignedSvm {
	const signed = readSvmBytes(raw);
	const reviewed = readSvmBytes(unsigned);
	if (!Buffer.from(signed.message).equals(reviewed.message)) {
		throw mismatch("message", "the message that was to be signed", "another message");
	}
	requireSignatures(signed);
	return { raw, hash: signatureId(signed) };
}
