import { clusterOf } from "../chain/names.ts";
import { byKey } from "./accounting.ts";
import { assetKey, type EffectAsset, type Effects, type Movement } from "./effects.ts";
import { type AssetChange, gainsOf, givenOf, isUsersAccount } from "./losses.ts";

/** Both sides of each exchange in a request, for display. The related findings are in `core/risk`. */

/** Portion of a price or a swap's result that goes to another party. */
export interface ExchangeShare {
	/** `null` if the bytes don't name the recipient. */
	readonly to: string | null;
	readonly asset: EffectAsset;
	readonly least: bigint;
	/** `null` if only a share is known, or if there is no maximum. */
	readonly most: bigint | null;
	/** Hundredths of a percent. `null` if the amount is fixed. */
	readonly share: bigint | null;
}

/**
 * Whether the signed bytes enforce a minimum result. `none`: they accept any result. `unread`: the limit is
 * unknown, because part of the request can't be read.
 */
type ExchangeLimit = "set" | "none" | "unread";

export interface Exchange {
	readonly kind: "swap" | "order";
	readonly gives: readonly AssetChange[];
	/** `null` if no simulation shows the result, or if the market determines it. */
	readonly gets: readonly AssetChange[] | null;
	readonly worst: { readonly gives: readonly AssetChange[]; readonly gets: readonly AssetChange[] };
	readonly limit: ExchangeLimit;
	readonly others: readonly ExchangeShare[];
	/** Unix time in seconds after which the order can't be executed. */
	readonly until: bigint | null;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);

const isCoin = ({ kind }: EffectAsset): boolean => kind === "native" || kind === "fungible";
const isThing = ({ kind }: EffectAsset): boolean =>
	kind === "item" || kind === "fungible" || kind === "native";

/** Totals movements by asset. A total is `null` if any of its movements has no maximum. */
const totals = (
	movements: readonly Movement[],
	amountOf: (movement: Movement) => bigint | null,
): readonly AssetChange[] =>
	[...byKey(movements, ({ asset }) => assetKey(asset)).values()].flatMap((its) => {
		const [first] = its;
		const amounts = its.map(amountOf);
		const amount = amounts.some((each) => each === null) ? null : sum(amounts.map((each) => each ?? 0n));
		return first === undefined ? [] : [{ asset: first.asset, amount }];
	});

/** Solana movements don't state a price, so the minimum received of any other asset acts as the price. */
function isSwapOnSolana(effects: Effects, { asset, least, most, step }: Movement): boolean {
	if (effects.chainRef === null || clusterOf(effects.chainRef) === null) return false;
	if (most !== null || least === 0n) return false;
	return effects.movements.some(
		(each) =>
			each.basis === "decoded" &&
			each.step === step &&
			isUsersAccount(effects, each.from) &&
			isCoin(each.asset) &&
			assetKey(each.asset) !== assetKey(asset),
	);
}

const isBought = (effects: Effects, movement: Movement): boolean => {
	const { basis, from, to, asset, price, isBooked } = movement;
	if (
		basis !== "decoded" ||
		isUsersAccount(effects, from) ||
		!isUsersAccount(effects, to) ||
		isBooked === true
	)
		return false;
	if (!isThing(asset)) return false;
	return price === undefined ? isSwapOnSolana(effects, movement) : price.arrives === null;
};

const amountIn = (changes: readonly AssetChange[], asset: EffectAsset): AssetChange | null =>
	changes.find((each) => assetKey(each.asset) === assetKey(asset)) ?? null;

function ownHolding({ holdings, ...effects }: Effects, asset: EffectAsset): bigint | null {
	const its = holdings.filter(
		(each) =>
			isUsersAccount({ ...effects, holdings }, each.account) && assetKey(each.asset) === assetKey(asset),
	);
	return its.length === 0 || its.some(({ amount }) => amount === null)
		? null
		: sum(its.map(({ amount }) => amount ?? 0n));
}

/**
 * The bytes may allow more than our simulation shows. If they set no limit, the maximum is the user's
 * balance.
 */
const mostGiven = (effects: Effects, shown: readonly AssetChange[]): readonly AssetChange[] => {
	const bounds = givenOf(effects, "decoded");
	return shown.map(({ asset, amount }) => {
		const bound = amountIn(bounds, asset);
		if (bound === null) return { asset, amount };
		if (bound.amount === null) return { asset, amount: ownHolding(effects, asset) };
		return { asset, amount: amount === null || bound.amount > amount ? bound.amount : amount };
	});
};

