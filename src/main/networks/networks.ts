import { knownExplorer } from "../../core/chain/explorers.ts";
import { chainName, clusterOf } from "../../core/chain/names.ts";
import { type Message, message } from "../../core/localized-text.ts";
import { chainRef as chainRefSchema } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { type EvmChains, EvmRpcChains } from "../chains/evm/chain.ts";
import { type SvmChains, SvmRpcChains } from "../chains/svm/chain.ts";
import type { Events } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import { hostOf, RpcOrder } from "./rpc-order.ts";

/** Overrides come first. If a network's name is only its number, it gets its real name. */
function namedChains(
	overrides: readonly ChainSetting[],
	stored: readonly ChainSetting[],
): readonly ChainSetting[] {
	const overridden = new Set(overrides.map(({ chainId }) => chainId));
	return [...overrides, ...stored.filter(({ chainId }) => !overridden.has(chainId))].map((chain) =>
		/^Chain (.+)$/.exec(chain.name)?.[1] === chain.chainId
			? { ...chain, name: chainName(chain.chainId) }
			: chain,
	);
}

export class Networks {
	readonly chains: EvmChains;
	readonly svmChains: SvmChains;
	readonly secondChains: EvmChains;
	readonly secondSvmChains: SvmChains;
	readonly #app;
	readonly #order: RpcOrder;
	readonly #health = new Map<string, ChainHealth>();
	readonly #busy = new Map<string, string>();
	#named: { readonly of: readonly ChainSetting[]; readonly chains: readonly ChainSetting[] } | null = null;

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "fetch" | "log" | "overrides" | "settings">;
		readonly events: Events;
		readonly reviewing: {
			rpcMoved(): void;
			readonly refresh: {
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

	chainSettings(): readonly ChainSetting[] {
		const { overrides, settings } = this.#app.ports;
		const { chains } = settings.get();
		if (this.#named?.of !== chains)
			this.#named = { of: chains, chains: namedChains(overrides.chains, chains) };
		return this.#named.chains;
	}

	chainNameOf(chainRef: string): string {
		return this.#setting(chainRef)?.name ?? chainName(chainRef);
	}

	/**
	 * Returns a URL template with `{id}`, or `null` if there is none. The user's own explorer takes
	 * precedence.
	 */
	explorerOf(chainRef: string): string | null {
		return this.#setting(chainRef)?.explorer ?? knownExplorer(chainRef);
	}

	hasSecondRpc(chainRef: string): boolean {
		return this.#secondUrlOf(chainRef) !== null;
	}

	health(): ReadonlyMap<string, ChainHealth> {
		return this.#health;
	}

	recordHealth(chainRef: string, health: ChainHealth): void {
		const isBack = this.#health.get(chainRef)?.ok === false && health.ok;
		this.#health.set(chainRef, health);
		if (isBack) this.#app.reviewing.refresh.reachable();
	}

	/** Reports RPCs that are busy, belong to the wrong chain, or aren't the first in their list. */
	notes(): readonly Message[] {
		return this.chainSettings().flatMap((chain) => this.#notesOf(chain));
	}

	notesOf(chainRef: string): readonly Message[] {
		const chain = this.#setting(chainRef);
		return chain === undefined ? [] : this.#notesOf(chain);
	}

	busyNotes(): readonly Message[] {
		return this.chainSettings().flatMap((chain) => this.#busyNotesOf(chain));
	}

	isRpcBusy(chainRef: string): boolean {
		const chain = this.#setting(chainRef);
		return chain !== undefined && this.#isBusy(chain);
	}

	/** Returns the chain's ID in Settings if the chain has no RPC there but could have one. */
	lacksRpc(chainRef: string): string | null {
		const chainId = clusterOf(chainRef) ?? chainRef;
		return this.#find(chainId) === undefined && chainRefSchema.safeParse(chainId).success ? chainId : null;
	}

	hasStandIn(chainRef: string): boolean {
		const chain = this.#setting(chainRef);
		return chain !== undefined && this.#order.isStandIn(chain);
	}

	#find(chainId: string): ChainSetting | undefined {
		return this.chainSettings().find((chain) => chain.chainId === chainId);
	}

	/** `chainRef` may be a CAIP-2 ID. */
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
		if (chain !== undefined) this.#order.recordSilence(chain, url);
	}

	#onBusy(chainRef: string, url: string, isBusy: boolean): void {
		if (isBusy) this.#busy.set(chainRef, url);
		else if (this.#busy.get(chainRef) === url) this.#busy.delete(chainRef);
		else return;
		this.#app.events.emit("chain-changed");
	}

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
