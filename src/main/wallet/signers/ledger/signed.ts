import { base64 } from "@scure/base";
import type { Hex } from "../../../../core/format/numeral.ts";
import { type EvmSignature, signedEvm } from "../../../../core/match/evm/bytes.ts";
import type { Frozen } from "../../../../core/match/frozen.ts";
import { type IntentAt, intentAt } from "../../../../core/match/proof.ts";
import { signedSvm } from "../../../../core/match/svm/bytes.ts";
import { type Message, message } from "../../../../core/message.ts";
import { checkSigned, type SignatureReading, type SignedClaim } from "../signed.ts";

/** From the bytes that a device answered with to what was asked for. They are hostile until they prove themselves. */

const refused = (text: Message): SignatureReading => ({ ok: false, field: "signature", text });

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

/** The signature in the form in which it is read again; `null` if the bytes have another length. */
function claimOfEvm(
	answer: string,
	intent: Extract<
		IntentAt,
		{ kind: "evm_transaction" | "evm_personal" | "evm_typed_data" | "user_operation" }
	>,
): SignedClaim | null {
	const signature = evmSignature(answer);
	if (signature === null) return null;
	if (intent.kind === "user_operation") return { kind: "user_operation", signatures: [joined(signature)] };
	if (intent.kind === "evm_transaction")
		return { kind: "evm_transaction", raw: signedEvm(intent, signature) };
	return { kind: "message", signature: joined(signature) };
}

function claimOfSvm(
	answer: string,
	intent: Extract<IntentAt, { kind: "svm_transaction" | "svm_message" }>,
): SignedClaim | null {
	const signature = svmSignature(answer);
	if (signature === null) return null;
	return intent.kind === "svm_transaction"
		? { kind: "svm_transaction", raw: signedSvm(intent, signature) }
		: { kind: "message", signature: base64.encode(signature) };
}

/**
 * What the answer makes of the intent: read again byte by byte, in the lower half (EIP-2), its signer recovered.
 * @param answer hex, as `LedgerClient.sign` gave it
 * @param place which of `intentsOf(frozen)` was asked for
 */
export async function signedByDevice(
	answer: string,
	frozen: Frozen,
	place: number,
): Promise<SignatureReading> {
	const at = intentAt(frozen, place);
	if (!at.ok) return at;
	const { intent } = at;
	switch (intent.kind) {
		case "evm_transaction":
		case "evm_personal":
		case "evm_typed_data":
		case "user_operation": {
			const claim = claimOfEvm(answer, intent);
			return claim === null ? NOT_65 : checkSigned(claim, frozen, place);
		}
		case "svm_transaction":
		case "svm_message": {
			const claim = claimOfSvm(answer, intent);
			return claim === null ? NOT_64 : checkSigned(claim, frozen, place);
		}
	}
}
