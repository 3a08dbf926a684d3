import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { isZero, readKey, SIGNATURE_BYTES, SvmBytesError, sameBytes } from "../../format/svm-wire.ts";
import { type Message, message } from "../../localized-text.ts";
import type { FreezeRefusal } from "../frozen.ts";
import { readSvmTransaction, type SvmTransaction, signersOf, writeSvmTransaction } from "./transaction.ts";

export interface SvmPayload {
	readonly signer: string;
	readonly transaction_base64: string;
}

interface SignerSlot {
	readonly transaction: SvmTransaction;
	readonly at: number;
}

function signerSlotOf(payload: SvmPayload): SignerSlot {
	const transaction = readSvmTransaction(payload.transaction_base64);
	const at = signersOf(transaction).indexOf(payload.signer);
	if (at === -1) throw new SvmBytesError("signer", message("match.svm-bytes.signer-not-needed"));
	return { transaction, at };
}

export function signingBytesSvm(payload: SvmPayload): Uint8Array {
	return signerSlotOf(payload).transaction.messageBytes;
}

export function signedSvm(payload: SvmPayload, signature: Uint8Array): string {
	const { transaction, at } = signerSlotOf(payload);
	if (signature.length !== SIGNATURE_BYTES)
		throw new SvmBytesError("signature", message("match.svm-bytes.signature-length"));
	const signatures = transaction.signatures.map((each, index) => (index === at ? signature : each));
	return writeSvmTransaction({ ...transaction, signatures });
}

export type SignedSvmCheck =
	| {
			readonly ok: true;
			readonly raw: string;
			/** The fee payer's signature in base58. `null` if it is still missing. */
			readonly id: string | null;
			readonly complete: boolean;
	  }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

const refused = (field: string, text: Message): SignedSvmCheck => ({ ok: false, field, text });

/**
 * Verifies the signature according to strict RFC 8032 and rejects small-order keys, like the chain's
 * `verify_strict`.
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

function signatureFault(signed: SvmTransaction, slot: SignerSlot): SignedSvmCheck | null {
	const signers = signersOf(signed);
	for (const [at, signature] of signed.signatures.entries()) {
		const before = slot.transaction.signatures[at];
		if (at !== slot.at && (before === undefined || !sameBytes(signature, before)))
			return refused(`signatures[${at}]`, message("match.svm-signature.changed"));
	}
	for (const [at, signature] of signed.signatures.entries()) {
		if (at !== slot.at && isZero(signature)) continue;
		if (!verifies(signature, signed.messageBytes, signers[at] ?? ""))
			return at === slot.at
				? refused("signer", message("match.signature.other-signer"))
				: refused(`signatures[${at}]`, message("match.svm-signature.invalid"));
	}
	return null;
}

/** Never throws. */
export function checkSignedSvm(signedBase64: string, payload: SvmPayload): SignedSvmCheck {
	try {
		const slot = signerSlotOf(payload);
		const signed = readSvmTransaction(signedBase64);
		if (!sameBytes(signed.messageBytes, slot.transaction.messageBytes))
			return refused("message", message("match.svm-message.differs"));
		const fault = signatureFault(signed, slot);
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
