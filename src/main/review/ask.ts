import { base64 } from "@scure/base";
import { type EvmFacts, type FactsRequest, MOST_TOKENS, type TokenQuestion } from "../chains/evm-facts.ts";
import type { SvmFacts, SvmFactsRequest } from "../chains/svm.ts";
import type { Frozen, FrozenCommit } from "../match/frozen.ts";
import { readAddress, readChainRef } from "../match/numeral.ts";
import { readKey } from "../match/svm-wire.ts";
import { NO_DEALINGS } from "../policy/dealings.ts";
import type { Decoded } from "./decode-evm.ts";
import { type EvmLeg, type Leg, legsOf, type SvmLeg } from "./leg.ts";
import { messageQuestion } from "./message-leg.ts";
import { tokensOf } from "./nested/leaves.ts";
import { isNative, type Person, subjectOf } from "./subject.ts";
import { accountsAsked } from "./svm/asked.ts";
import { readOf, svmSubjectOf } from "./svm-subject.ts";

/** What a review wants to know from the person's own RPC. */

/** What is asked of one chain about one thing that is signed. */
export type ChainQuestion =
	| { readonly family: "evm"; readonly chainId: number; readonly request: FactsRequest }
	/** `cluster` as stated. */
	| { readonly family: "svm"; readonly cluster: string; readonly request: SvmFactsRequest }
	/** Nothing of it can be asked. */
	| { readonly family: "none" };

/** Answers stand in the order of the questions. */
export type ChainAnswer =
	| { readonly family: "evm"; readonly facts: EvmFacts }
	| { readonly family: "svm"; readonly facts: SvmFacts }
	| { readonly family: "none" }
	/** The chain could not be asked: why, as a whole sentence. */
	| { readonly fault: string };

const NOBODY: Person = {
	accounts: [],
	labels: {},
	signerState: "missing",
	dealings: NO_DEALINGS,
	device: null,
};
const NOTHING: ChainQuestion = { family: "none" };

function spenderOf(decoded: Decoded): string | null {
	const { meaning } = decoded;
	return meaning.kind === "approve" || meaning.kind === "allowance" ? meaning.spender : null;
}

function evmRequest(leg: EvmLeg): FactsRequest | null {
	const subject = subjectOf(leg, null, NOBODY);
	const signer = readAddress(leg.signer);
	if (subject === null || signer === null) return null;
	const { decoded, simulation } = subject;
	const questions = new Map<string, TokenQuestion>();
	for (const address of tokensOf(decoded))
		questions.set(address, { address, spender: address === decoded.target ? spenderOf(decoded) : null });
	const fee = subject.transaction?.fee_outcome;
	const charged = fee?.kind === "flow" && fee.asset.kind === "token" ? [fee.asset.address] : [];
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
			data: `0x${leg.payload.transaction.data.slice(2).toLowerCase()}`,
		},
		tokens: [...questions.values()].slice(0, MOST_TOKENS),
	};
}

function svmRequest(leg: SvmLeg): SvmFactsRequest | null {
	const read = readOf(leg);
	const payer = read?.staticKeys[0];
	if (read === null || payer === undefined) return null;
	const subject = svmSubjectOf(leg, null, NOBODY);
	const accounts = subject === null ? read.staticKeys : accountsAsked(subject);
	return {
		payer,
		blockhash: read.blockhash,
		messageBase64: base64.encode(read.messageBytes),
		accounts: accounts.filter((key) => readKey(key) !== null),
	};
}

function questionOf(leg: Leg): ChainQuestion {
	switch (leg.kind) {
		case "evm": {
			const [request, chainId] = [evmRequest(leg), readChainRef(leg.chainRef)];
			return request === null || chainId === null ? NOTHING : { family: "evm", chainId, request };
		}
		case "svm": {
			const request = svmRequest(leg);
			return request === null ? NOTHING : { family: "svm", cluster: leg.chainRef, request };
		}
		case "message":
			return messageQuestion(leg);
		default:
			return NOTHING;
	}
}

/** One for each intent, in the order of signing. */
export function questionsOf(frozen: Frozen): readonly ChainQuestion[] {
	return legsOf(frozen).map(questionOf);
}

/** What is asked about an EVM commit; null where there is nothing that could be asked. */
export function factsRequestOf(frozen: FrozenCommit): FactsRequest | null {
	const [leg] = legsOf(frozen);
	return leg?.kind === "evm" ? evmRequest(leg) : null;
}