function retainedBySwap(effects: Effects, got: EffectAsset | null): readonly ExchangeShare[] {
	const { called, costs, movements, parties } = effects;
	const isCalled = (address: string) =>
		called.some((each) => each.address === address && !each.isPayment && !each.isPlain);
	const paid = movements.flatMap((each): ExchangeShare[] => {
		const { basis, from, to, asset, least, most, share = null } = each;
		if (basis !== "decoded" || to === null || !isCoin(asset) || !isCalled(from)) return [];
		const isOther = !isUsersAccount(effects, to) && !isCalled(to) && parties.get(to)?.relation !== "nobody";
		if (!isOther) return [];
		const shown = movements.find(
			(other) =>
				other.basis === "observed" &&
				other.from === from &&
				other.to === to &&
				assetKey(other.asset) === assetKey(asset),
		);
		return [{ to, asset, least: shown?.least ?? least, most: shown?.most ?? most, share }];
	});
	const withheldShares = costs.flatMap(({ withheld }) =>
		withheld.flatMap(({ of, share, holder }): ExchangeShare[] =>
			of === "swap" && got !== null ? [{ to: holder, asset: got, least: 0n, most: null, share }] : [],
		),
	);
	return [...paid, ...withheldShares];
}

function limitOf(
	{ gaps }: Effects,
	bought: readonly Movement[],
	least: readonly AssetChange[],
): ExchangeLimit {
	if (gaps.has("unread") || bought.length === 0) return "unread";
	return bought.some(({ asset }) => (amountIn(least, asset)?.amount ?? 0n) === 0n) ? "none" : "set";
}

/** A request's transactions are executed together, so their swaps count as one. */
function swapOf(effects: Effects): Exchange | null {
	const bought = effects.movements.filter((each) => isBought(effects, each));
	const shown = {
		gives: givenOf(effects, "observed").filter(({ asset }) => isThing(asset)),
		gets: gainsOf(effects, "observed").filter(({ asset }) => isThing(asset)),
	};
	const isShown = shown.gives.length > 0 && shown.gets.length > 0;
	if (bought.length === 0 && !(effects.gaps.has("unread") && isShown)) return null;
	const isOrder = bought.length > 0 && bought.every(({ price }) => price?.isOrder === true);
	const gives =
		shown.gives.length > 0 ? shown.gives : givenOf(effects, "decoded").filter(({ asset }) => isThing(asset));
	if (gives.length === 0) return null;
	const keys = new Set(bought.map(({ asset }) => assetKey(asset)));
	const least = gainsOf(effects, "decoded").filter(({ asset }) => keys.has(assetKey(asset)));
	return {
		kind: isOrder ? "order" : "swap",
		gives,
		gets: shown.gets.length > 0 ? shown.gets : null,
		worst: { gives: mostGiven(effects, gives), gets: least },
		limit: limitOf(effects, bought, least),
		others: retainedBySwap(effects, bought[0]?.asset ?? shown.gets[0]?.asset ?? null),
		until: null,
	};
}

/** Each signed order can be executed on its own. */
function orderOf(effects: Effects, movements: readonly Movement[]): Exchange | null {
	const sold = movements.filter(({ isSold }) => isSold === true);
	const price = movements.filter(({ isPrice }) => isPrice === true);
	const [first] = sold;
	if (first === undefined) return null;
	const givers = new Set(sold.map(({ from }) => from));
	const isMine = ({ to }: Movement) => to !== null && (isUsersAccount(effects, to) || givers.has(to));
	const mine = price.filter(isMine);
	const most = totals(mine, (each) => each.most);
	const least = totals(mine, (each) => each.least);
	const gives = totals(sold, (each) => each.most);
	const isNothing = least.every(({ amount }) => amount === 0n);
	return {
		kind: "order",
		gives,
		gets: most.some(({ amount }) => amount === null) ? null : most,
		worst: { gives, gets: least },
		limit: effects.gaps.has("unread") ? "unread" : isNothing ? "none" : "set",
		others: price
			.filter((each) => !isMine(each))
			.map(({ to, asset, least: lowest, most: highest }) => ({
				to,
				asset,
				least: lowest,
				most: highest,
				share: null,
			})),
		until: first.until,
	};
}

export function exchangesOf(effects: Effects): readonly Exchange[] {
	const permitted = byKey(
		effects.movements.filter(({ basis }) => basis === "permitted"),
		({ step }) => step,
	);
	const orders = [...permitted.values()].map((movements) => orderOf(effects, movements));
	return [...orders, swapOf(effects)].filter((each) => each !== null);
}
