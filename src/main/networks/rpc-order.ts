import { type Message, message } from "../../core/localized-text.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { type WhichChain, whichChain } from "../chains/probe.ts";
import type { Clock } from "../ports.ts";

const FRUITLESS_MS = 15_000;
const RETURN_MS = 300_000;

interface RpcStatus {
	readonly key: string;
	readonly urls: readonly string[];
	at: number;
	looking: boolean;
	lookedAt: number;
	wrong: readonly string[];
}

export const hostOf = (url: string): string => new URL(url).host;

/** Excludes the second RPC, because it must confirm the first one's answers independently. */
export function rpcsOf({ rpcUrl, otherRpcUrls, secondRpcUrl }: ChainSetting): readonly string[] {
	const witness = secondRpcUrl == null ? null : hostOf(secondRpcUrl);
	const others = (otherRpcUrls ?? []).filter((url) => hostOf(url) !== witness);
	return [...new Set([rpcUrl, ...others])];
}

/**
 * Chooses a chain's RPC. An RPC is used until it stops responding, even to the query for its chain ID. The
 * next one that responds correctly then replaces it. An unexpected answer is no reason to switch. If no RPC
 * responds, the current one remains in use.
 */
export class RpcOrder {
	readonly #options;
	readonly #statuses = new Map<string, RpcStatus>();

	constructor(options: {
		readonly fetch: typeof globalThis.fetch;
		readonly clock: Clock;
		onMoved(chainId: string): void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	urlOf(chain: ChainSetting): string {
		const status = this.#statusOf(chain);
		if (status.at > 0 && this.#age(status) >= RETURN_MS)
			this.#begin(status, () => this.#firstAnswering(chain, status, [0]));
		return status.urls[status.at] ?? chain.rpcUrl;
	}

	isStandIn(chain: ChainSetting): boolean {
		return this.#statusOf(chain).at > 0;
	}

	recordSilence(chain: ChainSetting, url: string): void {
		const status = this.#statusOf(chain);
		const { urls, at } = status;
		if (urls.length < 2 || urls[at] !== url || this.#age(status) < FRUITLESS_MS) return;
		const rest = urls.map((_, offset) => (at + 1 + offset) % urls.length).filter((each) => each !== at);
		this.#begin(status, async () => {
			// The payload may have caused the timeout, so a single failure is no reason to switch.
			if ((await this.#ask(chain, url)) === "unreachable") await this.#firstAnswering(chain, status, rest);
		});
	}

	notes(chain: ChainSetting): readonly Message[] {
		const { urls, at, wrong } = this.#statusOf(chain);
		const [first, now] = [urls[0], urls[at]];
		return [
			...(at === 0 || first === undefined || now === undefined
				? []
				: [message("app.rpc.moved", { chain: chain.name, first: hostOf(first), now: hostOf(now) })]),
			...wrong.map((url) => message("app.rpc.other-chain", { chain: chain.name, host: hostOf(url) })),
		];
	}

	#statusOf(chain: ChainSetting): RpcStatus {
		const urls = rpcsOf(chain);
		const key = JSON.stringify([urls, chain.genesisHash]);
		const known = this.#statuses.get(chain.chainId);
		if (known?.key === key) return known;
		const fresh: RpcStatus = {
			...{ key, urls, at: 0, looking: false, wrong: [] },
			lookedAt: Number.NEGATIVE_INFINITY,
		};
		this.#statuses.set(chain.chainId, fresh);
		return fresh;
	}

	#age({ lookedAt }: RpcStatus): number {
		const age = this.#options.clock.now() - lookedAt;
		return age < 0 ? Number.POSITIVE_INFINITY : age;
	}

	#ask(chain: ChainSetting, url: string): Promise<WhichChain> {
		const { fetch, clock } = this.#options;
		return whichChain(chain, { url, fetch, clock });
	}

	#begin(status: RpcStatus, look: () => Promise<void>): void {
		if (status.looking) return;
		status.looking = true;
		look()
			.catch((cause: unknown) => this.#options.log(`rpc order: ${String(cause)}`))
			.finally(() => {
				status.looking = false;
				status.lookedAt = this.#options.clock.now();
			});
	}

	async #firstAnswering(
		chain: ChainSetting,
		status: RpcStatus,
		candidates: readonly number[],
	): Promise<void> {
		for (const at of candidates) {
			const url = status.urls[at] ?? chain.rpcUrl;
			const found = await this.#ask(chain, url);
			const others = status.wrong.filter((each) => each !== url);
			status.wrong = found === "other" ? [...others, url] : others;
			if (found !== "right") continue;
			status.at = at;
			// The host isn't logged, because some hosts contain an API key.
			this.#options.log(`rpc of ${chain.chainId}: number ${at + 1} of its list is asked from now on`);
			if (this.#statuses.get(chain.chainId) === status) this.#options.onMoved(chain.chainId);
			return;
		}
	}
}
