import type { EvmFacts, FactsRequest } from "../chain/evm.ts";
import type { SvmFacts, SvmFactsRequest } from "../chain/svm.ts";
import type { Message } from "../message.ts";

/** A question to a chain about a payload, and its answer. */

/** Facts that a review needs from the user's own RPC. */

/** Question to one chain about one signed item. */
export type ChainQuestion =
	| { readonly family: "evm"; readonly chainId: number; readonly request: FactsRequest }
	/** `cluster` as the request states it. */
	| { readonly family: "svm"; readonly cluster: string; readonly request: SvmFactsRequest }
	/** A payload that no chain can be queried about. */
	| { readonly family: "none" };

/** Answers, in the order of the questions. */
export type ChainAnswer =
	| { readonly family: "evm"; readonly facts: EvmFacts }
	| { readonly family: "svm"; readonly facts: SvmFacts }
	| { readonly family: "none" }
	/** The chain could not be queried; the text gives the reason in whole sentences. */
	| ChainFault;

export interface ChainFault {
	readonly fault: Message;
	/** The RPC did not answer, or its answer was unusable. */
	readonly isRpcSilent?: true;
	/** The text already says that nothing was signed. */
	readonly saysUnsigned?: boolean;
}
