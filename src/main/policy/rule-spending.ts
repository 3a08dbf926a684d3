import { amountOf } from "./rule-words.ts";
import type { RuleAsset } from "./rules.ts";
import type { SpendTotals } from "./spends.ts";

/** Rules about amounts. What can't be known is refused. */

export const WHAT_COUNTS = "Fees, and what others may take by a permission, count as spent.";

/** What leaves of one asset; null where that can't be known, or has no limit. */
export function spentOf({ certain, amounts }: SpendTotals, asset: RuleAsset): bigint | null {
	if (!certain) return null;
	const amount = amounts.get(asset.address);
	return amount === undefined ? 0n : amount;
}

/** Why an amount that is not known is not let through. */
function unknownWords({ certain }: SpendTotals, { symbol }: RuleAsset): string {
	return certain
		? `it lets ${symbol === "" ? "it" : symbol} be taken without a limit.`
		: "how much it can take is not known: neither our own decoding nor your own simulation tells all that it does.";
}

export function overOnce(spends: SpendTotals, asset: RuleAsset, most: bigint): string | null {
	const amount = spentOf(spends, asset);
	if (amount === null) return unknownWords(spends, asset);
	if (amount <= most) return null;
	return `it can take ${amountOf(amount, asset)}, and the rule allows ${amountOf(most, asset)} in one transaction. ${WHAT_COUNTS}`;
}

/** @param before what was spent within the last day */
export function overDay(
	spends: SpendTotals,
	before: () => SpendTotals,
	asset: RuleAsset,
	most: bigint,
): { readonly words: string; readonly passing: boolean } | null {
	const amount = spentOf(spends, asset);
	if (amount === null) return { words: unknownWords(spends, asset), passing: false };
	// What takes nothing can't break it.
	if (amount === 0n) return null;
	const counted = before();
	const sum = spentOf(counted, asset);
	if (sum === null)
		return {
			words:
				"how much was approved in the last 24 hours is not known: it holds something whose amount nobody could tell, or that has no limit.",
			passing: true,
		};
	if (sum + amount <= most) return null;
	return {
		words: `it can take ${amountOf(amount, asset)}, ${amountOf(sum, asset)} were approved in the last 24 hours, and the rule allows ${amountOf(most, asset)}. ${WHAT_COUNTS}`,
		passing: amount <= most,
	};
}

export function needsLedger(spends: SpendTotals, asset: RuleAsset, above: bigint): string | null {
	const amount = spentOf(spends, asset);
	const end = "and the key of this account is not on a Ledger.";
	if (amount === null) return `${unknownWords(spends, asset).slice(0, -1)}, ${end}`;
	return amount > above
		? `it can take ${amountOf(amount, asset)}, more than ${amountOf(above, asset)}, ${end}`
		: null;
}
