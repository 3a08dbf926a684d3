import { nativeOf } from "../../core/chain/names.ts";
import { isUnlimited, shortAddress } from "../../core/decoded-transaction/decoded-transaction.ts";
import { signedItemsOf } from "../../core/decoded-transaction/signed-item.ts";
import { byKey } from "../../core/effects/accounting.ts";
import type { PriceSource } from "../../core/fiat/price.ts";
import { readBytes, readUint } from "../../core/format/numeral.ts";
import {
	type MoveOutcome,
	moveOutcomes,
	type PlainPayment,
	type ReceiverOutcome,
	receiverOutcomes,
} from "../../core/journal/move-outcomes.ts";
import type { Predicted, PredictedMove, Receipt } from "../../core/journal/records.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull, UnreadableRecord } from "../../core/journal/unreadable.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { ProgressView, ReceiptReceiver, ReceiptRow } from "../../ipc/signing.ts";
import { addressView, type Labels } from "./addresses.ts";
import { receiptAmount, roundedView, unitOfMove } from "./amounts.ts";
import { type Pricing, pricingFor } from "./fiat-view.ts";
import { receiptFlow, type SentOutcome } from "./receipt-flow.ts";

const magnitude = (raw: bigint): bigint => (raw < 0n ? -raw : raw);

const isUnlimitedAllowance = ({ kind }: PredictedMove, raw: bigint): boolean =>
	kind === "approval" && isUnlimited(raw);

function differenceOf({ move, expected, happened }: MoveOutcome, pricing: Pricing): Message | null {
	if (expected === null || happened === null || happened === expected) return null;
	if ([expected, happened].some((raw) => isUnlimitedAllowance(move, raw))) return null;
	const by = magnitude(happened - expected);
	const amount = receiptAmount(by, unitOfMove(move));
	const isMore = happened > expected;
	const { fiat } = pricing.ofStoredMovement(by, move, isMore === (move.direction === "in") ? "down" : "up");
	if (fiat === undefined) return message(isMore ? "receipt.more" : "receipt.less", { amount });
	return message(isMore ? "receipt.more.worth" : "receipt.less.worth", { amount, worth: fiat });
}

function moveRow(each: MoveOutcome, succeeded: boolean, isSvm: boolean, pricing: Pricing): ReceiptRow {
	const { move, expected, happened } = each;
	const isIn = move.direction === "in";
	const what =
		move.kind === "approval"
			? message("receipt.allowance", { symbol: move.symbol })
			: message(isIn ? "receipt.comes-in" : "receipt.goes-out", { symbol: move.symbol });
	const amountText = (raw: bigint): Message => {
		if (isUnlimitedAllowance(move, raw)) return message("receipt.unlimited", { symbol: move.symbol });
		const amount = receiptAmount(magnitude(raw), unitOfMove(move));
		if (move.kind === "approval") return message("receipt.amount", { amount });
		return message(isIn === raw >= 0n ? "receipt.in" : "receipt.out", { amount });
	};
	const unstated = message(isSvm ? "receipt.not-stated" : "receipt.collection");
	const predicted = expected === null ? unstated : amountText(expected);
	if (!succeeded)
		return { what, predicted, happened: message("receipt.nothing"), same: false, difference: null };
	if (happened === null)
		return { what, predicted, happened: message("receipt.not-told"), same: null, difference: null };
	return {
		what,
		predicted,
		happened: amountText(happened),
		same: expected === null ? null : happened === expected,
		difference: differenceOf(each, pricing),
	};
}

function receiverRow({ receiver, expected, happened }: ReceiverOutcome, succeeded: boolean): ReceiptRow {
	const unit = unitOfMove(receiver);
	const amountText = (raw: bigint): Message =>
		message("receipt.amount", { amount: receiptAmount(raw, unit) });
	const common = {
		what: message("receipt.receiver", { who: shortAddress(receiver.to), symbol: receiver.symbol }),
		predicted: expected === null ? message("receipt.not-stated") : amountText(expected),
		difference: null,
	};
	if (!succeeded) return { ...common, happened: message("receipt.nothing"), same: false };
	if (happened === null) return { ...common, happened: message("receipt.not-told"), same: null };
	return {
		...common,
		happened: amountText(magnitude(happened)),
		same: expected === null ? null : happened === expected,
	};
}

function plainPaymentOf(
	row: JournalRow,
	{ receivers = [] }: Predicted,
	receipt: Receipt,
): PlainPayment | null {
	if ("family" in receipt || !receivers.some(({ asset }) => asset === "native")) return null;
	const frozen = readableOrNull(row.frozen);
	const item = frozen === null ? undefined : signedItemsOf(frozen)[row.kind === "leg" ? row.place : 0];
	if (item?.kind !== "evm") return null;
	const { to, value, data } = item.payload.transaction;
	const wei = readUint(value);
	return readBytes(data) !== "0x" || wei === null ? null : { to, value: wei };
}

const FEWEST = 2;

const totalOf = (amounts: readonly (bigint | null)[]): bigint | null =>
	amounts.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0n);

