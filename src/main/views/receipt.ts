import type { ReceiptRow } from "../../bridge/views.ts";
import {
	type Predicted,
	type PredictedMove,
	predicted,
	type ReceiptRecord,
	receiptRecord,
	type SvmReceiptRecord,
	svmReceiptRecord,
} from "../signing/records.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { amountView } from "./amounts.ts";
import { svmReceiptRows } from "./receipt-svm.ts";

/** keccak of Transfer(address,address,uint256) and Approval(address,address,uint256): EIP-20. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const APPROVAL = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";

function parsed<T>(text: string | null, parse: (value: unknown) => T): T | null {
	return text === null ? null : parse(JSON.parse(text));
}

const isSvm = (value: unknown) => typeof value === "object" && value !== null && "family" in value;

/** Of an EVM transaction; null before there is one, and for a Solana transaction's. */
export function readReceipt(text: string | null): ReceiptRecord | null {
	return parsed(text, (value) => (isSvm(value) ? null : receiptRecord.parse(value)));
}

/** Of a Solana transaction; null before there is one, and for an EVM transaction's. */
export function readSvmReceipt(text: string | null): SvmReceiptRecord | null {
	return parsed(text, (value) => (isSvm(value) ? svmReceiptRecord.parse(value) : null));
}

function amountText(
	amount: bigint,
	move: { readonly decimals: number | null; readonly symbol: string },
): string {
	const view = amountView(amount, {
		decimals: move.decimals ?? 0,
		symbol: move.symbol,
		checked: move.decimals !== null,
	});
	return `${view.text} ${view.unit}`;
}

const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

/** What the logs say of one predicted movement; null where no log speaks of it. */
function happenedTo(move: PredictedMove, receipt: ReceiptRecord): bigint | null {
	const event = move.kind === "transfer" ? TRANSFER : APPROVAL;
	const place = move.kind === "approval" || move.direction === "out" ? 1 : 2;
	const amounts = receipt.logs
		.filter((log) => log.address.toLowerCase() === move.asset && log.topics[0] === event)
		.filter((log) => log.topics.length === 3 && log.topics[place] === topicOf(move.account))
		// A token may write anything into its log: only one word is an amount.
		.filter((log) => /^0x[0-9a-fA-F]{64}$/.test(log.data))
		.map((log) => BigInt(log.data));
	if (amounts.length === 0) return null;
	return move.kind === "approval" ? (amounts.at(-1) ?? null) : amounts.reduce((sum, each) => sum + each, 0n);
}

function moveRow(move: PredictedMove, receipt: ReceiptRecord, value: bigint): ReceiptRow {
	const sign = move.direction === "in" ? "+" : "−";
	const what =
		move.kind === "approval"
			? `Allowance of ${move.symbol}`
			: `${move.symbol} ${move.direction === "in" ? "in" : "out"}`;
	const expected = move.amount === null ? null : BigInt(move.amount);
	const prefix = move.kind === "approval" ? "" : sign;
	const predictedText = expected === null ? "all of a collection" : `${prefix}${amountText(expected, move)}`;
	if (!receipt.succeeded) return { what, predicted: predictedText, happened: "nothing", same: false };
	const happened =
		move.asset === "native" ? (move.direction === "out" ? value : null) : happenedTo(move, receipt);
	if (happened === null)
		return { what, predicted: predictedText, happened: "not told by the receipt", same: null };
	return {
		what,
		predicted: predictedText,
		happened: `${prefix}${amountText(happened, move)}`,
		same: expected === null ? null : happened === expected,
	};
}

function feeRow(foreseen: Predicted, receipt: ReceiptRecord): ReceiptRow {
	const native = { decimals: 18, symbol: foreseen.nativeSymbol };
	return {
		what: "Network fee",
		predicted: `at most ${amountText(BigInt(foreseen.mostFee), native)}`,
		happened: amountText(BigInt(receipt.feePaid), native),
		same: BigInt(receipt.feePaid) <= BigInt(foreseen.mostFee),
	};
}

/** What was predicted at approval beside what the chain shows; empty before there is a receipt. */
export function receiptRows(row: JournalRow): ReceiptRow[] {
	const foreseen = parsed(row.predicted, (value) => predicted.parse(value));
	const svm = readSvmReceipt(row.receipt);
	if (svm !== null && foreseen !== null) return svmReceiptRows(foreseen, svm);
	const receipt = readReceipt(row.receipt);
	if (receipt === null || foreseen === null) return [];
	const result: ReceiptRow = {
		what: "Result",
		predicted: "succeeds",
		happened: receipt.succeeded
			? `succeeded in block ${receipt.blockNumber}`
			: `reverted in block ${receipt.blockNumber}`,
		same: receipt.succeeded,
	};
	const moves = foreseen.moves.map((move) => moveRow(move, receipt, BigInt(foreseen.value)));
	return [result, ...moves, feeRow(foreseen, receipt)];
}
