import { nativeOf } from "../../chain/names.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import {
	type AssetAmount,
	isDust,
	isListed,
	isNextToNothing,
	kinOf,
	shareOf,
} from "../../decoded-transaction/asset-amount.ts";
import { isKnownCollection, knownAppAt } from "../../decoded-transaction/known-contracts.ts";
import { byKey, receiversOf } from "../../effects/accounting.ts";
import {
	assetKey,
	type Basis,
	type EffectAsset,
	type Effects,
	type Movement,
} from "../../effects/effects.ts";
import { type AssetChange, gainsOf, givenOf, isUsersAccount } from "../../effects/losses.ts";
import type { PriceSource } from "../../fiat/price.ts";
import { percentOf } from "../../format/amount.ts";
import { readAddress } from "../../format/numeral.ts";
import { type Message, message, type Param } from "../../localized-text.ts";
import { type Finding, gravestFirst, newFinding } from "../finding.ts";
import { aboutAsset, atStakeAddress, type GeneralEvidence, isStranger } from "./evidence.ts";
import { priceJudgements } from "./prices.ts";
import {
	LEAST_PRICE,
	MARKET_PERCENT,
	OTHERS,
	shareOf as partOf,
	RECEIPT_UNITS,
	SHARE,
	WHOLE,
} from "./thresholds.ts";

/**
 * Compares both sides of an exchange at feed prices. The user's RPC can fake a feed's price, so prices can
 * only increase the severity.
 */

const SCALE = 10n ** 18n;
const PERCENT = 100n;
/** Ten-thousandths, for shares smaller than a percent. */
const POINTS = 10_000n;

function decimalsOf(chainRef: string, { kind, address }: EffectAsset): number | null {
	if (kind === "native") return nativeOf(chainRef).decimals;
	if (kind !== "fungible" || address === null) return null;
	return wellKnownAt(chainRef, address)?.decimals ?? null;
}

function fiatOf(chainRef: string, changes: readonly AssetChange[], prices: PriceSource): bigint | null {
	let total = 0n;
	for (const { asset, amount } of changes) {
		const decimals = decimalsOf(chainRef, asset);
		const price = decimals === null ? null : prices(chainRef, asset.address ?? "native");
		if (decimals === null || price === null || amount === null) return null;
		total += (amount * price.answer * SCALE) / 10n ** BigInt(decimals + price.decimals);
	}
	return total;
}

type MarketRate =
	| { readonly kind: "below"; readonly points: bigint }
	| { readonly kind: "fair" }
	| { readonly kind: "unpriced" };

function marketRate(
	chainRef: string,
	given: readonly AssetChange[],
	got: readonly AssetChange[],
	prices: PriceSource,
): MarketRate {
	const [out, into] = [fiatOf(chainRef, given, prices), fiatOf(chainRef, got, prices)];
	if (out === null || into === null || out === 0n) return { kind: "unpriced" };
	return into * PERCENT < out * MARKET_PERCENT
		? { kind: "below", points: (into * POINTS) / out }
		: { kind: "fair" };
}

interface Trade {
	readonly basis: Basis;
	readonly given: readonly AssetChange[];
	readonly got: readonly AssetChange[];
	readonly away: readonly Movement[];
	readonly isOrder: boolean;
	readonly bounded: readonly Movement[];
}

const isCoin = ({ kind }: EffectAsset): boolean => kind === "native" || kind === "fungible";

const amountsOf = (changes: readonly AssetChange[]): readonly AssetAmount[] =>
	changes.flatMap(({ asset, amount }) =>
		isCoin(asset) && asset.address !== null && amount !== null ? [{ asset: asset.address, raw: amount }] : [],
	);

