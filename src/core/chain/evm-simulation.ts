import type { Text } from "../message.ts";

/** Calls as an RPC runs them for a review. */

type Hex = `0x${string}`;

export type TracedKind = "call" | "delegatecall" | "staticcall" | "create";

/** A call inside another; deeper ones come after what called them. */
export interface TracedCall {
	/** 0 for the call itself. */
	readonly depth: number;
	readonly kind: TracedKind;
	readonly from: Hex;
	readonly to: Hex;
	/** Wei that moved with it. */
	readonly value: bigint;
	readonly data: Hex;
	/** It, or a call around it, was undone. */
	readonly undone: boolean;
}

/** Native coin that moved, in wei. */
export interface NativeTransfer {
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
}

/** null: left to the RPC. */
export interface BlockValues {
	/** Wei per gas. */
	readonly baseFee: bigint | null;
	/** Unix seconds. */
	readonly time: bigint | null;
	/** 32 bytes; null on chains that have none (their blocks state a difficulty). */
	readonly randao: Hex | null;
	/** Who is paid for the block. */
	readonly feeRecipient: Hex | null;
}

export interface SimulateCall {
	readonly from: string;
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	readonly data: string;
	/** Units it may use at most; null for as many as the RPC gives. */
	readonly gas: bigint | null;
	/** Wei for each at most; null for nothing. A price of nothing would tell a contract that it is only simulated. */
	readonly gasPrice: bigint | null;
	/** Wei for each above the base fee, as far as the price goes; null for as far as it goes. */
	readonly tip: bigint | null;
}

/** A question, asked of the state in between: to a contract, or what the code at an address is. */
export type SimulateRead =
	| { readonly to: string; readonly data: string }
	/** Answered with two words: the size of the code, and its first 32 bytes. */
	| { readonly codeOf: string };

export interface EvmSimulateRequest {
	readonly calls: readonly SimulateCall[];
	/** Asked before the first call and after each. */
	readonly reads: readonly SimulateRead[];
	/** Block number to run on top of; null for the latest. */
	readonly at: bigint | null;
	/** What the RPC was found to speak; null to find out. */
	readonly how: EvmSimulated["how"] | null;
	/** What the calls can read of their block; null for what the next one could well have. */
	readonly block: BlockValues | null;
	/** With the calls inside each call, and the storage that they read, where the RPC tells. */
	readonly traced: boolean;
}

/** What there was more of than is read. `calls`: those inside of a call, or the RPC could not tell them of this one. */
export type Cut = "logs" | "calls";

export interface SimulatedLog {
	readonly address: Hex;
	readonly topics: readonly Hex[];
	readonly data: Hex;
}

export interface SimulatedStep {
	readonly passed: boolean;
	readonly gasUsed: bigint;
	/** None of a step that failed. */
	readonly logs: readonly SimulatedLog[];
	readonly transfers: readonly NativeTransfer[];
	/** What the call returned, or what it failed with. */
	readonly returned: Hex;
	/** The RPC's own words for why it failed. */
	readonly fault: Text | null;
	/** The call and those inside it; empty where the RPC does not tell. */
	readonly tree: readonly TracedCall[];
	/** Words of storage that it reads; empty where the RPC does not tell. */
	readonly storage: readonly Hex[];
	/** Empty where all of it is here. */
	readonly cut: readonly Cut[];
}

export interface EvmSimulated {
	readonly how: "eth_simulateV1" | "debug_traceCall";
	/** Block number on top of which it ran. */
	readonly at: bigint;
	/** What it could read of its block. */
	readonly block: BlockValues;
	/** One for each call up to the first that fails, that one included. */
	readonly steps: readonly SimulatedStep[];
	/** Answers to the reads: before the first call, then after each step. null where a contract gave none. */
	readonly answers: readonly (readonly (Hex | null)[])[];
}

export const MAX_CALLS = 24;
