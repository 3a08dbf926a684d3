import { centsOf, type Price } from "../fiat/price.ts";

/** Reason for a missing value: no feed has a price for the asset, or an RPC didn't answer. */
export type NoValue = "no-price" | "unread";

/** One asset that a power can take right now. */
export interface Taking {
	/** Chain, account and asset. Powers over the same balance share this key. */
	readonly asset: string;
	/** Value in US cents, rounded up because it is a possible loss. */
	readonly cents: bigint | NoValue;
	/** Value of the whole balance in US cents, the limit for all powers together. */
	readonly most: bigint | NoValue;
	/**
	 * `itself`: the token's allowance to Permit2. `inside`: an allowance in Permit2, limited by the former.
	 */
	readonly permit2?: "itself" | "inside";
}

export interface Exposure {
	readonly cents: bigint;
	/** The holder can take an asset without a price. */
	readonly isUnpriced: boolean;
	/** Something couldn't be read, so the holder may be able to take more. */
	readonly isUnread: boolean;
}

/** @param allowed base units; `null` if unlimited */
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

/** Sums what one holder can take, counting each power separately. */
export function sumOfTakings(takings: readonly Taking[]): Exposure {
	return sum(
		takings,
		takings.reduce((total, { cents }) => total + (isValue(cents) ? cents : 0n), 0n),
	);
}

/** Allowances in Permit2 can't exceed Permit2's own allowance, if that is known. */
function withoutInside(takings: readonly Taking[]): readonly Taking[] {
	return takings.some(({ permit2 }) => permit2 === "itself")
		? takings.filter(({ permit2 }) => permit2 !== "inside")
		: takings;
}

/** Sums what all holders together can take. Each balance counts at most once. */
export function exposureOf(takings: readonly Taking[]): Exposure {
	const byAsset = Map.groupBy(takings, ({ asset }) => asset);
	const cents = [...byAsset.values()].map((all) => {
		const { cents: asked } = sumOfTakings(withoutInside(all));
		const balances = all.flatMap(({ most }) => (isValue(most) ? [most] : []));
		// Reads of the same balance may be a block apart. The higher one limits the loss.
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
