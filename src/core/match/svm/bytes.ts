import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { isZero, readKey, SIGNATURE_BYTES, SvmBytesError, sameBytes } from "../../format/svm-wire.ts";
import { type Message, message } from "../../message.ts";
import type { FreezeRefusal } from "../frozen.ts";
import { readSvmTransaction, type SvmTransaction, signersOf, writeSvmTransaction } from "./transaction.ts";

/** Bytes that are signed for a Solana payload, and proof that signed bytes are exactly that payload. */

/** Payload of a commit or an action, without its kind. */
export interface SvmPayload {
	readonly signer: string;
	readonly transaction_base64: string;
}

interface SignerSlot {
	readonly transaction: SvmTransaction;
	/** Index of the signer's signature. */
	readonly at: number;
}

function signerSlotOf(payload: SvmPayload): SignerSlot {
	const transaction = readSvmTransaction(payload.transaction_base64);
	const at = signersOf(transaction).indexOf(payload.signer);
	if (at === -1) throw new SvmBytesError("signer", message("match.svm-bytes.signer-not-needed"));
	return { transaction, at };
}

/**
 * Returns the message, which ed25519 signs unchanged.
 * @throws SvmBytesError if the signer is not a required signer
 */
export function signingBytesSvm(payload: SvmPayload): Uint8Array {
	return signerSlotOf(payload).transaction.messageBytes;
}

/**
 * Returns the payload with the signer's 64-byte signature inserted, as base64; other signatures stay.
 * @throws SvmBytesError
 */
export function signedSvm(payload: SvmPayload, signature: Uint8Array): string {
	const { transaction, at } = signerSlotOf(payload);
	if (signature.length !== SIGNATURE_BYTES)
		throw new SvmBytesError("signature", message("match.svm-bytes.signature-length"));
	const signatures = transaction.signatures.map((each, place) => (place === at ? signature : each));
	return writeSvmTransaction({ ...transaction, signatures });
}

export type SignedSvmCheck =
	| {
			readonly ok: true;
			/** base64, as given. */
			readonly raw: string;
			/**
			 * base58 of the fee payer's signature, the transaction's id on chain; `null` while it is missing.
			 */
			readonly id: string | null;
			/** All required signatures are present. */
			readonly complete: boolean;
	  }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

const refused = (field: string, text: Message): SignedSvmCheck => ({ ok: false, field, text });

/**
 * Verifies strictly by RFC 8032 and rejects small-order keys, so that nothing passes here that the chain's
 * `verify_strict` refuses for its key.
 */
function verifies(signature: Uint8Array, message: Uint8Array, signer: string): boolean {
	const key = readKey(signer);
	if (key === null) return false;
	try {
		return ed25519.verify(signature, message, key, { zip215: false });
	} catch {
		return false;
	}
}

function signatureFault(signed: SvmTransaction, place: SignerSlot): SignedSvmCheck | null {
	const signers = signersOf(signed);
	for (const [at, signature] of signed.signatures.entries()) {
		const before = place.transaction.signatures[at];
		if (at !== place.at && (before === undefined || !sameBytes(signature, before)))
			return refused(`signatures[${at}]`, message("match.svm-signature.changed"));
	}
	for (const [at, signature] of signed.signatures.entries()) {
		if (at !== place.at && isZero(signature)) continue;
		if (!verifies(signature, signed.messageBytes, signers[at] ?? ""))
			return at === place.at
				? refused("signer", message("match.signature.other-signer"))
				: refused(`signatures[${at}]`, message("match.svm-signature.invalid"));
	}
	return null;
}

/**
 * Checks that `signedBase64` is exactly this payload with its signer's valid signature: the same message
 * bytes, the payload's other signatures, and every present signature valid. Never throws.
 */
export function checkSignedSvm(signedBase64: string, payload: SvmPayload): SignedSvmCheck {
	try {
		const place = signerSlotOf(payload);
		const signed = readSvmTransaction(signedBase64);
		if (!sameBytes(signed.messageBytes, place.transaction.messageBytes))
			return refused("message", message("match.svm-message.differs"));
		const fault = signatureFault(signed, place);
		if (fault !== null) return fault;
		const [payer] = signed.signatures;
		return {
			ok: true,
			raw: signedBase64,
			id: payer === undefined || isZero(payer) ? null : base58.encode(payer),
			complete: signed.signatures.every((each) => !isZero(each)),
		};
	} catch (error) {
		if (error instanceof SvmBytesError) {
			const { field, text, saysUnsigned } = error;
			return { ok: false, field, text, saysUnsigned };
		}
		throw error;
	}
}
