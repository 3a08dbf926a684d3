import type { ReceiptRow } from "../../bridge/views.ts";
import type { Predicted, PredictedMove, SvmReceiptRecord } from "../signing/records.ts";
import { amountView } from "./amounts.ts";

/** What was predicted of a Solana transaction beside what the chain shows: balances before and after. */

const SOL = { decimals: 9, symbol: "SOL", checked: true };

function solText(lamports: bigint): string {
	const view = amountView(lamports, SOL);
	return `${view.text} ${view.unit}`;
}

function amountText(amount: bigint, { decimals, symbol }: PredictedMove): string {
	const view = amountView(amount, { decimals: decimals ?? 0, symbol, checked: decimals !== null });
	return `${view.text} ${view.unit}`;
}

/** What left the account, or came where it is below zero; null where the receipt does not speak of it. */
function leftOf(move: PredictedMove, receipt: SvmReceiptRecord, feeIsMine: boolean): bigint | null {
	const rows = receipt.moves.filter(
		({ asset, owner, account }) =>
			asset === move.asset && (owner === move.account || account === move.account),
	);
	if (rows.length === 0) return null;
	const left = rows.reduce((sum, { before, after }) => sum + BigInt(before) - BigInt(after), 0n);
	// The fee has a row of its own.
	return move.asset === "native" && feeIsMine ? left - BigInt(receipt.feePaid) : left;
}

function moveRow(move: PredictedMove, receipt: SvmReceiptRecord, feeIsMine: boolean): ReceiptRow {
	const isIn = move.direction === "in";
	const what = `${move.symbol} ${isIn ? "in" : "out"}`;
	const expected = move.amount === null ? null : BigInt(move.amount);
	const sign = isIn ? "+" : "−";
	const predicted = expected === null ? "not stated" : `${sign}${amountText(expected, move)}`;
	if (!receipt.succeeded) return { what, predicted, happened: "nothing", same: false };
	const left = leftOf(move, receipt, feeIsMine);
	if (left === null) return { what, predicted, happened: "not told by the receipt", same: null };
	const happened = isIn ? -left : left;
	return {
		what,
		predicted,
		happened: `${happened < 0n ? (isIn ? "−" : "+") : sign}${amountText(happened < 0n ? -happened : happened, move)}`,
		same: expected === null ? null : happened === expected,
	};
}

export function svmReceiptRows(foreseen: Predicted, receipt: SvmReceiptRecord): ReceiptRow[] {
	const most = BigInt(foreseen.mostFee);
	const transfers = foreseen.moves.filter(({ kind }) => kind === "transfer");
	return [
		{
			what: "Result",
			predicted: "succeeds",
			happened: receipt.succeeded ? `succeeded in slot ${receipt.slot}` : `failed in slot ${receipt.slot}`,
			same: receipt.succeeded,
		},
		...transfers.map((move) => moveRow(move, receipt, most > 0n)),
		{
			what: "Network fee",
			predicted: `at most ${solText(most)}`,
			happened: solText(BigInt(receipt.feePaid)),
			same: BigInt(receipt.feePaid) <= most,
		},
	];
}
