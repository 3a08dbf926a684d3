import { nativeOf } from "../../core/chain/names.ts";
import { shortAddress } from "../../core/decoded-transaction/decoded-transaction.ts";
import {
	type MoveOutcome,
	moveOutcomes,
	type ReceiverOutcome,
	receiverOutcomes,
} from "../../core/journal/move-outcomes.ts";
import type { Predicted, Receipt } from "../../core/journal/records.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { UnreadableRecord } from "../../core/journal/unreadable.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { ReceiptRow } from "../../ipc/signing.ts";
import { receiptAmount, unitOfMove } from "./amounts.ts";
import { type Pricing, pricingFor } from "./fiat-view.ts";

const magnitude = (raw: bigint): bigint => (raw < 0n ? -raw : raw);

function differenceOf({ move, expected, happened }: MoveOutcome, pricing: Pricing): Message | null {
	if (expected === null || happened === null || happened === expected) return null;
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
	const receivers = receiverOutcomes(foreseen, receipt).map((each) => receiverRow(each, succeeded));
	return [result, ...moves, ...receivers, feeRow(foreseen, receipt, row.chainRef)];
}