/** An order sells the user's own assets, so even a contact's share of the price is a loss. */
const movementsToOthers = (effects: Effects, basis: Basis): readonly Movement[] =>
	effects.movements.filter(
		(each) =>
			each.basis === basis &&
			each.to !== null &&
			(each.most !== null || each.isPrice === true) &&
			isCoin(each.asset) &&
			!isUsersAccount(effects, each.from) &&
			effects.parties.get(each.from)?.relation !== "controlled" &&
			(basis === "permitted" ? !isUsersAccount(effects, each.to) : isStranger(effects, each.to, "paid")),
	);

const amountsToOthers = (away: readonly Movement[]): readonly AssetChange[] =>
	away.map(({ asset, least, most }) => ({ asset, amount: most ?? least }));

function boundedIn(movements: readonly Movement[]): readonly Movement[] {
	const assets = new Set(
		movements.flatMap(({ payout }) => (payout === undefined ? [] : [assetKey(payout.asset)])),
	);
	return assets.size === 0
		? []
		: movements.filter(({ asset, payout }) => payout !== undefined || assets.has(assetKey(asset)));
}

const tradeBy = (effects: Effects, basis: Basis): Trade => ({
	basis,
	given: givenOf(effects, basis),
	got: gainsOf(effects, basis),
	away: basis === "observed" ? [] : movementsToOthers(effects, basis),
	isOrder: effects.movements.some((each) => each.basis === basis && each.isSold === true),
	bounded: boundedIn(effects.movements.filter((each) => each.basis === basis)),
});

/** A position must belong to a called application, because anyone can transfer an empty one. */
function isKnownItem({ called }: Effects, chainRef: string, { asset }: AssetChange): boolean {
	const address = readAddress(asset.address ?? "");
	if (isCoin(asset) || address === null) return asset.kind === "debt";
	if (isKnownCollection(chainRef, address)) return true;
	const app = knownAppAt(chainRef, address);
	return (
		app !== null &&
		called.some(({ of, address: contract }) => of !== "verifier" && knownAppAt(chainRef, contract) === app)
	);
}

/** If the balance is unknown, the amount counts as the whole balance. */
function isLarge(effects: Effects, given: readonly AssetChange[]): boolean {
	const own = byKey(
		effects.holdings.filter(({ account, amount }) => isUsersAccount(effects, account) && amount !== null),
		({ asset }) => assetKey(asset),
	);
	const parts = given.map(({ asset, amount }) => {
		if (!isCoin(asset)) return WHOLE;
		const its = own.get(assetKey(asset));
		const held = its === undefined ? null : its.reduce((sum, each) => sum + (each.amount ?? 0n), 0n);
		return partOf(amount, held) ?? WHOLE;
	});
	return parts.reduce((sum, part) => sum + part, 0n) >= SHARE.danger;
}

interface Judgement {
	readonly severity: "danger" | "caution";
	readonly text: Message;
	readonly what: string;
	readonly who: string | null;
}

const UNITS = 10n ** 18n;
const DECIMALS = 18;

function isMuchOfUnlisted(
	{ formatter }: GeneralEvidence,
	given: readonly AssetChange[],
	got: readonly AssetChange[],
): boolean {
	const units = ({ asset, amount }: AssetChange) =>
		((amount ?? 0n) * UNITS) / 10n ** BigInt(formatter.amount(asset, 0n).decimals ?? DECIMALS);
	return (
		got.length > 0 && got.every((each) => given.every((part) => units(each) > RECEIPT_UNITS * units(part)))
	);
}

