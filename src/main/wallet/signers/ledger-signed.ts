import { base64 } from "@scure/base";
import type { Hex } from "../../../core/format/numeral.ts";
import { type EvmSignature, signedEvm } from "../../../core/match/evm-bytes.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import { signedSvm } from "../../../core/match/svm-bytes.ts";
import { type Message, message } from "../../../core/message.ts";
import { type AnyIntent, checkSigned, type SignedReading, signerOf } from "./signed.ts";

/** From the bytes that a device answered with to what was asked for. They are hostile until they prove themselves. */

const refused = (words: Message): SignedReading => ({ ok: false, field: "signature", words });

/** r, s and parity, each in its place and nothing beside; null for any other bytes. */
function evmSignature(answer: string): EvmSignature | null {
	const [, r, s, parity] = /^0x([0-9a-f]{64})([0-9a-f]{64})0([01])$/.exec(answer) ?? [];
	if (r === undefined || s === undefined) return null;
	return { r: `0x${r}`, s: `0x${s}`, yParity: parity === "1" ? 1 : 0 };
}

function svmSignature(answer: string): Uint8Array | null {
	const [, digits] = /^0x([0-9a-f]{128})$/.exec(answer) ?? [];
	return digits === undefined ? null : Uint8Array.from(Buffer.from(digits, "hex"));
}

/** r, s and v, which is 27 or 28: the form in which messages are signed (EIP-191, EIP-712). */
const joined = ({ r, s, yParity }: EvmSignature): Hex =>
	`0x${r.slice(2)}${s.slice(2)}${yParity === 0 ? "1b" : "1c"}`;

const NOT_65 = refused(message("signer.answer-not-65-bytes"));
const NOT_64 = refused(message("signer.answer-not-64-bytes"));

async function ofEvm(
	answer: string,
	frozen: Frozen,
	intent: Extract<
		AnyIntent,
		{ kind: "evm_transaction" | "evm_personal" | "evm_typed_data" | "user_operation" }
	>,
): Promise<SignedReading> {
	const signature = evmSignature(answer);
	if (signature === null) return NOT_65;
	const signer = signerOf(frozen, intent);
	if (intent.kind === "user_operation")
		return checkSigned({ kind: "user_operation", signatures: [joined(signature)] }, intent, signer);
	if (intent.kind === "evm_transaction")
		return checkSigned({ kind: "evm_transaction", raw: signedEvm(intent, signature) }, intent, signer);
	return checkSigned({ kind: "message", signature: joined(signature) }, intent, signer);
}

async function ofSvm(
	answer: string,
	frozen: Frozen,
	intent: Extract<AnyIntent, { kind: "svm_transaction" | "svm_message" }>,
): Promise<SignedReading> {
	const signature = svmSignature(answer);
	if (signature === null) return NOT_64;
	const signer = signerOf(frozen, intent);
	if (intent.kind === "svm_transaction")
		return checkSigned({ kind: "svm_transaction", raw: signedSvm(intent, signature) }, intent, signer);
	return checkSigned({ kind: "message", signature: base64.encode(signature) }, intent, signer);
}

/**
 * What the answer makes of the intent: read again byte by byte, in the lower half (EIP-2), its signer recovered.
 * @param answer hex, as `LedgerClient.sign` gave it
 */
export async function signedByDevice(
	answer: string,
	frozen: Frozen,
	intent: AnyIntent,
): Promise<SignedReading> {
	switch (intent.kind) {
		case "evm_transaction":
		case "evm_personal":
		case "evm_typed_data":
		case "user_operation":
			return ofEvm(answer, frozen, intent);
		case "svm_transaction":
		case "svm_message":
			return ofSvm(answer, frozen, intent);
	}
}
