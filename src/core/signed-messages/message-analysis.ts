import { MAX_TOKENS } from "../chain/evm.ts";
import type { ChainQuestion } from "../decoded-transaction/question.ts";
import type { MessageItem, OperationItem } from "../decoded-transaction/signed-item.ts";
import { readAddress, readChainRef } from "../format/numeral.ts";
import { sameAddress } from "../identities/labels.ts";
import { kindOf, memberAt } from "../match/typed-data/kinds.ts";
import { type TypedData, typedDataHashes } from "../match/typed-data/reading.ts";
import { analyzeMessage, type MessageContext, questionsOf } from "./analyze-message.ts";
import type { MessageAnalysis } from "./content.ts";
import { analyzeUserOperation } from "./user-operation.ts";

interface PermittedToken {
	readonly token: string;
	readonly spender: string;
	readonly amount: bigint;
}

function permitOf(data: TypedData): PermittedToken | null {
	if (kindOf(data) !== "permit") return null;
	const token = data.domain.verifyingContract;
	const [spender, amount] = [memberAt(data.message, "spender"), memberAt(data.message, "value")];
	if (token === null || typeof spender !== "string" || typeof amount !== "bigint") return null;
	const address = readAddress(spender);
	return address === null ? null : { token, spender: address, amount };
}

export function messageQuestion(item: MessageItem): ChainQuestion {
	if (item.intent.kind !== "evm_typed_data" || item.chainRef === null) return { family: "none" };
	const signer = readAddress(item.signer);
	const chainId = readChainRef(item.chainRef);
	const data = typedDataHashes(item.intent.typed_data);
	if (signer === null || chainId === null || !data.ok) return { family: "none" };
	const { contract, tokens } = questionsOf(data);
	const to = contract === null ? null : readAddress(contract);
	if (to === null && tokens.length === 0) return { family: "none" };
	const permitted = permitOf(data);
	const asked = tokens.slice(0, MAX_TOKENS).map((address) => ({
		address,
		spender: permitted !== null && sameAddress(permitted.token, address) ? permitted.spender : null,
	}));
	return {
		family: "evm",
		chainId,
		request: {
			signer,
			call: { to: to ?? signer, value: 0n, data: "0x", maxFeePerGas: null, written: null },
			tokens: asked,
		},
	};
}

export const messageAnalysisOf = (item: MessageItem, context: MessageContext): MessageAnalysis =>
	analyzeMessage(context, item.request, item.intent);

export function operationAnalysisOf(item: OperationItem, context: MessageContext): MessageAnalysis {
	return analyzeUserOperation(context, item.payload.requests, item.calls);
}
