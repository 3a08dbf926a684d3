import type { Text } from "../localized-text.ts";

type Hex = `0x${string}`;

export type TracedKind = "call" | "delegatecall" | "staticcall" | "create";

export interface TracedCall {
	readonly depth: number;
	readonly kind: TracedKind;
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
	readonly data: Hex;
	readonly undone: boolean;
}

export interface NativeTransfer {
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
}

/** Values of the simulated block. The RPC chooses every value that is `null`. */
export interface BlockValues {
	readonly baseFee: bigint | null;
	readonly time: bigint | null;
	/** 32 bytes. `null` on chains whose blocks have a difficulty instead. */
	readonly randao: Hex | null;
	readonly feeRecipient: Hex | null;
}

export interface SimulateCall {
	readonly from: string;
	readonly to: string;
	readonly value: bigint;
	readonly data: string;
	readonly gas: bigint | null;
	/** A zero gas price would let contracts detect the simulation. */
	readonly gasPrice: bigint | null;
	readonly tip: bigint | null;
}

/** `codeOf` returns two words: the code's size and its first 32 bytes. */
export type SimulateRead = { readonly to: string; readonly data: string } | { readonly codeOf: string };

export interface EvmSimulateRequest {
	readonly calls: readonly SimulateCall[];
	readonly reads: readonly SimulateRead[];
	readonly at: bigint | null;
	/** Simulation method that the RPC supports. `null` to detect it. */
	readonly how: EvmSimulated["how"] | null;
	readonly block: BlockValues | null;
	readonly traced: boolean;
}

export type Cut = "logs" | "calls";

export interface SimulatedLog {
	readonly address: Hex;
	readonly topics: readonly Hex[];
	readonly data: Hex;
}

export interface SimulatedStep {
	readonly passed: boolean;
	readonly gasUsed: bigint;
	readonly logs: readonly SimulatedLog[];
	readonly transfers: readonly NativeTransfer[];
	readonly returned: Hex;
	readonly fault: Text | null;
	/** The call and its inner calls. Empty if the RPC doesn't return a trace. */
	readonly tree: readonly TracedCall[];
	readonly storage: readonly Hex[];
	readonly cut: readonly Cut[];
}

export interface EvmSimulated {
	readonly how: "eth_simulateV1" | "debug_traceCall";
	readonly at: bigint;
	readonly block: BlockValues;
	readonly steps: readonly SimulatedStep[];
	/**
	 * Results of `reads` before the first call and after each step. `null` if the contract returned no data.
	 */
	readonly answers: readonly (readonly (Hex | null)[])[];
}

export const MAX_CALLS = 24;
