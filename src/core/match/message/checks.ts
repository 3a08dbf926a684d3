import type { SignablePayload, SignRequest } from "../../../service-api/action.ts";
import { readAddress } from "../../format/numeral.ts";
import { readKey } from "../../format/svm-wire.ts";
import { message } from "../../localized-text.ts";
import { type Check, failed, noted, passed } from "../check.ts";
import { exchangeOf, isExchangesChain } from "../typed-data/exchanges.ts";
import { kindOf, ownerOf } from "../typed-data/kinds.ts";
import { type TypedData, typedDataHashes } from "../typed-data/reading.ts";
import {
	isBareHash,
	looksLikeEvmTransaction,
	looksLikeSignedData,
	MAX_MESSAGE_BYTES,
	personalBytes,
	svmMessageBytes,
	textOf,
} from "./bytes.ts";
import { hasOffchainDomain, looksLikeSvmTransaction, readOffchainMessage } from "./svm.ts";

export { typedDataHashes } from "../typed-data/reading.ts";
export { personalBytes, personalHash, svmMessageBytes } from "./bytes.ts";
export { checkMessageSignature, type MessagePayload } from "./signature.ts";

export interface MessageMatchContext {
	readonly request: SignRequest;
	readonly signer: string;
	readonly chainRef: string | null;
	readonly allowBlind: boolean;
}

type Payload<Kind extends SignablePayload["kind"]> = Extract<SignablePayload, { kind: Kind }>;
type MessagePayload = Exclude<SignablePayload, { kind: "svm_transaction" }>;

const USER_OPERATION = "erc4337";

function familyCheck(request: SignRequest, payload: MessagePayload): Check {
	const family = payload.kind === "svm_message" ? "svm" : "evm";
	const values = { reviewed: request.chainFamily, payload: family };
	return request.chainFamily === family
		? passed("chain_family", message("match.message.family-same"), values)
		: failed("chain_family", message("match.message.family-differs"), values);
}

function signerCheck(context: MessageMatchContext): Check {
	const { request, signer } = context;
	const values = { reviewed: request.signer, payload: signer };
	const isEvm = request.chainFamily === "evm";
	const [asked, own] = isEvm
		? [readAddress(request.signer), readAddress(signer)]
		: [readKey(request.signer) === null ? null : request.signer, signer];
	return asked !== null && asked === own
		? passed("signer", message("match.signer.same-as-request"), values)
		: failed("signer", message("match.signer.differs-from-request"), values);
}

function chainCheck(context: MessageMatchContext): Check {
	const { request, chainRef } = context;
	const evm = typeof request.chainId === "number" ? String(request.chainId) : null;
	const stated = request.chainFamily === "evm" ? evm : (request.cluster ?? null);
	const values = { reviewed: stated ?? "none", payload: chainRef ?? "none" };
	return stated === chainRef
		? passed("chain_ref", message("match.chain-ref.same-as-request"), values)
		: failed("chain_ref", message("match.chain-ref.differs-from-request"), values);
}

function indexCheck(request: SignRequest, payload: MessagePayload, at: number): Check | null {
	const given = request.payloads[at];
	return given?.kind === payload.kind
		? null
		: failed("payload.kind", message("match.payload-kind.other-at-place"), {
				reviewed: given?.kind ?? "none",
				payload: payload.kind,
			});
}

function sizeCheck(field: string, bytes: Uint8Array): Check {
	if (bytes.length === 0) return failed(field, message("match.message.empty"));
	const payload = `${bytes.length} bytes`;
	return bytes.length > MAX_MESSAGE_BYTES
		? failed(field, message("match.message.too-long"), { payload })
		: passed(field, message("match.message.readable-length"), { payload });
}

function blindChecks(context: MessageMatchContext): Check[] {
	const { request, allowBlind } = context;
	const alone =
		request.payloads.length === 1
			? passed("payloads", message("match.blind.alone"))
			: failed("payloads", message("match.blind.not-alone"));
	const blind = allowBlind
		? noted("message", message("match.blind.bare-hash"))
		: failed("message", message("match.blind.bare-hash-off"));
	return [alone, blind];
}

function personalForm(bytes: Uint8Array): Check | null {
	if (looksLikeEvmTransaction(bytes)) return failed("message", message("match.message.transaction"));
	if (looksLikeSignedData(bytes)) return failed("message", message("match.message.signed-data"));
	return textOf(bytes) === null ? noted("message", message("match.message.no-text")) : null;
}

