import type { EvmFacts, FactsRequest } from "../chain/evm.ts";
import type { SvmFacts, SvmFactsRequest } from "../chain/svm.ts";
import type { Message } from "../message.ts";

/** What a chain is asked for a payload, and its answer. */

/** What a review wants to know from the user's own RPC. */

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
	| ChainFault;

export interface ChainFault {
	readonly fault: Message;
	/** The RPC gave no answer, or none that could be used. */
	readonly isRpcSilent?: true;
	/** The sentence tells that nothing was signed. */
	readonly saysUnsigned?: boolean;
}
