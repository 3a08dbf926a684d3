import { knownExplorer } from "../../core/chain/explorers.ts";
import { chainName, clusterOf } from "../../core/chain/names.ts";
import { type Message, message } from "../../core/message.ts";
import { chainRef as chainRefSchema } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { type EvmChains, EvmRpcChains } from "../chains/evm/chain.ts";
import { type SvmChains, SvmRpcChains } from "../chains/svm/chain.ts";
import type { Events } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import { hostOf, RpcOrder } from "./rpc-order.ts";

/** The networks as the user set them, reached through their own RPCs, and each RPC's latest answer. */
export class Networks {
	readonly chains: EvmChains;
	readonly svmChains: SvmChains;
	/** EVM chains by their second RPC, if the settings name one of another host. */
	readonly secondChains: EvmChains;
	/** Clusters by their second RPC, if the settings name one of another host. */
	readonly secondSvmChains: SvmChains;
	readonly #app;
	readonly #order: RpcOrder;
	readonly #health = new Map<string, ChainHealth>();
	/** Addresses of busy RPCs by chain id or cluster. */
	readonly #busy = new Map<string, string>();

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "fetch" | "log" | "overrides" | "settings">;
		readonly events: Events;
		readonly reviewing: {
			/** Voids the answers of a chain's former RPC. */
			rpcMoved(): void;
			readonly refresh: {
				/** Composes again the reviews that waited for a chain. */
				reachable(): void;
			};
		};
	}) {
		this.#app = app;
		const { clock, fetch, log } = app.ports;
		this.#order = new RpcOrder({ clock, fetch, log, onMoved: () => app.reviewing.rpcMoved() });
		const genesisOf = (cluster: string) => this.#find(cluster)?.genesisHash ?? null;
		this.chains = new EvmRpcChains({
			urlOf: (chainId) => this.#urlOf(String(chainId)),
			onSilence: (chainId, url) => this.#onSilence(String(chainId), url),
			onBusy: (chainId, url, isBusy) => this.#onBusy(String(chainId), url, isBusy),
			fetch,
			clock,
		});
		this.secondChains = new EvmRpcChains({
			urlOf: (chainId) => this.#secondUrlOf(String(chainId)),
			fetch,
			clock,
		});
		this.svmChains = new SvmRpcChains({
			urlOf: (cluster) => this.#urlOf(cluster),
			onSilence: (cluster, url) => this.#onSilence(cluster, url),
			onBusy: (cluster, url, isBusy) => this.#onBusy(cluster, url, isBusy),
			genesisOf,
			secondUrlOf: (cluster) => this.#find(cluster)?.secondRpcUrl ?? null,
			fetch,
			clock,
		});
		this.secondSvmChains = new SvmRpcChains({
			urlOf: (cluster) => this.#secondUrlOf(cluster),
			genesisOf,
			fetch,
			clock,
		});
	}

	/** Lists the chains that have an RPC, including development's. */
	chainSettings(): readonly ChainSetting[] {
		const { overrides, settings } = this.#app.ports;
		const named = new Set(overrides.chains.map((chain) => chain.chainId));
		const others = settings.get().chains.filter((chain) => !named.has(chain.chainId));
		return [...overrides.chains, ...others].map((chain) =>
			/^Chain (.+)$/.exec(chain.name)?.[1] === chain.chainId
				? { ...chain, name: chainName(chain.chainId) }
				: chain,
		);
	}

	/** Returns the user's own name for a chain, else the known one. */
	chainNameOf(chainRef: string): string {
		return this.#setting(chainRef)?.name ?? chainName(chainRef);
	}

	/**
	 * Returns the address of a chain's transaction pages, with `{id}`: the user's own, else the known one;
	 * `null` if there is none.
	 */
	explorerOf(chainRef: string): string | null {
		return this.#setting(chainRef)?.explorer ?? knownExplorer(chainRef);
	}

	/** @param chainRef decimal chain id or cluster */
	hasSecondRpc(chainRef: string): boolean {
		return this.#secondUrlOf(chainRef) !== null;
	}

	/** Returns each RPC's latest answer, by chain id or cluster. */
	health(): ReadonlyMap<string, ChainHealth> {
		return this.#health;
	}

	/** @param chainRef decimal chain id or cluster */
	noteHealth(chainRef: string, health: ChainHealth): void {
		const isBack = this.#health.get(chainRef)?.ok === false && health.ok;
		this.#health.set(chainRef, health);
		if (isBack) this.#app.reviewing.refresh.reachable();
	}

	/** Returns texts about RPCs that are not the first of their list, are of another chain, or are busy. */
	notes(): readonly Message[] {
		return this.chainSettings().flatMap((chain) => this.#notesOf(chain));
	}

	/** Returns the same texts for one chain, by the service's name for it. */
	notesOf(chainRef: string): readonly Message[] {
		const chain = this.#setting(chainRef);
		return chain === undefined ? [] : this.#notesOf(chain);
	}

	/** Returns texts about networks whose RPC is busy and being retried. */
	busyNotes(): readonly Message[] {
		return this.chainSettings().flatMap((chain) => this.#busyNotesOf(chain));
	}

	/** @param chainRef decimal chain id or cluster */
	isRpcBusy(chainRef: string): boolean {
		const chain = this.#setting(chainRef);
		return chain !== undefined && this.#isBusy(chain);
	}

	/** Returns the chain's id in Settings if Settings can hold it and it has no RPC; otherwise `null`. */
	lacksRpc(chainRef: string): string | null {
		const chainId = clusterOf(chainRef) ?? chainRef;
		return this.#find(chainId) === undefined && chainRefSchema.safeParse(chainId).success ? chainId : null;
	}

	/** Returns whether the first RPC of this chain's list doesn't answer and another one is used. */
	hasStandIn(chainRef: string): boolean {
		const chain = this.#setting(chainRef);
		return chain !== undefined && this.#order.isStandIn(chain);
	}

	#find(chainId: string): ChainSetting | undefined {
		return this.chainSettings().find((chain) => chain.chainId === chainId);
	}

	/** Finds a chain by the service's name, which may be in CAIP-2's form. */
	#setting(chainRef: string): ChainSetting | undefined {
		return this.#find(clusterOf(chainRef) ?? chainRef);
	}

	#urlOf(chainRef: string): string | null {
		const chain = this.#find(chainRef);
		return chain === undefined ? null : this.#order.urlOf(chain);
	}

	#secondUrlOf(chainRef: string): string | null {
		const chain = this.#find(chainRef);
		const second = chain?.secondRpcUrl ?? null;
		return chain === undefined || second === null || hostOf(second) === hostOf(chain.rpcUrl) ? null : second;
	}

	#onSilence(chainRef: string, url: string): void {
		const chain = this.#find(chainRef);
		if (chain !== undefined) this.#order.noteSilence(chain, url);
	}

	#onBusy(chainRef: string, url: string, isBusy: boolean): void {
		if (isBusy) this.#busy.set(chainRef, url);
		else if (this.#busy.get(chainRef) === url) this.#busy.delete(chainRef);
		else return;
		this.#app.events.emit("chain-changed");
	}

	/**
	 * Returns whether the chain's current RPC is busy: one that is no longer used is no longer waited for.
	 */
	#isBusy(chain: ChainSetting): boolean {
		return this.#busy.get(chain.chainId) === this.#order.urlOf(chain);
	}

	#busyNotesOf(chain: ChainSetting): readonly Message[] {
		return this.#isBusy(chain) ? [message("app.rpc.busy", { chain: chain.name })] : [];
	}

	#notesOf(chain: ChainSetting): readonly Message[] {
		return [...this.#order.notes(chain), ...this.#busyNotesOf(chain)];
	}
}