function othersOf(evidence: GeneralEvidence, chainRef: string, trade: Trade): Judgement | null {
	const { effects, formatter } = evidence;
	const { given, got, away } = trade;
	const [most] = away;
	if (most === undefined || given.length === 0) return null;
	const limit = given.some(({ asset }) => !isCoin(asset)) ? OTHERS.ofItems : OTHERS.ofTokens;
	const mine = amountsOf(got);
	const theirs = amountsOf(amountsToOthers(away));
	const kindOf = ({ asset }: AssetAmount) => kinOf(chainRef, asset);
	const [mineByKind, givenByKind] = [byKey(mine, kindOf), byKey(amountsOf(given), kindOf)];
	const isMore = [...byKey(theirs, kindOf)].some(([kind, parts]) => {
		const beside = mineByKind.get(kind) ?? givenByKind.get(kind) ?? mine;
		return beside.length > 0 && shareOf(chainRef, parts, beside, limit) !== "less";
	});
	if (!isMore) return null;
	const [receiver] = receiversOf(
		{ movements: away },
		(account) => !effects.parties.has(account) || !isUsersAccount(effects, account),
	);
	const who = receiver?.to ?? most.to;
	return {
		severity: "danger",
		what: "others",
		who,
		text: message("finding.exchange.others", {
			given: paramsOf(evidence, given),
			got: paramsOf(evidence, got),
			who: who === null ? "" : formatter.name(who),
			away: paramsOf(evidence, amountsToOthers(away)),
		}),
	};
}

const paramsOf = ({ formatter }: GeneralEvidence, changes: readonly AssetChange[]) =>
	changes.map(({ asset, amount }) => formatter.amountParam(asset, amount ?? 0n));

const isRecorded = ({ movements, parties }: Effects): boolean =>
	movements.some(
		({ basis, to, from, asset, price }) =>
			basis !== "observed" &&
			asset.kind === "position" &&
			price === undefined &&
			to !== null &&
			parties.get(to)?.relation === "own" &&
			parties.get(from)?.relation === "known-contract",
	);

function nothingSeen(
	evidence: GeneralEvidence,
	chainRef: string,
	given: readonly AssetChange[],
): Judgement | null {
	const { effects } = evidence;
	const putIn = new Set(
		effects.movements
			.filter(({ basis, to }) => basis === "observed" && to !== null && !isStranger(effects, to, "paid"))
			.map(({ asset }) => assetKey(asset)),
	);
	const left = given.filter(
		({ asset }) => isCoin(asset) && isListed(chainRef, asset.address ?? "") && putIn.has(assetKey(asset)),
	);
	if (left.length === 0 || isRecorded(effects) || !isLarge(effects, left)) return null;
	return {
		severity: "danger",
		what: "nothing-seen",
		who: null,
		text: message("finding.exchange.nothing-seen", { given: paramsOf(evidence, left) }),
	};
}

/** Formats whole percentages, or hundredths of a percent if the share is below one percent. */
const shareText = (points: bigint): string =>
	points < PERCENT ? percentOf(points === 0n ? 1n : points) : (points / PERCENT).toString();

const belowMarketText = (
	points: bigint,
	params: { readonly given: readonly Param[]; readonly got: readonly Param[] },
): Message =>
	message(points < PERCENT ? "finding.exchange.almost-nothing" : "finding.exchange.below-market", {
		...params,
		percent: shareText(points),
	});

/** States the percentage if both sides have a feed price. Otherwise, only limits are known. */
function littleText(evidence: GeneralEvidence, chainRef: string, trade: Trade): Message {
	const { given, got } = trade;
	const params = { given: paramsOf(evidence, given), got: paramsOf(evidence, got) };
	const rate = marketRate(chainRef, given, got, evidence.prices);
	return rate.kind === "below"
		? belowMarketText(rate.points, params)
		: message("finding.exchange.little", params);
}

