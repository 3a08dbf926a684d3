import { checkSignedEvm } from "../../../core/match/evm-bytes.ts";
import type { FreezeRefusal, Frozen, intentsOf } from "../../../core/match/frozen.ts";
import { checkMessageSignature, type MessagePayload } from "../../../core/match/message-signature.ts";
import { checkSignedSvm } from "../../../core/match/svm-bytes.ts";
import { checkUserOperationSignatures } from "../../../core/match/user-operation.ts";
import { type Message, message } from "../../../core/message.ts";
import type { Signed } from "./signer.ts";

/** Is what a signer gave back exactly the signature that was asked for? It is read anew, whoever made it. */

export type AnyIntent = ReturnType<typeof intentsOf>[number];
type IntentOf<Kind extends AnyIntent["kind"]> = Extract<AnyIntent, { kind: Kind }>;
type SignedOf<Kind extends Signed["kind"]> = Extract<Signed, { kind: Kind }>;

export type SignedReading =
	| { readonly ok: true; readonly signed: Signed }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

const refused = (field: string, words: Message): SignedReading => ({ ok: false, field, words });

/** Who must sign: a message names nobody, so that it is whoever the review names. */
export function signerOf(frozen: Frozen, intent: AnyIntent): string {
	switch (intent.kind) {
		case "evm_transaction":
		case "user_operation":
		case "svm_transaction":
			return intent.signer;
		case "evm_personal":
		case "evm_typed_data":
		case "svm_message":
			return frozen.signer;
	}
}

async function checkEvm(
	signed: SignedOf<"evm_transaction">,
	intent: IntentOf<"evm_transaction">,
): Promise<SignedReading> {
	const checked = await checkSignedEvm(signed.raw, intent);
	if (!checked.ok) return checked;
	return checked.hash === signed.hash
		? { ok: true, signed: { kind: "evm_transaction", raw: checked.raw, hash: checked.hash } }
		: refused("hash", message("signer.other-hash"));
}

/** Whether it is complete and what its id is are read from the bytes: they, not the signer, are believed. */
function checkSvm(signed: SignedOf<"svm_transaction">, intent: IntentOf<"svm_transaction">): SignedReading {
	const checked = checkSignedSvm(signed.raw, intent);
	if (!checked.ok) return checked;
	if (checked.id !== signed.id || checked.complete !== signed.complete)
		return refused("id", message("signer.other-id"));
	return {
		ok: true,
		signed: { kind: "svm_transaction", raw: checked.raw, id: checked.id, complete: checked.complete },
	};
}

async function checkMessage(
	signed: SignedOf<"message">,
	payload: MessagePayload,
	signer: string,
): Promise<SignedReading> {
	const checked = await checkMessageSignature(payload, signed.signature, signer);
	return checked.ok ? { ok: true, signed: { kind: "message", signature: checked.signature } } : checked;
}

async function checkUserOperation(
	signed: SignedOf<"user_operation">,
	intent: IntentOf<"user_operation">,
): Promise<SignedReading> {
	const checked = await checkUserOperationSignatures(intent, signed.signatures);
	return checked.ok
		? { ok: true, signed: { kind: "user_operation", signatures: [...checked.signatures] } }
		: checked;
}

const otherKind = refused("kind", message("signer.other-kind"));

/** Never throws for what a signer gave. @param signer whose signature it must be; see `signerOf` */
export async function checkSigned(signed: Signed, intent: AnyIntent, signer: string): Promise<SignedReading> {
	switch (intent.kind) {
		case "evm_transaction":
			return signed.kind === intent.kind ? checkEvm(signed, intent) : otherKind;
		case "svm_transaction":
			return signed.kind === intent.kind ? checkSvm(signed, intent) : otherKind;
		case "user_operation":
			return signed.kind === intent.kind ? checkUserOperation(signed, intent) : otherKind;
		case "evm_personal":
		case "evm_typed_data":
		case "svm_message":
			return signed.kind === "message" ? checkMessage(signed, intent, signer) : otherKind;
	}
}
