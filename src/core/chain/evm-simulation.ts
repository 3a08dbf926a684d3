import type { Text } from "../message.ts";

/** Calls as an RPC runs them for a review. */

type Hex = `0x${string}`;

export type TracedKind = "call" | "delegatecall" | "staticcall" | "create";

/** A call inside another. Callers come before their callees. */
export interface TracedCall {
	/** 0 for the call itself. */
	readonly depth: number;
	readonly kind: TracedKind;
	readonly from: Hex;
	readonly to: Hex;
	/** Wei sent with the call. */
	readonly value: bigint;
	readonly data: Hex;
	/** The call or one around it was reverted. */
	readonly undone: boolean;
}

/** Transfer of native coin, in wei. */
export interface NativeTransfer {
	readonly from: Hex;
	readonly to: Hex;
	readonly value: bigint;
}

/** Values of the simulated block; `null` leaves one to the RPC. */
export interface BlockValues {
	/** Wei per gas. */
	readonly baseFee: bigint | null;
	/** Unix seconds. */
	readonly time: bigint | null;
	/** 32 bytes; `null` on chains without it (their blocks state a difficulty). */
	readonly randao: Hex | null;
	/** Recipient of the block's fees. */
	readonly feeRecipient: Hex | null;
}

export interface SimulateCall {
	readonly from: string;
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	readonly data: string;
	/** Gas limit; `null` for the RPC's maximum. */
	readonly gas: bigint | null;
	/** Maximum wei per gas; `null` for zero. A zero price would reveal the simulation to a contract. */
	readonly gasPrice: bigint | null;
	/** Maximum wei per gas above the base fee; `null` for the whole price. */
	readonly tip: bigint | null;
}

/** Query of the intermediate state: a call to a contract, or the code at an address. */
export type SimulateRead =
	| { readonly to: string; readonly data: string }
	/** Returns two words: size of the code, and its first 32 bytes. */
	| { readonly codeOf: string };

export interface EvmSimulateRequest {
	readonly calls: readonly SimulateCall[];
	/** Run before the first call and after each. */
	readonly reads: readonly SimulateRead[];
	/** Number of the block to run on; `null` for the latest. */
	readonly at: bigint | null;
	/** Method that the RPC supports; `null` to detect it. */
	readonly how: EvmSimulated["how"] | null;
	/** Block values that calls can read; `null` for plausible values of the next block. */
	readonly block: BlockValues | null;
	/** Requests inner calls and the storage they read, if the RPC supports it. */
	readonly traced: boolean;
}

/** Parts that exceeded a limit. `calls`: inner calls, or the RPC could not return them for this one. */
export type Cut = "logs" | "calls";

export interface SimulatedLog {
	readonly address: Hex;
	readonly topics: readonly Hex[];
	readonly data: Hex;
}

export interface SimulatedStep {
	readonly passed: boolean;
	readonly gasUsed: bigint;
	/** Empty for a failed step. */
	readonly logs: readonly SimulatedLog[];
	readonly transfers: readonly NativeTransfer[];
	/** Return data, or revert data. */
	readonly returned: Hex;
	/** The RPC's own error text. */
	readonly fault: Text | null;
	/** The call and its inner calls; empty if the RPC does not return them. */
	readonly tree: readonly TracedCall[];
	/** Storage words that the call reads; empty if the RPC does not return them. */
	readonly storage: readonly Hex[];
	/** Empty if complete. */
	readonly cut: readonly Cut[];
}

export interface EvmSimulated {
	readonly how: "eth_simulateV1" | "debug_traceCall";
	/** Number of the block that it ran on. */
	readonly at: bigint;
	/** Block values that the calls could read. */
	readonly block: BlockValues;
	/** One per call, up to and including the first that fails. */
	readonly steps: readonly SimulatedStep[];
	/**
	 * Answers to the reads: before the first call, then after each step. `null` if a contract returned
	 * nothing.
	 */
	readonly answers: readonly (readonly (Hex | null)[])[];
}

export const MAX_CALLS = 24;
