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
		/** Included in the gas estimate because a contract may use more gas if the gas price isn't zero. */
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
	/** The contract's ERC-165 response for ERC-721. */
	readonly isErc721: Fact<boolean>;
	/** ERC-8056 scaling. `null` if the token isn't scaled. */
	readonly scaling?: Fact<Scaling | null>;
}

export interface EvmFacts {
	/** Chain ID reported by the RPC. The other facts are only valid if it matches the requested chain. */
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

/**
 * How a rollup charges for L1 data. `op` and `scroll` charge a separate fee, which GasPriceOracle or
 * L1GasPriceOracle reports. `gas` includes it in the gas used. Sources: the superchain registry,
 * docs.scroll.io, docs.arbitrum.io, docs.zksync.io, docs.linea.build.
 */
type L1Charge = "op" | "scroll" | "gas" | "none";

const charged = (by: L1Charge, ...chains: readonly number[]) => chains.map((chain) => [chain, by] as const);

const CHARGES: ReadonlyMap<number, L1Charge> = new Map([
	// OP Mainnet, Unichain, Fraxtal, World Chain, Lisk, Soneium, Base, Mode, Ink, BOB, Blast, Zora.
	...charged("op", 10, 130, 252, 480, 1_135, 1_868, 8_453, 34_443, 57_073, 60_808, 81_457, 7_777_777),
	// Sepolia testnets of Unichain, World Chain, Base and OP.
	...charged("op", 1_301, 4_801, 84_532, 11_155_420),
	...charged("scroll", 534_352, 534_351),
	// Arbitrum One and Nova, Arbitrum Sepolia, ZKsync Era, Linea.
	...charged("gas", 42_161, 42_170, 421_614, 324, 59_144),
	// Ethereum, BNB Smart Chain, Gnosis, Polygon, Sonic, Avalanche, Sepolia.
	...charged("none", 1, 56, 100, 137, 146, 43_114, 11_155_111),
]);

export const l1ChargeOf = (chainId: number): L1Charge | null => CHARGES.get(chainId) ?? null;
