import type { Predicted, PredictedMove, SvmReceipt } from "../../core/journal/records.ts";
import { type Message, message } from "../../core/message.ts";
import type { ReceiptRow } from "../../ipc/signing.ts";
import { receiptAmount } from "./amounts.ts";

/** What was predicted of a Solana transaction beside what the chain shows: balances before and after. */

const SOL = { decimals: 9, symbol: "SOL" };

/** What left the account, or came where it is below zero; null where the receipt does not speak of it. */
function leftOf(move: PredictedMove, receipt: SvmReceipt, feeIsMine: boolean): bigint | null {
	const rows = receipt.moves.filter(
		({ asset, owner, account }) =>
			asset === move.asset && (owner === move.account || account === move.account),
	);
	if (rows.length === 0) return null;
	const left = rows.reduce((sum, { before, after }) => sum + BigInt(before) - BigInt(after), 0n);
	// The fee has a row of its own.
	return move.asset === "native" && feeIsMine ? left - BigInt(receipt.feePaid) : left;
}

function moveRow(move: PredictedMove, receipt: SvmReceipt, feeIsMine: boolean): ReceiptRow {
	const isIn = move.direction === "in";
	const what = message(isIn ? "receipt.comes-in" : "receipt.goes-out", { symbol: move.symbol });
	const expected = move.amount === null ? null : BigInt(move.amount);
	/** Below zero it went the other way. */
	const told = (raw: bigint): Message =>
		message(isIn === raw >= 0n ? "receipt.in" : "receipt.out", {
			amount: receiptAmount(raw < 0n ? -raw : raw, move),
		});
	const predicted = expected === null ? message("receipt.not-stated") : told(expected);
	if (!receipt.succeeded) return { what, predicted, happened: message("receipt.nothing"), same: false };
	const left = leftOf(move, receipt, feeIsMine);
	if (left === null) return { what, predicted, happened: message("receipt.not-told"), same: null };
	const happened = isIn ? -left : left;
	return {
		what,
		predicted,
		happened: told(happened),
		same: expected === null ? null : happened === expected,
	};
}

export function svmReceiptRows(foreseen: Predicted, receipt: SvmReceipt): ReceiptRow[] {
	const most = BigInt(foreseen.mostFee);
	const transfers = foreseen.moves.filter(({ kind }) => kind === "transfer");
	return [
		{
			what: message("receipt.result"),
			predicted: message("receipt.succeeds"),
			happened: message(receipt.succeeded ? "receipt.succeeded.slot" : "receipt.failed.slot", {
				slot: receipt.slot,
			}),
			same: receipt.succeeded,
		},
		...transfers.map((move) => moveRow(move, receipt, most > 0n)),
		{
			what: message("receipt.fee"),
			predicted: message("receipt.at-most", { amount: receiptAmount(most, SOL) }),
			happened: message("receipt.amount", { amount: receiptAmount(BigInt(receipt.feePaid), SOL) }),
			same: BigInt(receipt.feePaid) <= most,
		},
	];
}