function outcomesOf(row: JournalRow, at: number): readonly SentOutcome[] {
	const [foreseen, receipt] = [readableOrNull(row.predicted), readableOrNull(row.receipt)];
	if (foreseen === null || receipt === null) return [];
	const { succeeded } = receipt;
	return receiverOutcomes(foreseen, receipt, plainPaymentOf(row, foreseen, receipt)).map((outcome) => ({
		at,
		succeeded,
		outcome,
	}));
}

function receiverOf(
	group: readonly SentOutcome[],
	labels: Labels,
	pricing: Pricing,
): readonly ReceiptReceiver[] {
	const [first] = group;
	if (first === undefined) return [];
	const { receiver } = first.outcome;
	const expected = totalOf(group.map(({ outcome }) => outcome.expected));
	const happened = totalOf(group.map(({ succeeded, outcome }) => (succeeded ? outcome.happened : 0n)));
	const view = (raw: bigint | null) =>
		raw === null
			? null
			: {
					...roundedView({ raw: magnitude(raw), ...unitOfMove(receiver) }, "up"),
					...pricing.ofStoredMovement(magnitude(raw), receiver, "up"),
				};
	return [
		{
			who: addressView(receiver.to, labels),
			transactions: group.length,
			predicted: view(expected),
			happened: view(happened),
			same: expected === null || happened === null ? null : expected === happened,
		},
	];
}

/**
 * Returns each receiver's total across all of the request's transactions, and the flow of these payments.
 * Empty if there is only one receiver.
 */
export function receiptReceivers(
	rows: readonly JournalRow[],
	labels: Labels,
	prices: PriceSource | null,
): Pick<ProgressView, "receivers" | "flow"> {
	const [first] = rows;
	if (first === undefined) return {};
	const pricing = pricingFor(first.chainRef, prices);
	const outcomes = rows.flatMap(outcomesOf);
	const groups = byKey(outcomes, ({ outcome: { receiver } }) => `${receiver.to} ${receiver.asset}`);
	const receivers = [...groups.values()].flatMap((group) => receiverOf(group, labels, pricing));
	if (new Set(receivers.map(({ who }) => who.address)).size < FEWEST) return {};
	const rank = ({ same }: ReceiptReceiver) => (same === false ? 0 : same === null ? 1 : 2);
	return {
		receivers: receivers.toSorted((left, right) => rank(left) - rank(right)),
		...receiptFlow(outcomes, { chainRef: first.chainRef, labels }, pricing),
	};
}

function feeRow(foreseen: Predicted, receipt: Receipt, chainRef: string): ReceiptRow {
	const decimals = "family" in receipt ? 9 : nativeOf(chainRef).decimals;
	const native = { decimals, symbol: "family" in receipt ? "SOL" : foreseen.nativeSymbol };
	const [most, paid] = [BigInt(foreseen.mostFee), BigInt(receipt.feePaid)];
	return {
		what: message("receipt.fee"),
		predicted: message("receipt.at-most", { amount: receiptAmount(most, native) }),
		happened: message("receipt.amount", { amount: receiptAmount(paid, native) }),
		same: paid <= most,
		difference: paid <= most ? null : message("receipt.more", { amount: receiptAmount(paid - most, native) }),
	};
}

function resultText(receipt: Receipt): Message {
	if ("family" in receipt)
		return message(receipt.succeeded ? "receipt.succeeded.slot" : "receipt.failed.slot", {
			slot: receipt.slot,
		});
	return message(receipt.succeeded ? "receipt.succeeded.block" : "receipt.reverted.block", {
		block: receipt.blockNumber,
	});
}

/** Shown if this version can't parse the prediction or the receipt. */
const NOT_READ: ReceiptRow = {
	what: message("receipt.unreadable"),
	predicted: message("receipt.unreadable.value"),
	happened: message("receipt.unreadable.value"),
	same: null,
	difference: null,
};

export function receiptRows(
	row: JournalRow,
	pricing: Pricing = pricingFor(row.chainRef, null),
	/** Omits the rows per receiver, because a table by receiver replaces them. */
	isByReceiver = false,
): ReceiptRow[] {
	const { predicted: foreseen, receipt } = row;
	if (receipt === null || foreseen === null) return [];
	if (receipt instanceof UnreadableRecord || foreseen instanceof UnreadableRecord) return [NOT_READ];
	const { succeeded } = receipt;
	const result: ReceiptRow = {
		what: message("receipt.result"),
		predicted: message("receipt.succeeds"),
		happened: resultText(receipt),
		same: succeeded,
		difference: null,
	};
	const isSvm = "family" in receipt;
	const moves = moveOutcomes(foreseen, receipt).map((each) => moveRow(each, succeeded, isSvm, pricing));
	const receivers = (
		isByReceiver ? [] : receiverOutcomes(foreseen, receipt, plainPaymentOf(row, foreseen, receipt))
	).map((each) => receiverRow(each, succeeded));
	return [result, ...moves, ...receivers, feeRow(foreseen, receipt, row.chainRef)];
}
