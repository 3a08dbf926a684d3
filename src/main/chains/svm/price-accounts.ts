import type { PythFeed } from "../../../core/fiat/pyth-feeds.ts";
import type { SvmChain } from "./chain.ts";
import type { RawAccount } from "./raw-accounts.ts";

export interface PriceChains {
	of(cluster: string): Pick<SvmChain, "accounts">;
}

type Round = Promise<ReadonlyMap<string, RawAccount | null>>;

export class PriceAccounts {
	readonly #chains: PriceChains;
	#open: { readonly addresses: Set<string>; readonly round: Round } | null = null;

	constructor(chains: PriceChains) {
		this.#chains = chains;
	}

	async read({ chainRef, address }: Pick<PythFeed, "chainRef" | "address">): Promise<RawAccount | null> {
		if (this.#open === null) {
			const addresses = new Set<string>();
			this.#open = { addresses, round: this.#ask(chainRef, addresses) };
		}
		this.#open.addresses.add(address);
		return (await this.#open.round).get(address) ?? null;
	}

	async #ask(cluster: string, addresses: ReadonlySet<string>): Round {
		await Promise.resolve();
		this.#open = null;
		const asked = [...addresses];
		const read = await this.#chains.of(cluster).accounts(asked);
		return new Map(asked.map((address, at) => [address, read[at] ?? null]));
	}
}
