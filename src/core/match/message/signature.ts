import { ed25519 } from "@noble/curves/ed25519.js";
import { numberToHex, recoverAddress } from "viem/utils";
import type { SignablePayload } from "../../../service-api/action.ts";
import { type Hex, readAddress, readBytes } from "../../format/numeral.ts";
import { readKey } from "../../format/svm-wire.ts";
import { type Message, message } from "../../localized-text.ts";
import { typedDataHashes } from "../typed-data/reading.ts";
import { personalHash, readBase64, svmMessageBytes } from "./bytes.ts";

export type MessagePayload = Exclude<SignablePayload, { kind: "svm_transaction" }>;

export type SignatureCheck =
	| {
			readonly ok: true;
			/**
			 * EVM: 65 bytes in lower-case hex, consisting of r, s, and a v of 27 or 28. Solana: 64 bytes in
			 * base64.
			 */
			readonly signature: string;
	  }
	| { readonly ok: false; readonly field: string; readonly text: Message };

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const refused = (text: Message, field = "signature"): SignatureCheck => ({ ok: false, field, text });

const NOT_OURS = message("match.signature.not-of-message");

export async function checkHashSignature(
	hash: Hex,
	signature: string,
	signer: string,
): Promise<SignatureCheck> {
	const bytes = readBytes(signature);
	if (bytes === null || bytes.length !== 132) return refused(message("match.signature.not-65-bytes"));
	const [r, s] = [BigInt(bytes.slice(0, 66)), BigInt(`0x${bytes.slice(66, 130)}`)];
	const v = Number.parseInt(bytes.slice(130), 16);
	if (v !== 27 && v !== 28) return refused(message("match.signature.v-range"));
	if (r < 1n || r >= N) return refused(message("match.signature.out-of-range", { part: "r" }));
	if (s < 1n || s > N / 2n) return refused(message("match.signature.out-of-range", { part: "s" }));
	const parts = { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity: v - 27 };
	try {
		const found = await recoverAddress({ hash, signature: parts });
		return readAddress(found) === readAddress(signer)
			? { ok: true, signature: bytes }
			: refused(NOT_OURS, "signer");
	} catch {
		return refused(NOT_OURS, "signer");
	}
}

function checkSvmSignature(content: Uint8Array, signature: string, signer: string): SignatureCheck {
	const bytes = readBase64(signature);
	const key = readKey(signer);
	if (bytes === null || bytes.length !== 64) return refused(message("match.signature.not-64-bytes"));
	if (key === null) return refused(message("match.signer.not-solana"), "signer");
	try {
		// Follows strict RFC 8032, like Solana's `verify_strict`.
		return ed25519.verify(bytes, content, key, { zip215: false })
			? { ok: true, signature }
			: refused(NOT_OURS, "signer");
	} catch {
		return refused(NOT_OURS, "signer");
	}
}

export async function checkMessageSignature(
	payload: MessagePayload,
	signature: string,
	signer: string,
): Promise<SignatureCheck> {
	switch (payload.kind) {
		case "evm_personal":
			return checkHashSignature(personalHash(payload.message), signature, signer);
		case "evm_typed_data": {
			const typed = typedDataHashes(payload.typed_data);
			return typed.ok
				? checkHashSignature(typed.digest, signature, signer)
				: refused(typed.text, typed.field);
		}
		case "svm_message": {
			const content = svmMessageBytes(payload.message_base64);
			return content === null
				? refused(message("match.message.not-base64"), "message_base64")
				: checkSvmSignature(content, signature, signer);
		}
	}
}
