import { knownNameAt } from "../../core/decoded-transaction/known-contracts.ts";
import { assetKey, type EffectAsset, type Effects } from "../../core/effects/effects.ts";
import { type Exchange, type ExchangeShare, exchangesOf } from "../../core/effects/exchange-sides.ts";
import type { AssetChange } from "../../core/effects/losses.ts";
import { dollars, NO_PRICES, type PriceSource, type Rounding } from "../../core/fiat/price.ts";
import { percentOf } from "../../core/format/amount.ts";
import { labelOf } from "../../core/identities/labels.ts";
import { message, type Text } from "../../core/localized-text.ts";
import {
	centsOfChange,
	type ExchangeLoss,
	type ExchangePricing,
	exchangeLoss,
	exchangeTone,
	type ValueLoss,
} from "../../core/review/effects/exchange-loss.ts";
import { formatterOf } from "../../core/review/effects/request-effects.ts";
import type { Review } from "../../core/review/review.ts";
import { isStranger } from "../../core/risk/general/evidence.ts";
import { OTHERS } from "../../core/risk/general/thresholds.ts";
import type {
	ExchangeLossView,
	ExchangePartView,
	ExchangeScaleView,
	ExchangeShareView,
	ExchangeView,
} from "../../ipc/exchange-view.ts";
import type { AmountView } from "../../ipc/primitives.ts";
import { addressView } from "./addresses.ts";
import { amountView, roundedView } from "./amounts.ts";
import { itemLabel, markOf } from "./review-parts.ts";

type Exchanging = Pick<Review, "effects" | "analyses" | "user">;

interface ExchangeContext {
	readonly review: Exchanging;
	readonly effects: Effects;
	readonly chainRef: string;
	readonly pricing: ExchangePricing;
	/** Whether the user hides fiat values. */
	readonly isPriceless: boolean;
}

const POINTS = 10_000n;
const WIDTH = 1_000n;

const isCoin = ({ kind }: EffectAsset): boolean => kind === "native" || kind === "fungible";

function worthOf(
	{ pricing, isPriceless }: ExchangeContext,
	change: AssetChange,
	rounding: Rounding,
): { readonly fiat?: Text } {
	if (isPriceless) return {};
	const cents = isCoin(change.asset) ? centsOfChange(pricing, change, rounding) : null;
	if (cents === null) return { fiat: message("worth.none") };
	return {
		fiat:
			cents === 0n ? message("worth.less-than-a-cent") : message("worth.about", { amount: dollars(cents) }),
	};
}

/** Truncates outflows with an ellipsis and rounds inflows down. */
function coinView(context: ExchangeContext, { asset, amount }: AssetChange, rounding: Rounding): AmountView {
	const shown = context.pricing.amountOf(asset, amount ?? 0n);
	if (amount !== null)
		return { ...roundedView(shown, rounding), ...worthOf(context, { asset, amount }, rounding) };
	return {
		...roundedView(shown, rounding),
		text: "",
		full: "",
		unit: message("amount.all", { asset: shown.symbol }),
	};
}

function partView(context: ExchangeContext, change: AssetChange, rounding: Rounding): ExchangePartView {
	const { asset, amount } = change;
	if (!isCoin(asset)) {
		const count = Number(amount ?? 0n);
		const unit = { decimals: 0, symbol: message("exchange.items", { count }), checked: true };
		return {
			label: itemLabel(context.review, asset),
			amount: { ...amountView(amount ?? 0n, unit), ...worthOf(context, change, rounding) },
			mark: "item",
		};
	}
	const { decimals, symbol } = context.pricing.amountOf(asset, 0n);
	return {
		label: symbol,
		...(decimals === null ? { isRaw: true } : {}),
		amount: coinView(context, change, rounding),
		mark: markOf(asset.address ?? "", context.chainRef).mark ?? "unlisted",
	};
}

const dollarsLost = ({ cents }: ValueLoss): Text | null => (cents > 0n ? dollars(cents) : null);

function lossView({ limit }: Exchange, { now, worst, belowQuote }: ExchangeLoss): ExchangeLossView | null {
	if (limit === "unread") {
		return now === null || now.points <= 0n
			? null
			: { worst: null, percent: percentOf(now.points), now: dollarsLost(now), against: "market" };
	}
	if (worst !== null)
		return {
			worst: dollars(worst.cents > 0n ? worst.cents : 0n),
			percent: percentOf(worst.points > 0n ? worst.points : 0n),
			now: now === null ? null : dollarsLost(now),
			against: "market",
		};
	return belowQuote === null
		? null
		: { worst: null, percent: percentOf(belowQuote), now: null, against: "quote" };
}

/** A quarter of the scale is to the left of the worst result. */
const MARGIN = 4n;

function scaleView({ limit }: Exchange, { now, worst, belowQuote }: ExchangeLoss): ExchangeScaleView | null {
	const lowest = worst?.points ?? belowQuote;
	if (limit !== "set" || lowest === null || lowest <= 0n) return null;
	const nowPoints = worst === null ? 0n : (now?.points ?? null);
	const span = (lowest * MARGIN) / (MARGIN - 1n) + 1n;
	const at = (points: bigint) => Number(WIDTH - ((points > 0n ? points : 0n) * WIDTH) / span);
	return {
		worst: at(lowest),
		now: nowPoints === null ? null : at(nowPoints > lowest ? lowest : nowPoints),
		worstPercent: percentOf(lowest),
		nowPercent: nowPoints === null || worst === null ? null : percentOf(nowPoints > 0n ? nowPoints : 0n),
	};
}

interface Slice {
	readonly share: ExchangeShare;
	readonly who: "you" | "taker" | "other";
}

const amountOf = ({ least, most }: ExchangeShare): bigint => most ?? least;

