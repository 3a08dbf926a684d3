import type { EvmReceipt, Predicted, PredictedMove } from "../../core/journal/records.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { UnreadableRecord } from "../../core/journal/unreadable.ts";
import { type Message, message } from "../../core/message.ts";
import type { ReceiptRow } from "../../ipc/signing.ts";
import { receiptAmount } from "./amounts.ts";
import { svmReceiptRows } from "./receipt-svm.ts";

/** keccak of Transfer(address,address,uint256) and Approval(address,address,uint256): EIP-20. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const APPROVAL = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";

const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

/** What the logs say of one predicted movement; null where no log speaks of it. */
function happenedTo(move: PredictedMove, receipt: EvmReceipt): bigint | null {
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

function moveRow(move: PredictedMove, receipt: EvmReceipt, value: bigint): ReceiptRow {
	const what =
		move.kind === "approval"
			? message("receipt.allowance", { symbol: move.symbol })
			: message(move.direction === "in" ? "receipt.comes-in" : "receipt.goes-out", { symbol: move.symbol });
	const expected = move.amount === null ? null : BigInt(move.amount);
	const told = (raw: bigint): Message => {
		const amount = receiptAmount(raw, move);
		if (move.kind === "approval") return message("receipt.amount", { amount });
		return message(move.direction === "in" ? "receipt.in" : "receipt.out", { amount });
	};
	const predictedText = expected === null ? message("receipt.collection") : told(expected);
	if (!receipt.succeeded)
		return { what, predicted: predictedText, happened: message("receipt.nothing"), same: false };
	const happened =
		move.asset === "native" ? (move.direction === "out" ? value : null) : happenedTo(move, receipt);
	if (happened === null)
		return { what, predicted: predictedText, happened: message("receipt.not-told"), same: null };
	return {
		what,
		predicted: predictedText,
		happened: told(happened),
		same: expected === null ? null : happened === expected,
	};
}

function feeRow(foreseen: Predicted, receipt: EvmReceipt): ReceiptRow {
	const native = { decimals: 18, symbol: foreseen.nativeSymbol };
	return {
		what: message("receipt.fee"),
		predicted: message("receipt.at-most", { amount: receiptAmount(BigInt(foreseen.mostFee), native) }),
		happened: message("receipt.amount", { amount: receiptAmount(BigInt(receipt.feePaid), native) }),
		same: BigInt(receipt.feePaid) <= BigInt(foreseen.mostFee),
	};
}

/** The journal keeps it, and this version can't read it: neither side is guessed. */
const NOT_READ: ReceiptRow = {
	what: message("receipt.unreadable"),
	predicted: message("receipt.unreadable.value"),
	happened: message("receipt.unreadable.value"),
	same: null,
};

/** What was predicted at approval beside what the chain shows; empty before there is a receipt. */
export function receiptRows(row: JournalRow): ReceiptRow[] {
	const { predicted: foreseen, receipt } = row;
	if (receipt === null || foreseen === null) return [];
	if (receipt instanceof UnreadableRecord || foreseen instanceof UnreadableRecord) return [NOT_READ];
	if ("family" in receipt) return svmReceiptRows(foreseen, receipt);
	const result: ReceiptRow = {
		what: message("receipt.result"),
		predicted: message("receipt.succeeds"),
		happened: message(receipt.succeeded ? "receipt.succeeded.block" : "receipt.reverted.block", {
			block: receipt.blockNumber,
		}),
		same: receipt.succeeded,
	};
	const moves = foreseen.moves.map((move) => moveRow(move, receipt, BigInt(foreseen.value)));
	return [result, ...moves, feeRow(foreseen, receipt)];
}
