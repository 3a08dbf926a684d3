import { checkSignedEvm } from "../../../core/match/evm-bytes.ts";
import type { FreezeRefusal, Frozen, intentsOf } from "../../../core/match/frozen.ts";
import { checkMessageSignature, type MessagePayload } from "../../../core/match/message-signature.ts";
import { checkSignedSvm } from "../../../core/match/svm-bytes.ts";
import { checkUserOperationSignatures } from "../../../core/match/user-operation.ts";
import { type Message, message } from "../../../core/message.ts";
import type { Signed } from "../../../vault/protocol.ts";

/** Is what a signer gave back exactly the signature that was asked for? It is read anew, whoever made it. */

export type AnyIntent = ReturnType<typeof intentsOf>[number];
type IntentOf<Kind extends AnyIntent["kind"]> = Extract<AnyIntent, { kind: Kind }>;

/** What a signer says that it made. A device names no transaction: its id is read from the bytes. */
type SignedClaim =
	| { readonly kind: "evm_transaction"; readonly raw: string; readonly hash?: string }
	| {
			readonly kind: "svm_transaction";
			readonly raw: string;
			readonly id?: string | null;
			readonly complete?: boolean;
	  }
	| Exclude<Signed, { kind: "evm_transaction" | "svm_transaction" }>;
type ClaimOf<Kind extends Signed["kind"]> = Extract<SignedClaim, { kind: Kind }>;

function bytesOf(signed: Signed): string {
	switch (signed.kind) {
		case "evm_transaction":
		case "svm_transaction":
			return signed.raw;
		case "user_operation":
			return JSON.stringify(signed.signatures);
		case "message":
			return signed.signature;
	}
}

function idOf(signed: Signed): string | null {
	if (signed.kind === "evm_transaction") return signed.hash;
	return signed.kind === "svm_transaction" ? signed.id : null;
}

/**
 * The signature of exactly the intent that was asked for, by exactly the account that was asked. Nothing but
 * `checkSigned` makes one, and the journal is given nothing else: no signature is kept that was not read again.
 */
class ProvenSignature {
	readonly #signed: Signed;

	constructor(signed: Signed) {
		this.#signed = signed;
	}

	get signed(): Signed {
		return this.#signed;
	}

	/** As the journal keeps it, and as it is handed in or sent; of a user operation all of them, as JSON. */
	get bytes(): string {
		return bytesOf(this.#signed);
	}

	/** The transaction's name, where these bytes already give it one. */
	get id(): string | null {
		return idOf(this.#signed);
	}
}

export type { ProvenSignature };

export type SignedReading =
	| { readonly ok: true; readonly proven: ProvenSignature }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

const proven = (signed: Signed): SignedReading => ({ ok: true, proven: new ProvenSignature(signed) });

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
	signed: ClaimOf<"evm_transaction">,
	intent: IntentOf<"evm_transaction">,
): Promise<SignedReading> {
	const checked = await checkSignedEvm(signed.raw, intent);
	if (!checked.ok) return checked;
	const { raw, hash } = checked;
	return signed.hash === undefined || signed.hash === hash
		? proven({ kind: "evm_transaction", raw, hash })
		: refused("hash", message("signer.other-hash"));
}

/** Whether it is complete and what its id is are read from the bytes: they, not the signer, are believed. */
function checkSvm(signed: ClaimOf<"svm_transaction">, intent: IntentOf<"svm_transaction">): SignedReading {
	const checked = checkSignedSvm(signed.raw, intent);
	if (!checked.ok) return checked;
	const { raw, id, complete } = checked;
	const { id: saidId = id, complete: saidComplete = complete } = signed;
	return saidId === id && saidComplete === complete
		? proven({ kind: "svm_transaction", raw, id, complete })
		: refused("id", message("signer.other-id"));
}

async function checkMessage(
	signed: ClaimOf<"message">,
	payload: MessagePayload,
	signer: string,
): Promise<SignedReading> {
	const checked = await checkMessageSignature(payload, signed.signature, signer);
	return checked.ok ? proven({ kind: "message", signature: checked.signature }) : checked;
}

async function checkUserOperation(
	signed: ClaimOf<"user_operation">,
	intent: IntentOf<"user_operation">,
): Promise<SignedReading> {
	const checked = await checkUserOperationSignatures(intent, signed.signatures);
	return checked.ok ? proven({ kind: "user_operation", signatures: [...checked.signatures] }) : checked;
}

const otherKind = refused("kind", message("signer.other-kind"));

/** Never throws for what a signer gave. @param signer whose signature it must be; see `signerOf` */
export async function checkSigned(
	signed: SignedClaim,
	intent: AnyIntent,
	signer: string,
): Promise<SignedReading> {
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
