import { knownExplorer } from "../../core/chain/explorers.ts";
import { chainName, clusterOf } from "../../core/chain/names.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { createEvmChains, type EvmChains } from "../chains/evm.ts";
import { createSvmChains, type SvmChains } from "../chains/svm.ts";
import type { Ports } from "../ports.ts";
import type { ChainHealth } from "../views/desk-parts.ts";

/** The networks as the user set them, asked through their own RPCs, and how each answered last. */
export interface Networks {
	/** The chains that have an RPC, development's included. */
	chainSettings(): readonly ChainSetting[];
	/** The user's own name for a chain, else the one by which it is known. */
	chainNameOf(chainRef: string): string;
	/** The page of its transactions, with `{id}`: the user's own, else the known one; null where there is none. */
	explorerOf(chainRef: string): string | null;
	readonly chains: EvmChains;
	/** EVM chains by their second RPC, where the settings file names one of another host. */
	readonly secondChains: EvmChains;
	/** @param chainRef decimal chain id or cluster */
	hasSecondRpc(chainRef: string): boolean;
	readonly svmChains: SvmChains;
	/** By chain id or cluster. */
	health(): ReadonlyMap<string, ChainHealth>;
	/** @param chainRef decimal chain id or cluster */
	noteHealth(chainRef: string, health: ChainHealth): void;
}

/** One host is one opinion, whatever path or key it is asked with. */
const hostOf = (url: string): string => new URL(url).host;

export function createNetworks({
	clock,
	fetch,
	overrides,
	settings,
}: Pick<Ports, "clock" | "fetch" | "overrides" | "settings">): Networks {
	const health = new Map<string, ChainHealth>();

	function chainSettings(): readonly ChainSetting[] {
		const over = overrides.chains;
		const named = new Set(over.map((chain) => chain.chainId));
		const all = [...over, ...settings.get().chains.filter((chain) => !named.has(chain.chainId))];
		return all.map((chain) =>
			/^Chain (.+)$/.exec(chain.name)?.[1] === chain.chainId
				? { ...chain, name: chainName(chain.chainId) }
				: chain,
		);
	}

	const find = (chainId: string) => chainSettings().find((chain) => chain.chainId === chainId);

	/** As the service names it, which may be in CAIP-2's form. */
	const setting = (chainRef: string) => find(clusterOf(chainRef) ?? chainRef);

	function secondUrlOf(chainRef: string): string | null {
		const chain = find(chainRef);
		const second = chain?.secondRpcUrl ?? null;
		return chain === undefined || second === null || hostOf(second) === hostOf(chain.rpcUrl) ? null : second;
	}

	return {
		chainSettings,
		chainNameOf: (chainRef) => setting(chainRef)?.name ?? chainName(chainRef),
		explorerOf: (chainRef) => setting(chainRef)?.explorer ?? knownExplorer(chainRef),
		chains: createEvmChains({
			urlOf: (chainId) => find(String(chainId))?.rpcUrl ?? null,
			fetch,
			clock,
		}),
		secondChains: createEvmChains({ urlOf: (chainId) => secondUrlOf(String(chainId)), fetch, clock }),
		hasSecondRpc: (chainRef) => secondUrlOf(chainRef) !== null,
		svmChains: createSvmChains({
			urlOf: (cluster) => find(cluster)?.rpcUrl ?? null,
			genesisOf: (cluster) => find(cluster)?.genesisHash ?? null,
			secondUrlOf: (cluster) => find(cluster)?.secondRpcUrl ?? null,
			fetch,
			clock,
		}),
		health: () => health,
		noteHealth(chainRef, found) {
			health.set(chainRef, found);
		},
	};
}
