import { type Message, message } from "../localized-text.ts";
import { amountOf, spentText } from "./rule-text.ts";
import type { RuleAsset } from "./rules.ts";
import { type SpendTotals, spendKey } from "./spends.ts";

export function spentOf({ certain, amounts }: SpendTotals, asset: RuleAsset): bigint | null {
	if (!certain) return null;
	const amount = amounts.get(spendKey(asset.address));
	return amount === undefined ? 0n : amount;
}

const called = ({ symbol }: RuleAsset) => (symbol === "" ? message("rule.it") : symbol);

function unknownText({ certain }: SpendTotals, asset: RuleAsset): Message {
	return certain
		? message("rule.fault.no-limit", { symbol: called(asset) })
		: message("rule.fault.amount-unknown");
}

export function exceedsOnce(spends: SpendTotals, asset: RuleAsset, most: bigint): Message | null {
	const amount = spentOf(spends, asset);
	if (amount === null) return unknownText(spends, asset);
	if (amount <= most) return null;
	return message("rule.fault.over-once", { amount: spentText(amount, asset), most: amountOf(most, asset) });
}

export function exceedsDay(
	spends: SpendTotals,
	before: () => SpendTotals,
	asset: RuleAsset,
	most: bigint,
): { readonly text: Message; readonly passing: boolean } | null {
	const amount = spentOf(spends, asset);
	if (amount === null) return { text: unknownText(spends, asset), passing: false };
	if (amount === 0n) return null;
	const counted = before();
	const sum = spentOf(counted, asset);
	if (sum === null)
		return {
			text: message("rule.fault.day-unknown"),
			passing: true,
		};
	if (sum + amount <= most) return null;
	return {
		text: message("rule.fault.over-day", {
			amount: spentText(amount, asset),
			before: spentText(sum, asset),
			most: amountOf(most, asset),
		}),
		passing: amount <= most,
	};
}

export function needsLedger(spends: SpendTotals, asset: RuleAsset, above: bigint): Message | null {
	const amount = spentOf(spends, asset);
	if (amount === null)
		return spends.certain
			? message("rule.fault.ledger.no-limit", { symbol: called(asset) })
			: message("rule.fault.ledger.amount-unknown");
	return amount > above
		? message("rule.fault.ledger.above", { amount: spentText(amount, asset), above: amountOf(above, asset) })
		: null;
}