function personalChecks(context: MessageMatchContext, payload: Payload<"evm_personal">): Check[] {
	const bytes = personalBytes(payload.message);
	const size = sizeCheck("message", bytes);
	if (size.status === "failed") return [size];
	if (!payload.message.isWellFormed()) return [failed("message", message("match.message.malformed-text"))];
	if (isBareHash(bytes)) return [size, ...blindChecks(context)];
	if (context.request.executionKind === USER_OPERATION)
		return [failed("message", message("match.message.user-operation-hash"))];
	const form = personalForm(bytes);
	return form === null ? [size] : [size, form];
}

function offchainCheck(bytes: Uint8Array, signer: string): Check | null {
	if (!hasOffchainDomain(bytes)) return null;
	const offchain = readOffchainMessage(bytes);
	if (offchain === null) return failed("message_base64", message("match.offchain.unreadable"));
	const { signers } = offchain;
	return signers.length === 0 || signers.includes(signer)
		? passed("message_base64", message("match.offchain.readable"))
		: failed("message_base64.signers", message("match.offchain.other-signers"), {
				reviewed: signer,
				payload: signers.join(", "),
			});
}

function svmChecks(context: MessageMatchContext, payload: Payload<"svm_message">): Check[] {
	const bytes = svmMessageBytes(payload.message_base64);
	if (bytes === null) return [failed("message_base64", message("match.message.base64-not-canonical"))];
	const size = sizeCheck("message_base64", bytes);
	if (size.status === "failed") return [size];
	if (looksLikeSvmTransaction(bytes))
		return [size, failed("message_base64", message("match.message.transaction"))];
	const offchain = offchainCheck(bytes, context.signer);
	if (offchain !== null) return [size, offchain];
	return textOf(bytes) === null ? [size, noted("message_base64", message("match.message.no-text"))] : [size];
}

function domainChainCheck(context: MessageMatchContext, typed: TypedData): Check {
	const stated = typed.domain.chainId;
	const values = { reviewed: context.chainRef ?? "none", payload: stated === null ? "none" : String(stated) };
	if (stated === null) return noted("domain.chainId", message("match.typed-chain.none"), values);
	if (context.chainRef === null)
		return noted("domain.chainId", message("match.typed-chain.request-none"), values);
	const exchange = exchangeOf(typed);
	if (exchange !== null && isExchangesChain(exchange, stated) && String(stated) !== context.chainRef)
		return noted("domain.chainId", message("match.typed-chain.exchange", { app: exchange.app }), values);
	return String(stated) === context.chainRef
		? passed("domain.chainId", message("match.typed-chain.same"), values)
		: failed("domain.chainId", message("match.typed-chain.differs"), values);
}

function ownerCheck(context: MessageMatchContext, typed: TypedData): Check | null {
	const owner = ownerOf(typed);
	if (owner === null) return null;
	const values = { reviewed: context.signer, payload: owner.address };
	return owner.address === readAddress(context.signer)
		? passed(owner.field, message("match.typed-owner.same"), values)
		: failed(owner.field, message("match.typed-owner.differs"), values);
}

function typedChecks(context: MessageMatchContext, payload: Payload<"evm_typed_data">): Check[] {
	const typed = typedDataHashes(payload.typed_data);
	if (!typed.ok) return [failed(typed.field, typed.text)];
	const kind = kindOf(typed);
	const known =
		kind === null
			? noted("primaryType", message("match.typed-kind.unknown"), {
					payload: typed.primaryType,
				})
			: passed("primaryType", message("match.typed-kind.known"), {
					payload: typed.primaryType,
				});
	const form = passed("typed_data", message("match.typed-form.complete"), { payload: typed.digest });
	return [form, known, domainChainCheck(context, typed), ownerCheck(context, typed)].filter(
		(check) => check !== null,
	);
}

function contentChecks(context: MessageMatchContext, payload: MessagePayload): Check[] {
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
 * Passing doesn't mean that the message is harmless. The review assesses deadlines, amounts and unknown
 * kinds.
 */
export function messageChecks(context: MessageMatchContext, payload: MessagePayload, at: number): Check[] {
	const { request } = context;
	const place = indexCheck(request, payload, at);
	return [
		...(place === null ? [] : [place]),
		familyCheck(request, payload),
		signerCheck(context),
		chainCheck(context),
		...contentChecks(context, payload),
	];
}
