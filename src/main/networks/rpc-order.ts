import { type Message, message } from "../../core/message.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { type WhichChain, whichChain } from "../chains/which-chain.ts";
import type { Clock } from "../ports.ts";

/** Pause after no RPC of a list answered. */
const FRUITLESS_MS = 15_000;
/** Time after which the first RPC of a list is tried again. */
const RETURN_MS = 300_000;

interface RpcStatus {
	/** The RPC list of this standing: another list starts anew. */
	readonly key: string;
	readonly urls: readonly string[];
	/** Index of the RPC in use. */
	at: number;
	looking: boolean;
	lookedAt: number;
	/** RPCs found to be of another chain, which are not queried. */
	wrong: readonly string[];
}

/** One host is one opinion, whatever path or key is used. */
export const hostOf = (url: string): string => new URL(url).host;

/** Lists RPCs in the order of use; the witness is not one of them, or it would agree with itself. */
export function rpcsOf({ rpcUrl, otherRpcUrls, secondRpcUrl }: ChainSetting): readonly string[] {
	const witness = secondRpcUrl == null ? null : hostOf(secondRpcUrl);
	const others = (otherRpcUrls ?? []).filter((url) => hostOf(url) !== witness);
	return [...new Set([rpcUrl, ...others])];
}

/**
 * Chooses the RPC of a chain's list. The first one is used until it gives no answer, not even to the query
 * for its chain id; then the next one that answers that query correctly. An unwelcome answer is an answer: a
 * list is never searched for another one. If none is left, the failing one stays, and so do its refusals.
 */
export class RpcOrder {
	readonly #options;
	/** By chain id or cluster. */
	readonly #statuses = new Map<string, RpcStatus>();

	constructor(options: {
		readonly fetch: typeof globalThis.fetch;
		readonly clock: Clock;
		/** Called when another RPC is used from now on: answers of the former one are void. */
		onMoved(chainId: string): void;
		readonly log: (line: string) => void;
	}) {
		this.#options = options;
	}

	/** Returns the RPC in use. */
	urlOf(chain: ChainSetting): string {
		const status = this.#statusOf(chain);
		if (status.at > 0 && this.#age(status) >= RETURN_MS)
			this.#begin(status, () => this.#firstAnswering(chain, status, [0]));
		return status.urls[status.at] ?? chain.rpcUrl;
	}

	/** Returns whether the first RPC of the list doesn't answer and another one is used. */
	isStandIn(chain: ChainSetting): boolean {
		return this.#statusOf(chain).at > 0;
	}

	/** Records that the RPC at this address gave no answer. */
	noteSilence(chain: ChainSetting, url: string): void {
		const status = this.#statusOf(chain);
		const { urls, at } = status;
		if (urls.length < 2 || urls[at] !== url || this.#age(status) < FRUITLESS_MS) return;
		const rest = urls.map((_, offset) => (at + 1 + offset) % urls.length).filter((each) => each !== at);
		this.#begin(status, async () => {
			// One failed query is no reason to switch: the payload may have caused it.
			if ((await this.#ask(chain, url)) === "unreachable") await this.#firstAnswering(chain, status, rest);
		});
	}

	/** Returns deviations from the list; empty if there are none. */
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

	/** Returns the time since the last search for another RPC, in ms; long ago if the clock was set back. */
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

	/** Switches to the first of these that reports this chain; stays if none does. */
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
			// Without its host: some contain a key.
			this.#options.log(`rpc of ${chain.chainId}: number ${at + 1} of its list is asked from now on`);
			if (this.#statuses.get(chain.chainId) === status) this.#options.onMoved(chain.chainId);
			return;
		}
	}
}
