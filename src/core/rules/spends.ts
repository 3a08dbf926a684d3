import { WRAPPED_SOL } from "../chain/well-known.ts";
import { isNative } from "../decoded-transaction/decoded-transaction.ts";
import { isSol } from "../decoded-transaction/svm/outflow.ts";
import type { Spends } from "../journal/records.ts";
import { addressKey } from "./rule-facts.ts";

/** Wrapped SOL counts as SOL, because wrapping is free. */
export const spendKey = (asset: string): string =>
	isNative(asset) || isSol(asset) || asset === WRAPPED_SOL ? "native" : addressKey(asset);

/** Totals by asset in base units. `null` if any of the asset's amounts is unknown. */
type Totals = ReadonlyMap<string, bigint | null>;

export interface SpendTotals {
	readonly certain: boolean;
	readonly amounts: Totals;
	/**
	 * Portion of the totals that comes from the larger allowance that this request lowers. Not set for other
	 * requests.
	 */
	readonly covering?: Totals;
}

export const NO_SPENDS: SpendTotals = { certain: true, amounts: new Map() };

export function addSpends(all: readonly Spends[]): SpendTotals {
	const amounts = new Map<string, bigint | null>();
	for (const { asset, amount } of all.flatMap((each) => each.amounts)) {
		const before = amounts.get(asset) ?? (amounts.has(asset) ? null : 0n);
		amounts.set(asset, before === null || amount === null ? null : before + BigInt(amount));
	}
	return { certain: all.every(({ certain }) => certain), amounts };
}

/**
 * Returns whether a total already counts at least this amount. Always `false` for the native coin, because it
 * pays the fee.
 */
export function isCounted(covering: Totals, asset: string, amount: bigint | null): boolean {
	const counted = covering.get(asset);
	if (asset === "native" || amount === null || counted === undefined) return false;
	return counted === null || amount <= counted;
}