/**
 * Splits the price into the shares of third parties and the rest. The rest goes to the user or, if the user
 * pays, to the seller.
 */
function slicesOf({ gives, gets, worst, others }: Exchange): readonly Slice[] {
	const slices = others.map((share): Slice => ({ share, who: "other" }));
	const [first] = others;
	if (first === undefined) return [];
	const mine = (gets ?? worst.gets).flatMap(({ asset, amount }): Slice[] => {
		const least = worst.gets.find((each) => assetKey(each.asset) === assetKey(asset))?.amount ?? 0n;
		return isCoin(asset)
			? [{ share: { to: null, asset, least, most: amount ?? least, share: null }, who: "you" }]
			: [];
	});
	if (mine.length > 0) return [...slices, ...mine];
	const paid = gives.find(({ asset }) => assetKey(asset) === assetKey(first.asset));
	const taken = others.reduce((total, each) => total + amountOf(each), 0n);
	const left = paid?.amount == null ? 0n : paid.amount - taken;
	return paid === undefined || left <= 0n
		? slices
		: [
				...slices,
				{ share: { to: null, asset: paid.asset, least: left, most: left, share: null }, who: "taker" },
			];
}

const TENTH = 10n;

/** Shows shares of one percent or more with one decimal, rounded up if `isUp` and down otherwise. */
function shareText(share: bigint, isUp: boolean): string {
	if (share < 100n) return percentOf(share);
	return percentOf(((share + (isUp ? TENTH - 1n : 0n)) / TENTH) * TENTH);
}

const points = (part: bigint, whole: bigint): bigint => (whole === 0n ? 0n : (part * POINTS) / whole);

function sharesOf(context: ExchangeContext, exchange: Exchange): Pick<ExchangeView, "shares" | "price"> {
	const { review, effects, chainRef } = context;
	const slices = slicesOf(exchange);
	const [first] = slices;
	if (first === undefined) return { shares: [], price: null };
	const isOneAsset = slices.every(({ share }) => assetKey(share.asset) === assetKey(first.share.asset));
	const isCounted = slices.every(({ share }) => share.share === null || share.most !== null);
	const isWhole = isOneAsset && isCounted;
	const total = slices.reduce((sum, { share }) => sum + amountOf(share), 0n);
	const least = slices.reduce((sum, { share }) => sum + share.least, 0n);
	const limit = exchange.gives.some(({ asset }) => !isCoin(asset)) ? OTHERS.ofItems : OTHERS.ofTokens;
	const rows = slices.map(({ share, who }): ExchangeShareView => {
		const { to, asset } = share;
		const now = isWhole ? points(amountOf(share), total) : share.share;
		const atWorst = isWhole ? points(share.least, least) : null;
		const isUnknown = who === "other" && isStranger(effects, to, "paid");
		const most = atWorst === null || (now !== null && now > atWorst) ? now : atWorst;
		const isAmount = share.share === null || share.most !== null;
		return {
			who: who === "other" ? (isUnknown ? "unknown" : "known") : who,
			address: to === null ? null : addressView(to, review.user.labels),
			name:
				to === null || labelOf(review.user.labels, to) !== null
					? null
					: knownNameAt(chainRef, to.toLowerCase()),
			amount: isAmount
				? coinView(context, { asset, amount: amountOf(share) }, who === "you" ? "down" : "up")
				: null,
			percent: now === null ? null : shareText(now, who === "other"),
			...(atWorst !== null && atWorst !== now ? { percentAtWorst: shareText(atWorst, who === "other") } : {}),
			width: isWhole ? Number((amountOf(share) * WIDTH) / (total === 0n ? 1n : total)) : null,
			isAlarming: isUnknown && (most === null || most > limit * 100n),
		};
	});
	const price = isWhole ? coinView(context, { asset: first.share.asset, amount: total }, "down") : null;
	return {
		shares: rows.toSorted((left, right) => Number(right.isAlarming) - Number(left.isAlarming)),
		price,
	};
}

const SECOND = 1_000;

function exchangeView(context: ExchangeContext, exchange: Exchange): ExchangeView {
	const { gives, gets, worst, limit, kind, until } = exchange;
	const loss = exchangeLoss(exchange, context.pricing);
	const isMore = worst.gives.some(({ amount }, at) => amount !== gives[at]?.amount);
	return {
		kind,
		gives: gives.map((each) => partView(context, each, "up")),
		gets: gets?.map((each) => partView(context, each, "down")) ?? null,
		worst: worst.gets.map((each) => partView(context, each, "down")),
		...(isMore ? { most: worst.gives.map((each) => partView(context, each, "up")) } : {}),
		limit,
		tone: exchangeTone(exchange, loss),
		loss: lossView(exchange, loss),
		scale: scaleView(exchange, loss),
		...sharesOf(context, exchange),
		until: until === null || until > BigInt(Number.MAX_SAFE_INTEGER) / 1000n ? null : Number(until) * SECOND,
	};
}

const MAX = 4;

/** @param prices `null` if the user hides fiat values */
export function exchangeViews(
	review: Exchanging,
	chainRef: string,
	prices: PriceSource | null,
): { readonly exchanges?: readonly ExchangeView[] } {
	const { effects, analyses, user } = review;
	if (effects === null || chainRef === "") return {};
	const formatter = formatterOf(analyses, user, chainRef);
	const pricing = { chainRef, prices: prices ?? NO_PRICES, amountOf: formatter.amount };
	const around = { review, effects, chainRef, pricing, isPriceless: prices === null };
	const exchanges = exchangesOf(effects)
		.slice(0, MAX)
		.map((each) => exchangeView(around, each));
	return exchanges.length === 0 ? {} : { exchanges };
}
