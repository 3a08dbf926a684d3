import type { AmountView } from "../../bridge/views.ts";
import { type Amount, fullText, shortText, type Unit } from "../review/amount.ts";
import type { ClaimedAmount } from "../review/changes.ts";

/** @param raw base units. Where nobody states decimals, base units are shown. */
export function amountView(raw: bigint, unit: Unit): AmountView {
	return {
		text: shortText(raw, unit.decimals),
		full: fullText(raw, unit.decimals),
		unit: unit.decimals === null ? `base units of ${unit.symbol}` : unit.symbol,
		raw: raw.toString(),
		checked: unit.checked,
	};
}

export function viewOfAmount(amount: Amount | null): AmountView | null {
	return amount === null ? null : amountView(amount.raw, amount);
}

/** An amount as the service claims it; one that is not plain digits is shown as its own words. */
export function viewOfClaim(claimed: ClaimedAmount): AmountView {
	if (claimed.kind === "amount") return amountView(claimed.amount.raw, claimed.amount);
	const { text, symbol } = claimed;
	return { text, full: text, unit: symbol, raw: text, checked: false };
}
