import type { Scaling } from "../format/scale.ts";
import type { Fact } from "./chain-error.ts";

/** Queries and facts of an EVM chain for a review. */

type Hex = `0x${string}`;

/** A transaction as a rollup posts it on L1, which determines its data fee. */
export interface WrittenTransaction {
	readonly unsigned: Hex;
	/** Includes a dummy signature of the usual length. */
	readonly signed: Hex;
	readonly gasLimit: bigint;
}

/** A rollup's fee on top of gas, in wei. */
export interface L1Fee {
	/** Fee for posting the transaction on L1 at the current L1 price. */
	readonly data: bigint;
	/** Fee of the chain's operator, for the full gas limit. */
	readonly operator: bigint;
}

export interface TokenQuestion {
	readonly address: string;
	/** Current spender. */
	readonly spender: string | null;
}

export interface FactsRequest {
	readonly signer: string;
	readonly call: {
		readonly to: string;
		readonly value: bigint;
		readonly data: Hex;
		/**
		 * Wei per gas; `null` for none. A contract may use more gas when paid for than when only estimated.
		 */
		readonly maxFeePerGas: bigint | null;
		/** `null` if the payload can't be encoded as a transaction. */
		readonly written: WrittenTransaction | null;
	};
	readonly tokens: readonly TokenQuestion[];
}

export interface TokenFacts {
	readonly address: string;
	readonly symbol: Fact<string>;
	readonly name: Fact<string>;
	readonly decimals: Fact<number>;
	/** Balance of the signer, in base units. */
	readonly balance: Fact<bigint>;
	/** The spender's current allowance over the signer's tokens. */
	readonly allowance: Fact<bigint>;
	readonly totalSupply: Fact<bigint>;
	/** ERC-165 answer for ERC-721. */
	readonly isErc721: Fact<boolean>;
	/** Scaling by ERC-8056; `null` if the token does not scale amounts. */
	readonly scaling?: Fact<Scaling | null>;
}

export interface EvmFacts {
	/** Chain id from the RPC; unless it is the requested chain, no other member is trusted. */
	readonly chainId: number;
	readonly rightChain: boolean;
	readonly pendingNonce: Fact<number>;
	readonly latestNonce: Fact<number>;
	/** Balance of the signer, in wei. */
	readonly balance: Fact<bigint>;
	/** The RPC's gas estimate for the payload's call. */
	readonly gas: Fact<bigint>;
	/** Wei per gas. */
	readonly baseFee: Fact<bigint>;
	readonly tip: Fact<bigint>;
	/** `null` if the chain only charges gas. */
	readonly l1Fee: Fact<L1Fee | null>;
	readonly codeAtTo: Fact<boolean>;
	/** Keyed by lower-case address. */
	readonly tokens: ReadonlyMap<string, TokenFacts>;
}

/** Maximum number of tokens queried: a hostile review could name thousands. */
export const MAX_TOKENS = 12;
