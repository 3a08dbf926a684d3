import type { StoredSignature } from "../../../core/journal/types.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { checkSignedEvm } from "../../../core/match/evm/bytes.ts";
import { checkUserOperationSignatures } from "../../../core/match/evm/user-operation.ts";
import { fingerprintOf, isSameFrozen } from "../../../core/match/fingerprint.ts";
import type { FreezeRefusal, Frozen } from "../../../core/match/frozen.ts";
import { checkMessageSignature, type MessagePayload } from "../../../core/match/message/signature.ts";
import { type IntentAt, intentAt } from "../../../core/match/proof.ts";
import { checkSignedSvm } from "../../../core/match/svm/bytes.ts";
import type { Signed } from "../../../vault/protocol.ts";

type IntentOf<Kind extends IntentAt["kind"]> = Extract<IntentAt, { kind: Kind }>;

/** Devices don't return a transaction ID, so it is computed from the bytes. */
export type SignedClaim =
	| { readonly kind: "evm_transaction"; readonly raw: string; readonly hash?: string }
	| {
			readonly kind: "svm_transaction";
			readonly raw: string;
			readonly id?: string | null;
			readonly complete?: boolean;
	  }
	| Exclude<Signed, { kind: "evm_transaction" | "svm_transaction" }>;
type ClaimOf<Kind extends Signed["kind"]> = Extract<SignedClaim, { kind: Kind }>;

function storedSignatureOf(signed: Signed): StoredSignature {
	switch (signed.kind) {
		case "evm_transaction":
		case "svm_transaction":
			return { kind: "one", bytes: signed.raw };
		case "user_operation":
			return { kind: "each", signatures: signed.signatures };
		case "message":
			return { kind: "one", bytes: signed.signature };
	}
}

function idOf(signed: Signed): string | null {
	if (signed.kind === "evm_transaction") return signed.hash;
	return signed.kind === "svm_transaction" ? signed.id : null;
}

/**
 * A signature of the requested payload by the requested account. Only `checkSigned` creates one, and the
 * journal accepts nothing else, so an unchecked signature is never stored.
 */
class ProvenSignature {
	readonly #signed: Signed;
	readonly #frozen: Frozen;
	readonly #index: number;

	constructor(signed: Signed, frozen: Frozen, index: number) {
		this.#signed = signed;
		this.#frozen = frozen;
		this.#index = index;
	}

	get signed(): Signed {
		return this.#signed;
	}

	get stored(): StoredSignature {
		return storedSignatureOf(this.#signed);
	}

	/** `null` if the bytes don't determine the transaction ID yet. */
	get id(): string | null {
		return idOf(this.#signed);
	}

	/**
	 * Returns whether the signature was checked against exactly this object, including the blockhash. Throws
	 * a CanonicalError.
	 */
	isOf(frozen: Frozen, index: number, fingerprint: string): boolean {
		return (
			this.#index === index &&
			isSameFrozen(this.#frozen, frozen) &&
			fingerprintOf(this.#frozen) === fingerprint
		);
	}
}

export type { ProvenSignature };

export type SignatureReading =
	| { readonly ok: true; readonly proven: ProvenSignature }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

type Reading =
	| { readonly ok: true; readonly signed: Signed }
	| ({ readonly ok: false } & Omit<FreezeRefusal, "waiting">);

const read = (signed: Signed): Reading => ({ ok: true, signed });

const refused = (field: string, text: Message) => ({ ok: false, field, text }) as const;

export function signerOf(frozen: Frozen, intent: IntentAt): string {
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
): Promise<Reading> {
	const checked = await checkSignedEvm(signed.raw, intent);
	if (!checked.ok) return checked;
	const { raw, hash } = checked;
	return signed.hash === undefined || signed.hash === hash
		? read({ kind: "evm_transaction", raw, hash })
		: refused("hash", message("signer.other-hash"));
}

/** The ID and the completeness are computed from the bytes and must match what the signer claims. */
function checkSvm(signed: ClaimOf<"svm_transaction">, intent: IntentOf<"svm_transaction">): Reading {
	const checked = checkSignedSvm(signed.raw, intent);
	if (!checked.ok) return checked;
	const { raw, id, complete } = checked;
	const { id: signedId = id, complete: signedWhole = complete } = signed;
	return signedId === id && signedWhole === complete
		? read({ kind: "svm_transaction", raw, id, complete })
		: refused("id", message("signer.other-id"));
}

async function checkMessage(
	signed: ClaimOf<"message">,
	payload: MessagePayload,
	signer: string,
): Promise<Reading> {
	const checked = await checkMessageSignature(payload, signed.signature, signer);
	return checked.ok ? read({ kind: "message", signature: checked.signature }) : checked;
}

async function checkUserOperation(
	signed: ClaimOf<"user_operation">,
	intent: IntentOf<"user_operation">,
): Promise<Reading> {
	const checked = await checkUserOperationSignatures(intent, signed.signatures);
	return checked.ok ? read({ kind: "user_operation", signatures: [...checked.signatures] }) : checked;
}

const otherKind = refused("kind", message("signer.other-kind"));

function reading(signed: SignedClaim, intent: IntentAt, signer: string): Reading | Promise<Reading> {
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

export async function checkSigned(
	signed: SignedClaim,
	frozen: Frozen,
	index: number,
): Promise<SignatureReading> {
	const at = intentAt(frozen, index);
	if (!at.ok) return at;
	const checked = await reading(signed, at.intent, signerOf(frozen, at.intent));
	return checked.ok ? { ok: true, proven: new ProvenSignature(checked.signed, frozen, index) } : checked;
}
