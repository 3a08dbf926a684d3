import { MOST_TOKENS } from "../chains/evm-facts.ts";
import { readAddress, readChainRef } from "../match/numeral.ts";
import { type TypedData, typedDataHashes } from "../match/typed-data.ts";
import { kindOf, memberAt } from "../match/typed-data-kinds.ts";
import { sameAddress } from "../policy/labels.ts";
import type { ChainQuestion } from "./ask.ts";
import { type Finding, gravestFirst } from "./findings/finding.ts";
import { raisedFinding } from "./findings/raised-approval.ts";
import type { MessageLeg, OperationLeg } from "./leg.ts";
import type { MessageInsight } from "./messages/content.ts";
import { type MessageTelling, messageInsight, questionsOf } from "./messages/insight.ts";
import { userOperationInsight } from "./messages/user-operation.ts";

/** From a leg to the room of messages, and back. */

interface PermittedToken {
	readonly token: string;
	readonly spender: string;
	readonly amount: bigint;
}

/** What an EIP-2612 permit gives over its domain's token: Permit2's permissions stand in another book. */
function permitOf(data: TypedData): PermittedToken | null {
	if (kindOf(data) !== "permit") return null;
	const token = data.domain.verifyingContract;
	const [spender, amount] = [memberAt(data.message, "spender"), memberAt(data.message, "value")];
	if (token === null || typeof spender !== "string" || typeof amount !== "bigint") return null;
	const address = readAddress(spender);
	return address === null ? null : { token, spender: address, amount };
}

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
	const permitted = permitOf(data);
	const asked = tokens.slice(0, MOST_TOKENS).map((address) => ({
		address,
		spender: permitted !== null && sameAddress(permitted.token, address) ? permitted.spender : null,
	}));
	return {
		family: "evm",
		chainId,
		request: { signer, call: { to: to ?? signer, value: 0n, data: "0x" }, tokens: asked },
	};
}

/** A permit may raise what its spender may take already. */
function raisedBy({ intent }: MessageLeg, telling: MessageTelling): Finding | null {
	if (intent.kind !== "evm_typed_data") return null;
	const data = typedDataHashes(intent.typed_data);
	const permitted = data.ok ? permitOf(data) : null;
	if (permitted === null) return null;
	return raisedFinding(telling, permitted.token, permitted.spender, () => permitted.amount);
}

export function messageInsightOf(leg: MessageLeg, telling: MessageTelling): MessageInsight {
	const insight = messageInsight(telling, leg.request, leg.intent);
	const raised = raisedBy(leg, telling);
	return raised === null ? insight : { ...insight, findings: gravestFirst([...insight.findings, raised]) };
}

export function operationInsightOf(leg: OperationLeg, telling: MessageTelling): MessageInsight {
	return userOperationInsight(telling, leg.payload.requests, leg.calls);
}
