import type { Scaling } from "../format/scale.ts";
import type { Fact } from "./chain-error.ts";

/** What a review knows of an EVM chain, and what it asks for. */

type Hex = `0x${string}`;

/** A transaction as a rollup posts it on L1, by which it charges for that. */
export interface WrittenTransaction {
	readonly unsigned: Hex;
	/** With a signature of the usual length, made up. */
	readonly signed: Hex;
	readonly gasLimit: bigint;
}

/** A rollup's fee beside gas, in wei. */
export interface L1Fee {
	/** For posting the transaction on L1, at L1's price now. */
	readonly data: bigint;
	/** For the chain's operator, of the whole gas limit. */
	readonly operator: bigint;
}

export interface TokenQuestion {
	readonly address: string;
	/** Who may take it now. */
	readonly spender: string | null;
}

export interface FactsRequest {
	readonly signer: string;
	readonly call: {
		readonly to: string;
		readonly value: bigint;
		readonly data: Hex;
		/** Wei per gas: a contract may use more where it is paid for than where it is only estimated. null for none. */
		readonly maxFeePerGas: bigint | null;
		/** `null` if the payload can't be written as a transaction. */
		readonly written: WrittenTransaction | null;
	};
	readonly tokens: readonly TokenQuestion[];
}

export interface TokenFacts {
	readonly address: string;
	readonly symbol: Fact<string>;
	readonly name: Fact<string>;
	readonly decimals: Fact<number>;
	/** Of the signer, in base units. */
	readonly balance: Fact<bigint>;
	/** What the spender may take of the signer's now. */
	readonly allowance: Fact<bigint>;
	readonly totalSupply: Fact<bigint>;
	/** EIP-165's answer for EIP-721. */
	readonly isErc721: Fact<boolean>;
	/** By ERC-8056; `null` if the token shows amounts as the chain counts them. */
	readonly scaling?: Fact<Scaling | null>;
}

export interface EvmFacts {
	/** As the RPC says; where it is not the chain asked for, nothing else here is trusted. */
	readonly chainId: number;
	readonly rightChain: boolean;
	readonly pendingNonce: Fact<number>;
	readonly latestNonce: Fact<number>;
	/** Of the signer, in wei. */
	readonly balance: Fact<bigint>;
	/** Gas of the payload's call by the RPC's own estimate. */
	readonly gas: Fact<bigint>;
	/** Wei per gas. */
	readonly baseFee: Fact<bigint>;
	readonly tip: Fact<bigint>;
	/** `null` if the chain charges nothing beside gas. */
	readonly l1Fee: Fact<L1Fee | null>;
	readonly codeAtTo: Fact<boolean>;
	/** By address in lower case. */
	readonly tokens: ReadonlyMap<string, TokenFacts>;
}

/** A hostile review could name thousands of tokens: no more are asked for. */
export const MAX_TOKENS = 12;
