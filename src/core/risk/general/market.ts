import { nativeOf } from "../../chain/names.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import type { EffectAsset } from "../../effects/effects.ts";
import type { AssetChange } from "../../effects/losses.ts";
import type { PriceSource } from "../../worth/price.ts";
import { MARKET_PERCENT } from "./thresholds.ts";

/**
 * Compares the two sides of an exchange at the prices of feeds. The user's RPC can make a feed say anything, so a price
 * may only make a verdict graver.
 */

const SCALE = 10n ** 18n;
const PERCENT = 100n;

function decimalsOf(chainRef: string, { kind, address }: EffectAsset): number | null {
	if (kind === "native") return nativeOf(chainRef).decimals;
	if (kind !== "fungible" || address === null) return null;
	return wellKnownAt(chainRef, address)?.decimals ?? null;
}

/** Returns the worth of all of them, scaled; `null` if one has no price, no listed unit or no bound. */
function worthOf(chainRef: string, changes: readonly AssetChange[], prices: PriceSource): bigint | null {
	let total = 0n;
	for (const { asset, amount } of changes) {
		const decimals = decimalsOf(chainRef, asset);
		const price = decimals === null ? null : prices(chainRef, asset.address ?? "native");
		if (decimals === null || price === null || amount === null) return null;
		total += (amount * price.answer * SCALE) / 10n ** BigInt(decimals + price.decimals);
	}
	return total;
}

/** Outcome of a comparison at the prices of feeds. */
export type MarketRate =
	/** Percent of the worth of what is given, rounded down. */
	| { readonly kind: "below"; readonly percent: bigint }
	| { readonly kind: "fair" }
	| { readonly kind: "unpriced" };

export function marketRate(
	chainRef: string,
	given: readonly AssetChange[],
	got: readonly AssetChange[],
	prices: PriceSource,
): MarketRate {
	const [out, into] = [worthOf(chainRef, given, prices), worthOf(chainRef, got, prices)];
	if (out === null || into === null || out === 0n) return { kind: "unpriced" };
	return into * PERCENT < out * MARKET_PERCENT
		? { kind: "below", percent: (into * PERCENT) / out }
		: { kind: "fair" };
}
