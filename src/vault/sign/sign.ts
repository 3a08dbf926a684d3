import { base64 } from "@scure/base";
import type { Hex } from "../../core/format/numeral.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import { checkSignedEvm, type EvmSignature, signedEvm, signingHashEvm } from "../../core/match/evm/bytes.ts";
import { allowsBlind, type Frozen, type intentsOf } from "../../core/match/frozen.ts";
import { isBareHash, personalBytes, personalHash, svmMessageBytes } from "../../core/match/message/bytes.ts";
import { checkMessageSignature, type MessagePayload } from "../../core/match/message/signature.ts";
import { faultOf, intentAt, provenFrozen } from "../../core/match/proof.ts";
import { checkSignedSvm, signedSvm, signingBytesSvm } from "../../core/match/svm/bytes.ts";
import { typedDataHashes } from "../../core/match/typed-data/reading.ts";
import { saying, type UnsignedNotice } from "../../core/unsigned.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import type { EvmTransactionPayload } from "../../service-api/commit.ts";
import { recoverSigner, signHash } from "../keys/keys.ts";
import { signSvm, verifiesSvm } from "../keys/keys-svm.ts";
import { sameAddress } from "../keys/vault-accounts.ts";
import type { Signed, VaultAccount, VaultGrant, VaultRefusal } from "../protocol.ts";
import { refuse, refuseMatch } from "../refusals.ts";

type AnyIntent = ReturnType<typeof intentsOf>[number];
type IntentOf<Kind extends AnyIntent["kind"]> = Extract<AnyIntent, { kind: Kind }>;

interface Approved {
	readonly ok: true;
	readonly frozen: Frozen;
	readonly intent: AnyIntent;
}

/** Passes the private key to a callback and then wipes it. */
export type LentKey = <T>(use: (key: Uint8Array) => T) => T;

interface AccountKey {
	readonly address: string;
	readonly withKey: LentKey;
}

type SigningOutcome = VaultGrant<"sign"> | VaultRefusal;

const granted = (signed: Signed): SigningOutcome => ({ ok: true, signed });

const thrownAway = (
	field: string,
	text: Message,
	notice: Pick<UnsignedNotice, "saysUnsigned"> = {},
): VaultRefusal =>
	refuse("refusedMatch", sentences(text, message("vault.signature-thrown-away")), { field, ...notice });

const NOT_OURS = thrownAway("signature", message("vault.signature.not-of-account"));

function familyOf({ kind }: AnyIntent): ChainFamily {
	return kind === "svm_transaction" || kind === "svm_message" ? "svm" : "evm";
}

