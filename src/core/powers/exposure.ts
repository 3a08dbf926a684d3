import { centsOf, type Price } from "../fiat/price.ts";

/** Why there is no value: no feed has a price for the asset, or an RPC didn't respond. */
export type NoValue = "no-price" | "unread";

/** Amount in base units of an asset that has no price. */
interface TakenUnits {
	readonly taken: bigint;
	/** The whole balance. */
	readonly most: bigint;
	readonly decimals: number;
	readonly symbol: string;
}

/** A single asset that a power can take right now. */
export interface Taking {
	/** Chain, account, and asset. Powers over the same balance share this key. */
	readonly asset: string;
	/** Value in US cents. It is rounded up, because it is a possible loss. */
	readonly cents: bigint | NoValue;
	/** Value of the whole balance in US cents, which limits all powers together. */
	readonly most: bigint | NoValue;
	/**
	 * `itself`: the token's allowance to Permit2. `inside`: an allowance in Permit2, which can't exceed the
	 * former.
	 */
	readonly permit2?: "itself" | "inside";
	/** Set if the asset has a unit but no price. */
	readonly units?: TakenUnits;
}

export interface Exposure {
	readonly cents: bigint;
	/** Whether the holder can take an asset that has no price. */
	readonly isUnpriced: boolean;
	/** Whether some data couldn't be read. The holder may then be able to take more. */
	readonly isUnread: boolean;
	/** Amounts without a price, by asset. */
	readonly units: readonly Pick<TakenUnits, "taken" | "decimals" | "symbol">[];
	/** Whether at least one asset has neither a price nor a unit, e.g. an NFT. */
	readonly isUncounted: boolean;
}

/** @param allowed in base units; `null` if unlimited */
export function takingOf(
	asset: string,
	{
		allowed,
		balance,
		decimals,
		price,
		symbol = null,
	}: {
		readonly allowed: bigint | null;
		readonly balance: bigint | null;
		readonly decimals: number | null;
		/** `differs` if two RPCs report different prices. */
		readonly price: Price | "differs" | null;
		readonly symbol?: string | null;
	},
): Taking {
	if (balance === 0n || allowed === 0n) return { asset, cents: 0n, most: 0n };
	if (balance === null) return { asset, cents: "unread", most: "unread" };
	if (price === "differs") return { asset, cents: "unread", most: "unread" };
	const taken = allowed === null || allowed > balance ? balance : allowed;
	if (price === null || decimals === null) {
		const units = decimals === null || symbol === null ? null : { taken, most: balance, decimals, symbol };
		return { asset, cents: "no-price", most: "no-price", ...(units === null ? {} : { units }) };
	}
	return {
		asset,
		cents: centsOf(taken, decimals, price, "up"),
		most: centsOf(balance, decimals, price, "up"),
	};
}

const isValue = (cents: bigint | NoValue): cents is bigint => typeof cents === "bigint";

function sum(takings: readonly Taking[], cents: bigint, units: Exposure["units"]): Exposure {
	return {
		cents,
		isUnpriced: takings.some((each) => each.cents === "no-price"),
		isUnread: takings.some((each) => each.cents === "unread"),
		units,
		isUncounted: takings.some((each) => each.cents === "no-price" && each.units === undefined),
	};
}

const byAsset = (takings: readonly Taking[]): readonly (readonly Taking[])[] => [
	...Map.groupBy(takings, ({ asset }) => asset).values(),
];

/** @param isBound whether all powers over a balance together are limited to that balance */
function unitsOf(takings: readonly Taking[], isBound: boolean): Exposure["units"] {
	return byAsset(takings).flatMap((all) => {
		const its = all.flatMap(({ units }) => units ?? []);
		const [first] = its;
		if (first === undefined) return [];
		const asked = its.reduce((total, { taken }) => total + taken, 0n);
		const balance = its.reduce((most, each) => (each.most > most ? each.most : most), 0n);
		const { decimals, symbol } = first;
		return [{ taken: isBound && asked > balance ? balance : asked, decimals, symbol }];
	});
}

/** Sums what a single holder can take, counting each power separately. */
export function sumOfTakings(takings: readonly Taking[]): Exposure {
	return sum(
		takings,
		takings.reduce((total, { cents }) => total + (isValue(cents) ? cents : 0n), 0n),
		unitsOf(takings, false),
	);
}

/** Allowances in Permit2 can't exceed the allowance to Permit2 itself, if that is known. */
function withoutInside(takings: readonly Taking[]): readonly Taking[] {
	return takings.some(({ permit2 }) => permit2 === "itself")
		? takings.filter(({ permit2 }) => permit2 !== "inside")
		: takings;
}

/** Sums what all holders together can take. Each balance counts at most once. */
export function exposureOf(takings: readonly Taking[]): Exposure {
	const counted = byAsset(takings).flatMap(withoutInside);
	const cents = byAsset(takings).map((all) => {
		const { cents: asked } = sumOfTakings(withoutInside(all));
		const balances = all.flatMap(({ most }) => (isValue(most) ? [most] : []));
		// Two reads of the same balance may be a block apart. The higher balance limits the loss.
		const balance = balances.reduce((most, each) => (each > most ? each : most), 0n);
		return asked < balance ? asked : balance;
	});
	return sum(
		takings,
		cents.reduce((total, each) => total + each, 0n),
		unitsOf(counted, true),
	);
}

export interface PowerOfHolder {
	readonly holder: string;
	readonly takes: readonly Taking[];
	/** Whether the power is unlimited. */
	readonly isBoundless: boolean;
}

export interface HolderPowers<P extends PowerOfHolder> {
	readonly holder: string;
	readonly powers: readonly P[];
	readonly exposure: Exposure;
}

const byValue = (one: Exposure, other: Exposure): number => {
	if (one.cents !== other.cents) return one.cents < other.cents ? 1 : -1;
	return Number(other.isUnread) - Number(one.isUnread) || Number(other.isUnpriced) - Number(one.isUnpriced);
};

/** Groups powers by holder, starting with the highest exposure. */
export function powersByHolder<P extends PowerOfHolder>(powers: readonly P[]): readonly HolderPowers<P>[] {
	const groups = [...Map.groupBy(powers, ({ holder }) => holder)].map(([holder, all]) => ({
		holder,
		powers: all.toSorted(
			(one, other) =>
				byValue(sumOfTakings(one.takes), sumOfTakings(other.takes)) ||
				Number(other.isBoundless) - Number(one.isBoundless),
		),
		exposure: sumOfTakings(all.flatMap(({ takes }) => takes)),
	}));
	return groups.toSorted(
		(one, other) =>
			byValue(one.exposure, other.exposure) ||
			Number(other.powers.some(({ isBoundless }) => isBoundless)) -
				Number(one.powers.some(({ isBoundless }) => isBoundless)) ||
			(one.holder < other.holder ? -1 : 1),
	);
}
