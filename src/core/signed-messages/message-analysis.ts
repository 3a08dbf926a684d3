import type { SignRequest } from "../../service-api/action.ts";
import { MAX_TOKENS } from "../chain/evm.ts";
import type { ChainQuestion } from "../decoded-transaction/question.ts";
import type { MessageItem, OperationItem } from "../decoded-transaction/signed-item.ts";
import { readAddress, readChainRef } from "../format/numeral.ts";
import { sameAddress } from "../identities/labels.ts";
import { message, sentences, type Text } from "../localized-text.ts";
import type { MessagePayload } from "../match/message/checks.ts";
import { kindOf, memberAt } from "../match/typed-data/kinds.ts";
import { type TypedData, typedDataHashes } from "../match/typed-data/reading.ts";
import { NOTHING_SIGNED } from "../unsigned.ts";
import { analysisWith, type MessageAnalysis } from "./content.ts";
import { danger, type MessageContext } from "./explanation.ts";
import { analyzePersonalMessage, analyzeSvmMessage } from "./personal-message.ts";
import { analyzeTypedData, questionsOf } from "./typed-data.ts";
import { analyzeUserOperation } from "./user-operation.ts";

export type { MessageContext } from "./explanation.ts";
export { questionsOf } from "./typed-data.ts";

function unreadable(text: Text): MessageAnalysis {
	return analysisWith({
		content: null,
		headline: { text: message("message.unreadable.typed-data"), known: false, amount: null },
		findings: [danger("typed-data-form", sentences(text, NOTHING_SIGNED))],
	});
}

export function analyzeMessage(
	context: MessageContext,
	request: Pick<SignRequest, "executionKind" | "calls">,
	payload: MessagePayload,
): MessageAnalysis {
	switch (payload.kind) {
		case "evm_personal":
			return request.executionKind === "erc4337"
				? analyzeUserOperation(
						context,
						[{ message: payload.message, raw_payload: payload.message }],
						request.calls ?? [],
					)
				: analyzePersonalMessage(context, payload.message);
		case "evm_typed_data": {
			const data = typedDataHashes(payload.typed_data);
			return data.ok ? analyzeTypedData(context, data) : unreadable(data.text);
		}
		case "svm_message":
			return analyzeSvmMessage(context, payload.message_base64);
	}
}

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
