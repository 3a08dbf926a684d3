import type { EffectAsset } from "../../effects/effects.ts";
import type { Exchange } from "../../effects/exchange-sides.ts";
import type { AssetChange } from "../../effects/losses.ts";
import { centsOf, type PriceSource, type Rounding } from "../../fiat/price.ts";
import type { Amount } from "../../format/amount.ts";

/** Estimates the value of an exchange at feed prices. The result is only displayed. */

export interface ValueLoss {
	/** In US cents. Negative for a gain. */
	readonly cents: bigint;
	/** Hundredths of a percent of the value given. */
	readonly points: bigint;
}

export interface ExchangeLoss {
	/** `null` if an asset has no price, or if no simulation shows the result. */
	readonly now: ValueLoss | null;
	/** `null` if an asset has no price, or if the limit is unknown. */
	readonly worst: ValueLoss | null;
	/**
	 * Difference between the simulated and the worst result in hundredths of a percent. `null` if they can't
	 * be compared.
	 */
	readonly belowQuote: bigint | null;
}

export type ExchangeTone = "calm" | "caution" | "danger";

const WHOLE = 10_000n;
/** Loss in hundredths of a percent above which the worst result is highlighted. */
const NOTABLE = 300n;
/** An order below 90% of its value is dangerous, because it is filled at exactly its price. */
const SEVERE = 1_000n;
/** A minimum below half of the value offers no protection. */
const HALF = 5_000n;

export interface ExchangePricing {
	readonly chainRef: string;
	readonly prices: PriceSource;
	readonly amountOf: (asset: EffectAsset, raw: bigint) => Amount;
}

/** Returns US cents, or `null` if the asset has no price. */
export function centsOfChange(
	{ chainRef, prices, amountOf }: ExchangePricing,
	{ asset, amount }: AssetChange,
	rounding: Rounding,
): bigint | null {
	if (amount === 0n) return 0n;
	if (amount === null || asset.address === null || (asset.kind !== "native" && asset.kind !== "fungible"))
		return null;
	const { decimals, checked } = amountOf(asset, amount);
	const price = prices(chainRef, asset.address);
	return decimals === null || !checked || price === null ? null : centsOf(amount, decimals, price, rounding);
}

function totalCents(
	pricing: ExchangePricing,
	changes: readonly AssetChange[],
	rounding: Rounding,
): bigint | null {
	const each = changes.map((change) => centsOfChange(pricing, change, rounding));
	return each.some((cents) => cents === null)
		? null
		: each.reduce<bigint>((sum, cents) => sum + (cents ?? 0n), 0n);
}

const up = (part: bigint, whole: bigint): bigint => (part + whole - 1n) / whole;

function lossOf(given: bigint | null, got: bigint | null): ValueLoss | null {
	if (given === null || got === null || given === 0n) return null;
	const cents = given - got;
	return { cents, points: cents > 0n ? up(cents * WHOLE, given) : (cents * WHOLE) / given };
}

function belowQuote({ kind, gives, gets, worst, limit }: Exchange): bigint | null {
	if (kind === "order") return null;
	const [now, ...more] = gets ?? [];
	const isSameGiven = gives.every(({ amount }, at) => amount === worst.gives[at]?.amount);
	if (now?.amount == null || now.amount === 0n || more.length > 0 || !isSameGiven) return null;
	if (limit === "none") return WHOLE;
	const [least, ...others] = worst.gets;
	if (limit !== "set" || least?.amount == null || others.length > 0) return null;
	if (least.asset.address !== now.asset.address || least.amount > now.amount) return null;
	return up((now.amount - least.amount) * WHOLE, now.amount);
}

export function exchangeLoss(exchange: Exchange, pricing: ExchangePricing): ExchangeLoss {
	const { gives, gets, worst, limit } = exchange;
	const worstGets = limit === "set" ? totalCents(pricing, worst.gets, "down") : limit === "none" ? 0n : null;
	return {
		now: gets === null ? null : lossOf(totalCents(pricing, gives, "up"), totalCents(pricing, gets, "down")),
		worst: lossOf(totalCents(pricing, worst.gives, "up"), worstGets),
		belowQuote: belowQuote(exchange),
	};
}

export function exchangeTone(
	{ kind, limit }: Pick<Exchange, "kind" | "limit">,
	{ worst, belowQuote }: ExchangeLoss,
): ExchangeTone {
	if (limit !== "set") return limit === "none" ? "danger" : "caution";
	if (worst !== null && worst.points > (kind === "order" ? SEVERE : HALF)) return "danger";
	return (worst?.points ?? belowQuote ?? 0n) > NOTABLE ? "caution" : "calm";
}