/** Markets rarely trade at the minimum, but a signed order is filled at exactly its price. */
function atMarket(evidence: GeneralEvidence, chainRef: string, trade: Trade): Judgement | null {
	const { effects, prices } = evidence;
	const { basis, given, got } = trade;
	const params = { given: paramsOf(evidence, given), got: paramsOf(evidence, got) };
	const rate = marketRate(chainRef, given, got, prices);
	switch (rate.kind) {
		case "fair":
			return null;
		case "below":
			return basis === "decoded"
				? {
						severity: "caution",
						what: "least",
						who: null,
						text: message("finding.exchange.least", { ...params, percent: shareText(rate.points) }),
					}
				: {
						severity: "danger",
						what: "below-market",
						who: null,
						text: belowMarketText(rate.points, params),
					};
		case "unpriced":
			return basis === "permitted" &&
				given.every(({ asset }) => isCoin(asset)) &&
				isLarge(effects, given) &&
				!isOneKind(chainRef, [...given, ...got])
				? {
						severity: "caution",
						what: "unpriced",
						who: null,
						text: message("finding.exchange.unpriced", params),
					}
				: null;
	}
}

const isOneKind = (chainRef: string, changes: readonly AssetChange[]): boolean =>
	new Set(changes.map(({ asset }) => kinOf(chainRef, asset.address ?? ""))).size === 1;

function giftText({ effects, formatter }: GeneralEvidence): Message {
	const to =
		effects.movements.find((each) => each.isPrice === true && !isUsersAccount(effects, each.to))?.to ?? null;
	return to === null
		? message("finding.order-elsewhere.nothing")
		: message("finding.order-elsewhere", { to: formatter.name(to) });
}

const isBookedFor = (effects: Effects, contract: string): boolean => {
	const its = effects.movements.filter(({ basis, from }) => basis !== "observed" && from === contract);
	return (
		its.some(({ to, isBooked }) => isBooked === true && isUsersAccount(effects, to)) &&
		its.every(({ to }) => to === contract || isUsersAccount(effects, to))
	);
};

function unbooked(effects: Effects, given: readonly AssetChange[]): readonly AssetChange[] {
	const isTaken = (key: string) =>
		effects.movements
			.filter(
				({ basis, from, asset }) =>
					basis === "permitted" && isUsersAccount(effects, from) && assetKey(asset) === key,
			)
			.every(
				({ to, isBooked }) =>
					isUsersAccount(effects, to) || (isBooked === true && to !== null && isBookedFor(effects, to)),
			);
	return given.filter(({ asset }) => !isTaken(assetKey(asset)));
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);

function beyondPayout({ bounded }: Trade): Judgement | null {
	const payoutOf = (movements: readonly Movement[]) => sum(movements.map(({ payout }) => payout?.most ?? 0n));
	const isBound = ({ payout }: Movement) => payout !== undefined;
	const [sold, bought] = [
		bounded.filter((each) => each.isSold === true),
		bounded.filter((each) => each.isPrice === true),
	];
	const paid = sum(sold.filter((each) => !isBound(each)).map(({ most, least }) => most ?? least));
	const come = sum(bought.filter((each) => !isBound(each)).map(({ least }) => least));
	const found = (text: Message): Judgement => ({ severity: "danger", what: "share", who: null, text });
	if (bought.some(isBound) && paid > payoutOf(bought)) return found(message("finding.exchange.share.above"));
	return sold.some(isBound) && come > 0n && come * LEAST_PRICE < payoutOf(sold)
		? found(message("finding.exchange.share.below"))
		: null;
}

const isAnyItem = ({ asset }: AssetChange): boolean => asset.kind === "item" && asset.item === null;

