import type { SignablePayload, SignRequest } from "../../contract/action.ts";
import { type Check, failed, noted, passed } from "./check.ts";
import {
	isBareHash,
	looksLikeEvmTransaction,
	looksLikeSignedData,
	MAX_MESSAGE_BYTES,
	personalBytes,
	svmMessageBytes,
} from "./message-bytes.ts";
import { hasOffchainDomain, looksLikeSvmTransaction, readOffchainMessage } from "./message-svm.ts";
import { textOf } from "./message-text.ts";
import { readAddress } from "./numeral.ts";
import { readKey } from "./svm-wire.ts";
import { type TypedData, typedDataHashes } from "./typed-data.ts";
import { kindOf, ownerOf } from "./typed-data-kinds.ts";

/** Messages and typed data of a request to sign: is each what the request may ask this signer for? */

export { personalBytes, personalHash, svmMessageBytes } from "./message-bytes.ts";
export { checkMessageSignature, type MessagePayload, type SignatureCheck } from "./message-signature.ts";
export { typedDataHashes } from "./typed-data.ts";

export interface MessageContext {
	readonly request: SignRequest;
	/** Of the frozen action. */
	readonly signer: string;
	/** Decimal chain id or cluster; null where the request names none. */
	readonly chainRef: string | null;
	/** The person allows signatures whose meaning can't be seen, and is asked for this one. */
	readonly allowBlind: boolean;
}

type Payload<Kind extends SignablePayload["kind"]> = Extract<SignablePayload, { kind: Kind }>;
type MessagePayload = Exclude<SignablePayload, { kind: "svm_transaction" }>;

/** The kind of execution whose message is the hash of a user operation (ERC-4337). */
const USER_OPERATION = "erc4337";

function familyCheck(request: SignRequest, payload: MessagePayload): Check {
	const family = payload.kind === "svm_message" ? "svm" : "evm";
	const values = { reviewed: request.chainFamily, payload: family };
	return request.chainFamily === family
		? passed("chain_family", "The message is of the request's chain family.", values)
		: failed("chain_family", "The message is of another chain family than the request.", values);
}

function signerCheck(context: MessageContext): Check {
	const { request, signer } = context;
	const values = { reviewed: request.signer, payload: signer };
	const isEvm = request.chainFamily === "evm";
	const [asked, own] = isEvm
		? [readAddress(request.signer), readAddress(signer)]
		: [readKey(request.signer) === null ? null : request.signer, signer];
	return asked !== null && asked === own
		? passed("signer", "It is for the signer that the request names.", values)
		: failed("signer", "The request names another signer, or none that can be read.", values);
}

function chainCheck(context: MessageContext): Check {
	const { request, chainRef } = context;
	const evm = typeof request.chainId === "number" ? String(request.chainId) : null;
	const stated = request.chainFamily === "evm" ? evm : (request.cluster ?? null);
	const values = { reviewed: stated ?? "none", payload: chainRef ?? "none" };
	return stated === chainRef
		? passed("chain_ref", "It is for the chain that the request names.", values)
		: failed("chain_ref", "It is for another chain than the request names.", values);
}

/** The caller hands over the payload at this place of the request, and no other. */
function placeCheck(request: SignRequest, payload: MessagePayload, at: number): Check | null {
	const given = request.payloads[at];
	return given?.kind === payload.kind
		? null
		: failed("payload.kind", "The request asks for another kind of payload at this place.", {
				reviewed: given?.kind ?? "none",
				payload: payload.kind,
			});
}

function sizeCheck(field: string, bytes: Uint8Array): Check {
	if (bytes.length === 0) return failed(field, "The message is empty, so there is nothing to agree to.");
	const payload = `${bytes.length} bytes`;
	return bytes.length > MAX_MESSAGE_BYTES
		? failed(field, "The message is longer than 128 KiB, which nobody can read.", { payload })
		: passed(field, "The message has a length that can be read.", { payload });
}

/** A bare hash: its meaning can't be compared with anything. One at a time, and only where the person allows it. */
function blindChecks(context: MessageContext): Check[] {
	const { request, allowBlind } = context;
	const alone =
		request.payloads.length === 1
			? passed("payloads", "Nothing else is signed along with it.")
			: failed("payloads", "A message that is a bare hash is signed only by itself, not along with others.");
	const blind = allowBlind
		? noted("message", "The message is a bare hash. What it stands for can't be seen or compared.")
		: failed("message", "The message is a bare hash, whose meaning can't be seen. Blind signing is off.");
	return [alone, blind];
}

function personalForm(bytes: Uint8Array): Check | null {
	if (looksLikeEvmTransaction(bytes))
		return failed("message", "This is a message that is really a transaction.");
	if (looksLikeSignedData(bytes))
		return failed("message", "This is a message that is really the inside of other signed data.");
	return textOf(bytes) === null
		? noted("message", "The message is no text: it is bytes that a person can't read.")
		: null;
}