function signerOf({ frozen, intent }: Approved): string {
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

/** Never returns an invalid signature, because a faulty computation can reveal the key. */
function hashSignature(hash: Hex, accountKey: AccountKey): EvmSignature | null {
	const signature = accountKey.withKey((key) => signHash(hash, key));
	return sameAddress(recoverSigner(hash, signature), accountKey.address) ? signature : null;
}

function bytesSignature(message: Uint8Array, accountKey: AccountKey): Uint8Array | null {
	const signature = accountKey.withKey((key) => signSvm(message, key));
	return verifiesSvm(signature, message, accountKey.address) ? signature : null;
}

async function signTransaction(
	payload: EvmTransactionPayload,
	accountKey: AccountKey,
): Promise<SigningOutcome> {
	const signature = hashSignature(signingHashEvm(payload), accountKey);
	if (signature === null) return NOT_OURS;
	const checked = await checkSignedEvm(signedEvm(payload, signature), payload);
	if (!checked.ok) return thrownAway(checked.field, checked.text);
	return granted({ kind: "evm_transaction", raw: checked.raw, hash: checked.hash });
}

function signSvmTransaction(payload: IntentOf<"svm_transaction">, accountKey: AccountKey): SigningOutcome {
	const signature = bytesSignature(signingBytesSvm(payload), accountKey);
	if (signature === null) return NOT_OURS;
	const checked = checkSignedSvm(signedSvm(payload, signature), payload);
	if (!checked.ok) return thrownAway(checked.field, checked.text, saying(checked));
	return granted({
		kind: "svm_transaction",
		raw: checked.raw,
		id: checked.id,
		complete: checked.complete,
	});
}

function joined({ r, s, yParity }: EvmSignature): Hex {
	return `0x${r.slice(2)}${s.slice(2)}${yParity === 0 ? "1b" : "1c"}`;
}

function messageSignature(payload: MessagePayload, accountKey: AccountKey): string | VaultRefusal {
	switch (payload.kind) {
		case "evm_personal":
			return hashText(personalHash(payload.message), accountKey);
		case "evm_typed_data": {
			const typed = typedDataHashes(payload.typed_data);
			return typed.ok ? hashText(typed.digest, accountKey) : refuseMatch(typed.field, typed.text);
		}
		case "svm_message": {
			const bytes = svmMessageBytes(payload.message_base64);
			if (bytes === null) return refuseMatch("message_base64", message("match.message.not-base64"));
			const signature = bytesSignature(bytes, accountKey);
			return signature === null ? NOT_OURS : base64.encode(signature);
		}
	}
}

function hashText(hash: Hex, accountKey: AccountKey): string | VaultRefusal {
	const signature = hashSignature(hash, accountKey);
	return signature === null ? NOT_OURS : joined(signature);
}

type MessageSignature = { readonly ok: true; readonly signature: string } | VaultRefusal;

async function provenSignature(payload: MessagePayload, accountKey: AccountKey): Promise<MessageSignature> {
	const made = messageSignature(payload, accountKey);
	if (typeof made !== "string") return made;
	const checked = await checkMessageSignature(payload, made, accountKey.address);
	return checked.ok ? checked : thrownAway(checked.field, checked.text);
}

const BLIND = refuseMatch("blind", message("vault.blind-not-approved"));

async function signMessage(
	{ frozen, intent }: Approved,
	payload: MessagePayload,
	accountKey: AccountKey,
): Promise<SigningOutcome> {
	const isBlind = intent.kind === "evm_personal" && isBareHash(personalBytes(intent.message));
	if (isBlind && !allowsBlind(frozen)) return BLIND;
	const proof = await provenSignature(payload, accountKey);
	return proof.ok ? granted({ kind: "message", signature: proof.signature }) : proof;
}

async function signUserOperation(
	frozen: Frozen,
	payload: IntentOf<"user_operation">,
	accountKey: AccountKey,
): Promise<SigningOutcome> {
	if (!allowsBlind(frozen)) return BLIND;
	const signatures: string[] = [];
	for (const { message: hash } of payload.requests) {
		if (!/^0x[0-9a-fA-F]{64}$/.test(hash))
			return refuseMatch("requests.message", message("match.user-operation.not-32-bytes"));
		const proof = await provenSignature({ kind: "evm_personal", message: hash }, accountKey);
		if (!proof.ok) return proof;
		signatures.push(proof.signature);
	}
	return granted({ kind: "user_operation", signatures });
}

/** Verifies each signature before returning it. `address` must be the payload's signer. */
export async function sign(approved: Approved, address: string, withKey: LentKey): Promise<SigningOutcome> {
	const { frozen, intent } = approved;
	const accountKey = { address, withKey };
	switch (intent.kind) {
		case "evm_transaction":
			return signTransaction(intent, accountKey);
		case "user_operation":
			return signUserOperation(frozen, intent, accountKey);
		case "svm_transaction":
			return signSvmTransaction(intent, accountKey);
		case "evm_personal":
		case "evm_typed_data":
		case "svm_message":
			return signMessage(approved, intent, accountKey);
	}
}

export interface SignInput {
	readonly frozen: unknown;
	readonly fingerprint: string;
	readonly place: number;
	readonly account: VaultAccount;
	readonly now: number;
	readonly clockOffset?: number;
	readonly withKey: LentKey;
}

function chosen({ place, account }: SignInput, frozen: Frozen): Approved | VaultRefusal {
	const at = intentAt(frozen, place);
	if (!at.ok) return refuseMatch(at.field, at.text, at);
	const approved: Approved = { ok: true, frozen, intent: at.intent };
	if (familyOf(at.intent) !== account.family)
		return refuseMatch("payload.kind", message("signer.other-family"));
	if (!sameAddress(signerOf(approved), account.address))
		return refuseMatch("payload.signer", message("vault.other-signer"));
	return approved;
}

/** Verifies in the vault itself that a payload was reviewed, without trusting anything from main. */
export async function signFrozen(input: SignInput): Promise<VaultGrant<"sign"> | VaultRefusal> {
	try {
		const proof = provenFrozen(input);
		if (!proof.ok) return refuseMatch(proof.field, proof.text, proof);
		const approved = chosen(input, proof.frozen);
		return approved.ok ? await sign(approved, input.account.address, input.withKey) : approved;
	} catch (error) {
		const fault = faultOf(error);
		if (fault !== null) return refuseMatch(fault.field, fault.text, fault);
		throw error;
	}
}