function judge(evidence: GeneralEvidence, chainRef: string, trade: Trade): Judgement | null {
	const { effects } = evidence;
	const { basis, given, got, isOrder } = trade;
	if (basis === "permitted" && given.some(isAnyItem))
		return { severity: "danger", what: "any-item", who: null, text: message("finding.order-any-item") };
	const beyond = beyondPayout(trade);
	if (beyond !== null) return beyond;
	if (given.length === 0 || got.some((each) => isKnownItem(effects, chainRef, each))) return null;
	const params = { given: paramsOf(evidence, given), got: paramsOf(evidence, got) };
	const danger = (what: string, text: Message): Judgement => ({ severity: "danger", what, who: null, text });
	const [out, into] = [amountsOf(given), amountsOf(got)];
	const listed = into.filter(({ asset }) => isListed(chainRef, asset));
	const isOpen = given.some(({ asset }) => !isCoin(asset) || !isListed(chainRef, asset.address ?? ""));
	if (got.length === 0) {
		if (basis === "observed") return nothingSeen(evidence, chainRef, given);
		if (isOrder) return danger("nothing", giftText(evidence));
		const gone = basis === "permitted" ? unbooked(effects, given) : [];
		return isLarge(effects, gone)
			? danger("nothing", message("finding.exchange.nothing", { given: paramsOf(evidence, gone) }))
			: null;
	}
	if (listed.length > 0 && (isDust(chainRef, out, listed) || (isOpen && isNextToNothing(chainRef, listed))))
		return danger("little", littleText(evidence, chainRef, trade));
	if (listed.length === got.length) return atMarket(evidence, chainRef, trade);
	if (listed.length > 0 || basis === "decoded") return null;
	const unlisted = got.filter(({ asset }) => isCoin(asset));
	const text = message("finding.exchange.no-price", params);
	if (basis === "permitted" || isMuchOfUnlisted(evidence, given, unlisted)) return danger("no-price", text);
	if (!isLarge(effects, given)) return null;
	// A received token could be a receipt, and a position could be a record. An item from an unknown
	// collection is neither.
	const isOnlyItems = got.every(({ asset }) => asset.kind === "item");
	return isOnlyItems ? danger("no-price", text) : { severity: "caution", what: "no-price", who: null, text };
}

function findingOf(evidence: GeneralEvidence, trade: Trade, judgement: Judgement | null): Finding | null {
	if (judgement === null) return null;
	const { effects } = evidence;
	const { severity, text, what, who } = judgement;
	const [receiver] = receiversOf(effects, (account) => isUsersAccount(effects, account)).filter(
		({ to }) => to !== null && isStranger(effects, to, "paid"),
	);
	return newFinding("exchange", severity, text, {
		about: [
			what,
			trade.basis,
			...[...trade.given, ...trade.got].map(({ asset }) => aboutAsset(evidence, asset)),
		],
		...(severity === "danger" ? atStakeAddress(who ?? receiver?.to ?? null) : {}),
	});
}

/** Each signature can be used on its own, but a request's transactions are executed together. */
function tradesOf(effects: Effects): readonly Trade[] {
	const steps = byKey(effects.movements, ({ step }) => String(step)).values();
	const permitted = [...steps]
		.filter((movements) => movements.some(({ basis }) => basis === "permitted"))
		.map((movements) => tradeBy({ ...effects, movements }, "permitted"));
	return [...permitted, tradeBy(effects, "decoded"), tradeBy(effects, "observed")];
}

const pricesOf = (evidence: GeneralEvidence, chainRef: string): readonly Finding[] =>
	priceJudgements(evidence, chainRef, (given) => isLarge(evidence.effects, given)).map(
		({ what, text, isSmall, assets, who }): Finding =>
			newFinding("exchange", isSmall ? "caution" : "danger", text, {
				about: [what, who, ...assets.map((asset) => aboutAsset(evidence, asset))],
				...(isSmall ? {} : atStakeAddress(who)),
			}),
	);

/**
 * Compares given and received assets after the shares that other parties get, both in our simulation and in
 * the worst case that the bytes and signatures allow. Only listed assets have a known value. If neither side
 * has a known value, the rule reports that.
 */
export function exchange(evidence: GeneralEvidence): Finding | null {
	const { effects } = evidence;
	const { chainRef } = effects;
	if (chainRef === null) return null;
	const found = tradesOf(effects).flatMap((trade) =>
		[othersOf(evidence, chainRef, trade), judge(evidence, chainRef, trade)].map((each) =>
			findingOf(evidence, trade, each),
		),
	);
	return gravestFirst([...found, ...pricesOf(evidence, chainRef)])[0] ?? null;
}