function personalChecks(context: MessageContext, payload: Payload<"evm_personal">): Check[] {
	const bytes = personalBytes(payload.message);
	const size = sizeCheck("message", bytes);
	if (size.status === "failed") return [size];
	if (!payload.message.isWellFormed()) return [failed("message", "The message is not well-formed text.")];
	if (isBareHash(bytes)) return [size, ...blindChecks(context)];
	if (context.request.executionKind === USER_OPERATION)
		return [
			failed("message", "The message of a user operation must be its hash of 32 bytes, and it is not."),
		];
	const form = personalForm(bytes);
	return form === null ? [size] : [size, form];
}

function offchainCheck(bytes: Uint8Array, signer: string): Check | null {
	if (!hasOffchainDomain(bytes)) return null;
	const offchain = readOffchainMessage(bytes);
	if (offchain === null)
		return failed("message_base64", "The message begins as an off-chain message and can't be read as one.");
	const { signers } = offchain;
	return signers.length === 0 || signers.includes(signer)
		? passed("message_base64", "It is an off-chain message, which can't be a transaction.")
		: failed("message_base64.signers", "The off-chain message is for other signers than this account.", {
				reviewed: signer,
				payload: signers.join(", "),
			});
}

function svmChecks(context: MessageContext, payload: Payload<"svm_message">): Check[] {
	const bytes = svmMessageBytes(payload.message_base64);
	if (bytes === null)
		return [failed("message_base64", "The message is not written as base64 in its one canonical form.")];
	const size = sizeCheck("message_base64", bytes);
	if (size.status === "failed") return [size];
	if (looksLikeSvmTransaction(bytes))
		return [size, failed("message_base64", "This is a message that is really a transaction.")];
	const offchain = offchainCheck(bytes, context.signer);
	if (offchain !== null) return [size, offchain];
	return textOf(bytes) === null
		? [size, noted("message_base64", "The message is no text: it is bytes that a person can't read.")]
		: [size];
}

function domainChainCheck(context: MessageContext, typed: TypedData): Check {
	const stated = typed.domain.chainId;
	const values = { reviewed: context.chainRef ?? "none", payload: stated === null ? "none" : String(stated) };
	if (stated === null)
		return noted("domain.chainId", "The typed data names no chain, so it may count on every chain.", values);
	if (context.chainRef === null)
		return noted(
			"domain.chainId",
			"The request names no chain to compare the typed data's chain with.",
			values,
		);
	return String(stated) === context.chainRef
		? passed("domain.chainId", "The typed data is for the chain of the request.", values)
		: failed("domain.chainId", "This is typed data for another chain.", values);
}

function ownerCheck(context: MessageContext, typed: TypedData): Check | null {
	const owner = ownerOf(typed);
	if (owner === null) return null;
	const values = { reviewed: context.signer, payload: owner.address };
	return owner.address === readAddress(context.signer)
		? passed(owner.field, "The typed data speaks of the signer's own account.", values)
		: failed(owner.field, "The typed data speaks of another account than the signer's.", values);
}

function typedChecks(context: MessageContext, payload: Payload<"evm_typed_data">): Check[] {
	const typed = typedDataHashes(payload.typed_data);
	if (!typed.ok) return [failed(typed.field, typed.words)];
	const kind = kindOf(typed);
	const known =
		kind === null
			? noted("primaryType", "Countersign does not know this kind of typed data.", {
					payload: typed.primaryType,
				})
			: passed("primaryType", "It is a kind of typed data that Countersign knows.", {
					payload: typed.primaryType,
				});
	const form = passed("typed_data", "Every member is declared and of its type.", { payload: typed.digest });
	return [form, known, domainChainCheck(context, typed), ownerCheck(context, typed)].filter(
		(check) => check !== null,
	);
}

function ownChecks(context: MessageContext, payload: MessagePayload): Check[] {
	switch (payload.kind) {
		case "evm_personal":
			return personalChecks(context, payload);
		case "evm_typed_data":
			return typedChecks(context, payload);
		case "svm_message":
			return svmChecks(context, payload);
	}
}

/**
 * Checks the message at one place of a request to sign; needs neither chain nor clock. Nothing here says that a
 * message is harmless: deadlines, amounts and unknown kinds are for the review to tell.
 * @param at place in the request's payloads, counted from 0
 */
export function messageChecks(context: MessageContext, payload: MessagePayload, at: number): Check[] {
	const { request } = context;
	const place = placeCheck(request, payload, at);
	return [
		...(place === null ? [] : [place]),
		familyCheck(request, payload),
		signerCheck(context),
		chainCheck(context),
		...ownChecks(context, payload),
	];
}
