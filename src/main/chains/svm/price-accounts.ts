import type { PythFeed } from "../../../core/worth/pyth-feeds.ts";
import type { SvmChain } from "./chain.ts";
import type { RawAccount } from "./raw-accounts.ts";

/** Price accounts of Pyth: all that are asked for in one moment go out as one question. */

export interface PriceChains {
	of(cluster: string): Pick<SvmChain, "accounts">;
}

type Round = Promise<ReadonlyMap<string, RawAccount | null>>;

/** Reads the account of a feed; null where there is none. Rejects with ChainError. */
export function createPriceAccounts(
	chains: PriceChains,
): (feed: Pick<PythFeed, "chainRef" | "address">) => Promise<RawAccount | null> {
	let open: { readonly addresses: Set<string>; readonly round: Round } | null = null;

	async function ask(cluster: string, addresses: ReadonlySet<string>): Round {
		await Promise.resolve();
		open = null;
		const asked = [...addresses];
		const read = await chains.of(cluster).accounts(asked);
		return new Map(asked.map((address, at) => [address, read[at] ?? null]));
	}

	return async ({ chainRef, address }) => {
		if (open === null) {
			const addresses = new Set<string>();
			open = { addresses, round: ask(chainRef, addresses) };
		}
		open.addresses.add(address);
		return (await open.round).get(address) ?? null;
	};
}
