import { base64 } from "@scure/base";
import { flowOf } from "../../service-api/action.ts";
import { type FactsRequest, MAX_TOKENS, type TokenQuestion, type WrittenTransaction } from "../chain/evm.ts";
import type { SvmFactsRequest } from "../chain/svm.ts";
import { tokensOf } from "../decode/evm/leaves.ts";
import type { Decoded } from "../decode/evm/meaning.ts";
import { decodedEvmTransactionOf, isNative, NOBODY } from "../decoded-transaction/decoded-transaction.ts";
import type { ChainQuestion } from "../decoded-transaction/question.ts";
import {
	type EvmItem,
	type SignedItem,
	type SvmItem,
	signedItemsOf,
} from "../decoded-transaction/signed-item.ts";
import { queriedAccounts, queriedMints } from "../decoded-transaction/svm/queried-accounts.ts";
import { decodedSvmTransactionOf, readOf } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import { readAddress, readChainRef, readUint } from "../format/numeral.ts";
import { readKey } from "../format/svm-wire.ts";
import { PayloadError, signedEvm, unsignedEvm } from "../match/evm/bytes.ts";
import type { Frozen, FrozenCommit } from "../match/frozen.ts";
import { messageQuestion } from "../signed-messages/message-analysis.ts";

const NOTHING: ChainQuestion = { family: "none" };

function spenderOf(decoded: Decoded): string | null {
	const { meaning } = decoded;
	return meaning.kind === "approve" || meaning.kind === "allowance" ? meaning.spender : null;
}

/** The longest possible signature: r and s of 32 bytes each, with s in the lower half of the curve order. */
const ANY_SIGNATURE = { r: `0x${"ff".repeat(32)}`, s: `0x7f${"ff".repeat(31)}`, yParity: 1 } as const;

function writtenOf({ payload }: EvmItem): WrittenTransaction | null {
	try {
		return {
			unsigned: unsignedEvm(payload),
			signed: signedEvm(payload, ANY_SIGNATURE),
			gasLimit: BigInt(payload.transaction.gas_limit),
		};
	} catch (error) {
		if (error instanceof PayloadError) return null;
		throw error;
	}
}

function evmRequest(item: EvmItem): FactsRequest | null {
	const subject = decodedEvmTransactionOf(item, null, NOBODY);
	const signer = readAddress(item.signer);
	if (subject === null || signer === null) return null;
	const { decoded, simulation } = subject;
	const questions = new Map<string, TokenQuestion>();
	for (const address of tokensOf(decoded))
		questions.set(address, { address, spender: address === decoded.target ? spenderOf(decoded) : null });
	const outcome = subject.transaction?.fee_outcome ?? null;
	const fee = outcome === null ? null : flowOf(outcome);
	const charged = fee?.asset.kind === "token" ? [fee.asset.address] : [];
	const named = [
		...(simulation?.approvals ?? []).map((each) => each.asset),
		...(simulation?.balanceChanges ?? []).map((each) => each.asset),
		...(simulation?.fees ?? []).map((each) => each.asset),
		...charged,
	];
	for (const asset of named) {
		const address = isNative(asset) ? null : readAddress(asset);
		if (address !== null && !questions.has(address)) questions.set(address, { address, spender: null });
	}
	return {
		signer,
		call: {
			to: decoded.target,
			value: decoded.value,
			data: `0x${item.payload.transaction.data.slice(2).toLowerCase()}`,
			maxFeePerGas: readUint(item.payload.transaction.max_fee_per_gas),
			written: writtenOf(item),
		},
		tokens: [...questions.values()].slice(0, MAX_TOKENS),
	};
}

function svmRequest(item: SvmItem): SvmFactsRequest | null {
	const read = readOf(item);
	const payer = read?.staticKeys[0];
	if (read === null || payer === undefined) return null;
	const subject = decodedSvmTransactionOf(item, null, NOBODY);
	const accounts = subject === null ? read.staticKeys : queriedAccounts(subject);
	return {
		payer,
		blockhash: read.blockhash,
		messageBase64: base64.encode(read.messageBytes),
		accounts: accounts.filter((key) => readKey(key) !== null),
		mints: subject === null ? [] : queriedMints(subject),
	};
}

function questionOf(item: SignedItem): ChainQuestion {
	switch (item.kind) {
		case "evm": {
			const [request, chainId] = [evmRequest(item), readChainRef(item.chainRef)];
			return request === null || chainId === null ? NOTHING : { family: "evm", chainId, request };
		}
		case "svm": {
			const request = svmRequest(item);
			return request === null ? NOTHING : { family: "svm", cluster: item.chainRef, request };
		}
		case "message":
			return messageQuestion(item);
		default:
			return NOTHING;
	}
}

export function questionsOf(frozen: Frozen): readonly ChainQuestion[] {
	return signedItemsOf(frozen).map(questionOf);
}

export function factsRequestOf(frozen: FrozenCommit): FactsRequest | null {
	const [item] = signedItemsOf(frozen);
	return item?.kind === "evm" ? evmRequest(item) : null;
}
