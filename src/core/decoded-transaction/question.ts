import type { EvmFacts, FactsRequest } from "../chain/evm.ts";
import type { SvmFacts, SvmFactsRequest } from "../chain/svm.ts";
import type { Message } from "../localized-text.ts";

export type ChainQuestion =
	| { readonly family: "evm"; readonly chainId: number; readonly request: FactsRequest }
	| { readonly family: "svm"; readonly cluster: string; readonly request: SvmFactsRequest }
	| { readonly family: "none" };

export type ChainAnswer =
	| { readonly family: "evm"; readonly facts: EvmFacts }
	| { readonly family: "svm"; readonly facts: SvmFacts }
	| { readonly family: "none" }
	| ChainFault;

export interface ChainFault {
	readonly fault: Message;
	readonly isRpcSilent?: true;
	readonly saysUnsigned?: boolean;
}
