import { nativeOf } from "../../core/chain/names.ts";
import { matchSymbol, wellKnownAt } from "../../core/chain/tokens/known.ts";
import { centsOf, centsText } from "../../core/fiat/price.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { ChainHoldings, HomeHolding } from "./holdings.ts";
import { keyOf } from "./holdings.ts";
import type { HomeState, ShownPrice } from "./home.ts";

export interface PricedHolding extends HomeHolding {
	readonly chainRef: string;
	readonly listed: { readonly name: string; readonly symbol: string; readonly decimals: number } | null;
	/**
	 * `null` for an unlisted token, or if there is no price. Listed tokens aren't scaled, so base units are
	 * used unchanged.
	 */
	readonly cents: bigint | null;
	/** Whether two RPCs report different amounts or prices. */
	readonly differs: boolean;
	readonly price: ShownPrice | null;
}

/** Returns `null` for a token that merely uses the name. */
export function listedAs(chainRef: string, asset: string): PricedHolding["listed"] {
	if (asset === "native") {
		const { symbol, decimals } = nativeOf(chainRef);
		return { name: COINS[symbol] ?? symbol, symbol, decimals };
	}
	const known = wellKnownAt(chainRef, asset);
	return known === null ? null : { name: known.name, symbol: known.symbol, decimals: known.decimals };
}

export const isListed = (chainRef: string, asset: string): boolean =>
	asset === "native" || wellKnownAt(chainRef, asset) !== null;

const COINS: Readonly<Record<string, string>> = {
	ETH: "Ether",
	SOL: "Solana",
	POL: "Polygon",
	MON: "Monad",
	AVAX: "Avalanche",
};

function pricedHoldingOf(state: HomeState, chain: ChainHoldings, holding: HomeHolding): PricedHolding {
	const { chainRef } = chain;
	const listed = listedAs(chainRef, holding.asset);
	const price = listed === null ? null : (state.prices.get(keyOf(chainRef, holding.asset)) ?? null);
	const priced = listed !== null && price !== null && price !== "differs";
	return {
		...holding,
		chainRef,
		listed,
		price,
		cents: priced ? centsOf(holding.raw, listed.decimals, price, "down") : null,
		differs: price === "differs" || chain.differs.includes(keyOf(holding.account, holding.asset)),
	};
}

export const pricedHoldingsOf = (state: HomeState, account: string): readonly PricedHolding[] =>
	state.chains.flatMap((chain) =>
		chain.holdings.flatMap((each) => (each.account === account ? [pricedHoldingOf(state, chain, each)] : [])),
	);

export function centsOfAll(held: readonly PricedHolding[]): bigint | null {
	const priced = held.flatMap(({ cents }) => (cents === null ? [] : [cents]));
	return priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0n);
}

export const unpricedOf = (held: readonly PricedHolding[]): number =>
	new Set(
		held
			.filter(({ listed, raw, cents }) => listed !== null && raw > 0n && cents === null)
			.map(({ chainRef, asset }) => keyOf(chainRef, asset)),
	).size;

export function fiatText({ raw, cents }: PricedHolding): Message | null {
	if (raw === 0n) return null;
	return cents === null ? message("worth.none") : centsText(cents);
}

/**
 * Returns the well-known symbol that an unlisted token copies or imitates. `null` if it doesn't imitate one.
 */
export function imitated({ chainRef, symbol, listed }: PricedHolding): string | null {
	if (listed !== null || symbol === null) return null;
	const symbolMatch = matchSymbol(chainRef, symbol);
	return symbolMatch.kind === "plain" ? null : symbolMatch.symbol;
}
