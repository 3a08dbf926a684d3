import { centsOf, type Price } from "../fiat/price.ts";

/** Why an amount has no value: no feed has a price for the asset, or an answer is missing. */
export type NoValue = "no-price" | "unread";

/** One asset that a power can take today. */
export interface Taking {
	/** Chain, account and asset, so that powers over the same balance share it. */
	readonly asset: string;
	/** Value in US cents, rounded up because it is a possible loss. */
	readonly cents: bigint | NoValue;
	/** Value of the whole balance in US cents, which no number of powers can exceed. */
	readonly most: bigint | NoValue;
	/**
	 * Permit2 takes by an allowance of the token to `itself`, and what it allows others is `inside` of that.
	 */
	readonly permit2?: "itself" | "inside";
}

export interface Exposure {
	readonly cents: bigint;
	/** Something can be taken that has no price. */
	readonly isUnpriced: boolean;
	/** Something could not be read, so more may be taken. */
	readonly isUnread: boolean;
}

/** @param allowed base units; `null` if the power has no limit */
export function takingOf(
	asset: string,
	{
		allowed,
		balance,
		decimals,
		price,
	}: {
		readonly allowed: bigint | null;
		readonly balance: bigint | null;
		readonly decimals: number | null;
		/** `differs` if two RPCs report different prices. */
		readonly price: Price | "differs" | null;
	},
): Taking {
	if (balance === 0n || allowed === 0n) return { asset, cents: 0n, most: 0n };
	if (balance === null) return { asset, cents: "unread", most: "unread" };
	if (price === "differs") return { asset, cents: "unread", most: "unread" };
	if (price === null || decimals === null) return { asset, cents: "no-price", most: "no-price" };
	const taken = allowed === null || allowed > balance ? balance : allowed;
	return {
		asset,
		cents: centsOf(taken, decimals, price, "up"),
		most: centsOf(balance, decimals, price, "up"),
	};
}

const isValue = (cents: bigint | NoValue): cents is bigint => typeof cents === "bigint";

function sum(takings: readonly Taking[], cents: bigint): Exposure {
	return {
		cents,
		isUnpriced: takings.some((each) => each.cents === "no-price"),
		isUnread: takings.some((each) => each.cents === "unread"),
	};
}

/** Adds up what one holder can take, each power for itself. */
export function sumOfTakings(takings: readonly Taking[]): Exposure {
	return sum(
		takings,
		takings.reduce((total, { cents }) => total + (isValue(cents) ? cents : 0n), 0n),
	);
}

/** Allowances in Permit2 take no more than Permit2 itself may take, if that is known. */
function withoutInside(takings: readonly Taking[]): readonly Taking[] {
	return takings.some(({ permit2 }) => permit2 === "itself")
		? takings.filter(({ permit2 }) => permit2 !== "inside")
		: takings;
}

/** Adds up what all holders together can take. Of each balance at most the whole counts. */
export function exposureOf(takings: readonly Taking[]): Exposure {
	const byAsset = Map.groupBy(takings, ({ asset }) => asset);
	const cents = [...byAsset.values()].map((all) => {
		const { cents: asked } = sumOfTakings(withoutInside(all));
		const balances = all.flatMap(({ most }) => (isValue(most) ? [most] : []));
		// Readings of the same balance may be a block apart, and the higher one bounds the loss.
		const balance = balances.reduce((most, each) => (each > most ? each : most), 0n);
		return asked < balance ? asked : balance;
	});
	return sum(
		takings,
		cents.reduce((total, each) => total + each, 0n),
	);
}

export interface PowerOfHolder {
	readonly holder: string;
	readonly takes: readonly Taking[];
	/** Whether it has no limit. */
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

/** Groups powers by holder, the highest exposure first. */
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
