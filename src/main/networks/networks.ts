import { knownExplorer } from "../../core/chain/explorers.ts";
import { chainName, clusterOf } from "../../core/chain/names.ts";
import { type Message, message } from "../../core/message.ts";
import { chainRef as chainRefSchema } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { createEvmChains, type EvmChains } from "../chains/evm/chain.ts";
import { createSvmChains, type SvmChains } from "../chains/svm/chain.ts";
import type { Ports } from "../ports.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import { hostOf, RpcOrder } from "./rpc-order.ts";

/** The networks as the user set them, asked through their own RPCs, and how each answered last. */
export interface Networks {
	/** The chains that have an RPC, development's included. */
	readonly chainSettings: () => readonly ChainSetting[];
	/** The user's own name for a chain, else the one by which it is known. */
	chainNameOf(chainRef: string): string;
	/** The page of its transactions, with `{id}`: the user's own, else the known one; null where there is none. */
	explorerOf(chainRef: string): string | null;
	readonly chains: EvmChains;
	/** EVM chains by their second RPC, where the settings file names one of another host. */
	readonly secondChains: EvmChains;
	/** @param chainRef decimal chain id or cluster */
	readonly hasSecondRpc: (chainRef: string) => boolean;
	readonly svmChains: SvmChains;
	/** Clusters by their second RPC, where the settings file names one of another host. */
	readonly secondSvmChains: SvmChains;
	/** By chain id or cluster. */
	health(): ReadonlyMap<string, ChainHealth>;
	/** @param chainRef decimal chain id or cluster */
	noteHealth(chainRef: string, health: ChainHealth): void;
	/** Where another RPC is asked than the first of the list, one of the list is of another chain, or one is busy. */
	notes(): readonly Message[];
	/** The networks whose RPC is busy and waited for. */
	busyNotes(): readonly Message[];
	/** The same of one chain, as the service names it. */
	notesOf(chainRef: string): readonly Message[];
	/** @param chainRef decimal chain id or cluster */
	isRpcBusy(chainRef: string): boolean;
	/** Its id in Settings, where it could stand there and has no RPC; null where it has one, or nothing names it. */
	lacksRpc(chainRef: string): string | null;
	/** The first RPC of this chain's list does not answer, and another one is asked. */
	hasStandIn(chainRef: string): boolean;
}

export interface NetworksEvents {
	/** Another RPC of a chain's list is asked from now on. */
	readonly rpcMoved: () => void;
	/** Requests began to wait for a busy RPC, or none waits any more. */
	readonly rpcBusy: () => void;
	/** A chain answers that did not when it was asked last. */
	readonly reachable: () => void;
}

export function createNetworks(
	{
		clock,
		fetch,
		log,
		overrides,
		settings,
	}: Pick<Ports, "clock" | "fetch" | "log" | "overrides" | "settings">,
	{ rpcMoved, rpcBusy, reachable }: NetworksEvents,
): Networks {
	const health = new Map<string, ChainHealth>();
	/** Addresses by chain id or cluster. */
	const busy = new Map<string, string>();
	const order = new RpcOrder({ clock, fetch, log, onMoved: rpcMoved });

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

	function urlOf(chainRef: string): string | null {
		const chain = find(chainRef);
		return chain === undefined ? null : order.urlOf(chain);
	}

	function onSilence(chainRef: string, url: string): void {
		const chain = find(chainRef);
		if (chain !== undefined) order.noteSilence(chain, url);
	}

	function onBusy(chainRef: string, url: string, isBusy: boolean): void {
		if (isBusy) busy.set(chainRef, url);
		else if (busy.get(chainRef) === url) busy.delete(chainRef);
		else return;
		rpcBusy();
	}

	/** An RPC that is no longer asked is no longer waited for. */
	const isBusy = (chain: ChainSetting) => busy.get(chain.chainId) === order.urlOf(chain);

	const busyNotesOf = (chain: ChainSetting) =>
		isBusy(chain) ? [message("app.rpc.busy", { chain: chain.name })] : [];

	const allNotesOf = (chain: ChainSetting) => [...order.notes(chain), ...busyNotesOf(chain)];

	return {
		chainSettings,
		chainNameOf: (chainRef) => setting(chainRef)?.name ?? chainName(chainRef),
		explorerOf: (chainRef) => setting(chainRef)?.explorer ?? knownExplorer(chainRef),
		chains: createEvmChains({
			urlOf: (chainId) => urlOf(String(chainId)),
			onSilence: (chainId, url) => onSilence(String(chainId), url),
			onBusy: (chainId, url, isBusyNow) => onBusy(String(chainId), url, isBusyNow),
			fetch,
			clock,
		}),
		secondChains: createEvmChains({ urlOf: (chainId) => secondUrlOf(String(chainId)), fetch, clock }),
		hasSecondRpc: (chainRef) => secondUrlOf(chainRef) !== null,
		svmChains: createSvmChains({
			urlOf,
			onSilence,
			onBusy,
			genesisOf: (cluster) => find(cluster)?.genesisHash ?? null,
			secondUrlOf: (cluster) => find(cluster)?.secondRpcUrl ?? null,
			fetch,
			clock,
		}),
		secondSvmChains: createSvmChains({
			urlOf: secondUrlOf,
			genesisOf: (cluster) => find(cluster)?.genesisHash ?? null,
			fetch,
			clock,
		}),
		health: () => health,
		noteHealth(chainRef, found) {
			const isBack = health.get(chainRef)?.ok === false && found.ok;
			health.set(chainRef, found);
			if (isBack) reachable();
		},
		notes: () => chainSettings().flatMap(allNotesOf),
		busyNotes: () => chainSettings().flatMap(busyNotesOf),
		isRpcBusy(chainRef) {
			const chain = setting(chainRef);
			return chain !== undefined && isBusy(chain);
		},
		notesOf(chainRef) {
			const chain = setting(chainRef);
			return chain === undefined ? [] : allNotesOf(chain);
		},
		lacksRpc(chainRef) {
			const chainId = clusterOf(chainRef) ?? chainRef;
			return find(chainId) === undefined && chainRefSchema.safeParse(chainId).success ? chainId : null;
		},
		hasStandIn(chainRef) {
			const chain = setting(chainRef);
			return chain !== undefined && order.isStandIn(chain);
		},
	};
}
