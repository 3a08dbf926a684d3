import type { Scaling } from "../format/scale.ts";
import type { Fact } from "./chain-error.ts";

type Hex = `0x${string}`;

export interface WrittenTransaction {
	readonly unsigned: Hex;
	readonly signed: Hex;
	readonly gasLimit: bigint;
}

export interface L1Fee {
	readonly data: bigint;
	readonly operator: bigint;
}

export interface TokenQuestion {
	readonly address: string;
	readonly spender: string | null;
}

export interface FactsRequest {
	readonly signer: string;
	readonly call: {
		readonly to: string;
		readonly value: bigint;
		readonly data: Hex;
		/** Included in the estimate, because a contract may use more gas when the gas price isn't zero. */
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
	readonly balance: Fact<bigint>;
	readonly allowance: Fact<bigint>;
	readonly totalSupply: Fact<bigint>;
	/** The contract's answer to ERC-165 for ERC-721. */
	readonly isErc721: Fact<boolean>;
	/** ERC-8056. `null` if the token has no scaling. */
	readonly scaling?: Fact<Scaling | null>;
}

export interface EvmFacts {
	/** As reported by the RPC. The other facts are only valid if it matches the requested chain. */
	readonly chainId: number;
	readonly rightChain: boolean;
	readonly pendingNonce: Fact<number>;
	readonly latestNonce: Fact<number>;
	readonly balance: Fact<bigint>;
	readonly gas: Fact<bigint>;
	readonly baseFee: Fact<bigint>;
	readonly tip: Fact<bigint>;
	readonly l1Fee: Fact<L1Fee | null>;
	readonly codeAtTo: Fact<boolean>;
	readonly tokens: ReadonlyMap<string, TokenFacts>;
}

/** Limits how many tokens a hostile review can make the app query. */
export const MAX_TOKENS = 12;
