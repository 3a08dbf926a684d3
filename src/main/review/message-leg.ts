import { MOST_TOKENS } from "../chains/evm-facts.ts";
import { readAddress, readChainRef } from "../match/numeral.ts";
import { typedDataHashes } from "../match/typed-data.ts";
import type { ChainQuestion } from "./ask.ts";
import type { MessageLeg, OperationLeg } from "./leg.ts";
import type { MessageInsight } from "./messages/content.ts";
import { type MessageTelling, messageInsight, questionsOf } from "./messages/insight.ts";
import { userOperationInsight } from "./messages/user-operation.ts";

/** From a leg to the room of messages, and back. */

/** Typed data may name tokens: they are asked for, and whether a contract stands where its domain says. */
export function messageQuestion(leg: MessageLeg): ChainQuestion {
	if (leg.intent.kind !== "evm_typed_data" || leg.chainRef === null) return { family: "none" };
	const signer = readAddress(leg.signer);
	const chainId = readChainRef(leg.chainRef);
	const data = typedDataHashes(leg.intent.typed_data);
	if (signer === null || chainId === null || !data.ok) return { family: "none" };
	const { contract, tokens } = questionsOf(data);
	const to = contract === null ? null : readAddress(contract);
	if (to === null && tokens.length === 0) return { family: "none" };
	const asked = tokens.slice(0, MOST_TOKENS).map((address) => ({ address, spender: null }));
	return {
		family: "evm",
		chainId,
		request: { signer, call: { to: to ?? signer, value: 0n, data: "0x" }, tokens: asked },
	};
}

export function messageInsightOf(leg: MessageLeg, telling: MessageTelling): MessageInsight {
	return messageInsight(telling, leg.request, leg.intent);
}

export function operationInsightOf(leg: OperationLeg, telling: MessageTelling): MessageInsight {
	return userOperationInsight(telling, leg.payload.requests, leg.calls);
}
