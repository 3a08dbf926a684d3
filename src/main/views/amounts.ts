import type { ClaimedAmount } from "../../core/describe/evm/changes.ts";
import { type Amount, fullText, roundedText, shortText, type Unit } from "../../core/format/amount.ts";
import { type PredictedMove, scaleOfMove } from "../../core/journal/records.ts";
import {
	type AmountParam,
	amountParam,
	displayedAmount,
	message,
	type Text,
} from "../../core/localized-text.ts";
import type { AmountView } from "../../ipc/primitives.ts";

export function amountView(raw: bigint, unit: Unit): AmountView {
	const seen = displayedAmount({ ...unit, raw });
	return {
		text: shortText(seen.raw, seen.decimals),
		full: fullText(seen.raw, seen.decimals),
		unit: seen.decimals === null ? message("amount.unit.base", { symbol: seen.symbol }) : seen.symbol,
		raw: raw.toString(),
		checked: seen.checked,
	};
}

/**
 * Rounds incoming amounts down. Truncates outgoing amounts with an ellipsis, because nobody sends or allows a
 * rounded-up amount. `full` keeps every digit.
 */
export function roundedView(amount: Amount, towards: "up" | "down"): AmountView {
	const { raw, decimals } = displayedAmount(amount, towards);
	const text = towards === "up" ? shortText(raw, decimals) : roundedText(raw, decimals, towards);
	return { ...amountView(amount.raw, amount), text };
}

/** Rounds a fee up, because it is a bound. */
export function feeAmountView(amount: Amount): AmountView {
	const { raw, decimals } = displayedAmount(amount, "up");
	return { ...amountView(amount.raw, amount), text: roundedText(raw, decimals, "up") };
}

/** Counts items, with their collection as the unit. */
export const itemsView = (count: bigint, collection: Text, item: string | null): AmountView => ({
	text: count.toString(),
	full: count.toString(),
	unit: item === null ? collection : message("amount.item", { item, collection }),
	raw: count.toString(),
	checked: true,
});

export function viewOfAmount(amount: Amount | null): AmountView | null {
	return amount === null ? null : amountView(amount.raw, amount);
}

/** A claimed amount that isn't plain digits is quoted exactly as the service wrote it. */
export function viewOfClaim(claimed: ClaimedAmount): AmountView {
	if (claimed.kind === "amount") return amountView(claimed.amount.raw, claimed.amount);
	const { text, symbol } = claimed;
	return { text, full: text, unit: symbol, raw: text, checked: false };
}

export const receiptAmount = (
	raw: bigint,
	{ decimals, symbol, scale }: Pick<Amount, "decimals" | "symbol" | "scale">,
): AmountParam =>
	amountParam({
		raw,
		decimals: decimals ?? 0,
		symbol,
		checked: true,
		...(scale === undefined || decimals === null ? {} : { scale }),
	});

export function unitOfMove(move: Pick<PredictedMove, "decimals" | "symbol" | "scale">): Unit {
	const { decimals, symbol } = move;
	const scale = scaleOfMove(move);
	return { decimals, symbol, checked: decimals !== null, ...(scale === undefined ? {} : { scale }) };
}
