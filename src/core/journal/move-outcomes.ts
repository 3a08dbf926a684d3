import type {
	EvmReceipt,
	Predicted,
	PredictedMove,
	PredictedReceiver,
	Receipt,
	SvmReceipt,
} from "./records.ts";

export interface MoveOutcome {
	readonly move: PredictedMove;
	readonly expected: bigint | null;
	/**
	 * Negative if the asset moved in the other direction. `null` if the receipt doesn't show the movement.
	 */
	readonly happened: bigint | null;
}

/** ERC-20 event topics. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const APPROVAL = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";

const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

const isAmount = (data: string): boolean => /^0x[0-9a-fA-F]{64}$/.test(data);

function logged(move: PredictedMove, receipt: EvmReceipt): bigint | null {
	const event = move.kind === "transfer" ? TRANSFER : APPROVAL;
	const place = move.kind === "approval" || move.direction === "out" ? 1 : 2;
	const amounts = receipt.logs
		.filter((log) => log.address.toLowerCase() === move.asset && log.topics[0] === event)
		.filter((log) => log.topics.length === 3 && log.topics[place] === topicOf(move.account))
		// Tokens can log arbitrary data, so only a single word counts as an amount.
		.filter((log) => isAmount(log.data))
		.map((log) => BigInt(log.data));
	if (amounts.length === 0) return null;
	return move.kind === "approval" ? (amounts.at(-1) ?? null) : amounts.reduce((sum, each) => sum + each, 0n);
}

/** A receipt doesn't show native coins transferred by an inner call. */
function onEvm(move: PredictedMove, receipt: EvmReceipt, value: bigint): bigint | null {
	if (move.asset !== "native") return logged(move, receipt);
	return move.direction === "out" ? value : null;
}

/** `feeIsMine`: the same account paid the fee, which is excluded because it has its own row. */
function onSvm(move: PredictedMove, receipt: SvmReceipt, feeIsMine: boolean): bigint | null {
	const rows = receipt.moves.filter(
		({ asset, owner, account }) =>
			asset === move.asset && (owner === move.account || account === move.account),
	);
	if (rows.length === 0) return null;
	const all = rows.reduce((sum, { before, after }) => sum + BigInt(before) - BigInt(after), 0n);
	const left = move.asset === "native" && feeIsMine ? all - BigInt(receipt.feePaid) : all;
	return move.direction === "in" ? -left : left;
}

/** Returns outcomes only for transfers on Solana, because its receipts show balances but no allowances. */
export function moveOutcomes(foreseen: Predicted, receipt: Receipt): readonly MoveOutcome[] {
	const isSvm = "family" in receipt;
	return foreseen.moves
		.filter(({ kind }) => !isSvm || kind === "transfer")
		.map((move) => ({
			move,
			expected: move.amount === null ? null : BigInt(move.amount),
			happened: isSvm
				? onSvm(move, receipt, BigInt(foreseen.mostFee) > 0n)
				: onEvm(move, receipt, BigInt(foreseen.value)),
		}));
}

export interface ReceiverOutcome {
	readonly receiver: PredictedReceiver;
	readonly expected: bigint | null;
	/** `null` for native coin that a contract pays, because the logs don't show it. */
	readonly happened: bigint | null;
}

const sum = (amounts: readonly bigint[]): bigint | null =>
	amounts.length === 0 ? null : amounts.reduce((total, each) => total + each, 0n);

const loggedFor = ({ to, asset }: PredictedReceiver, { logs }: EvmReceipt): bigint | null =>
	sum(
		logs
			.filter((log) => log.address.toLowerCase() === asset && log.topics[0] === TRANSFER)
			.filter(({ topics, data }) => topics.length === 3 && topics[2] === topicOf(to) && isAmount(data))
			.map(({ data }) => BigInt(data)),
	);

const movedFor = ({ to, asset }: PredictedReceiver, { moves }: SvmReceipt): bigint | null =>
	sum(
		moves
			.filter((move) => move.asset === asset && (move.owner === to || move.account === to))
			.map(({ before, after }) => BigInt(after) - BigInt(before)),
	);

/** Payment in native coin by a transaction without calldata, which a successful receipt proves. */
export interface PlainPayment {
	readonly to: string;
	readonly value: bigint;
}

/** @param plain `null` if the transaction calls a contract */
export const receiverOutcomes = (
	{ receivers = [] }: Predicted,
	receipt: Receipt,
	plain: PlainPayment | null,
): readonly ReceiverOutcome[] =>
	receivers.map((receiver) => {
		const isPlain = receiver.asset === "native" && plain?.to.toLowerCase() === receiver.to.toLowerCase();
		return {
			receiver,
			expected: receiver.amount === null ? null : BigInt(receiver.amount),
			happened:
				"family" in receipt
					? movedFor(receiver, receipt)
					: isPlain
						? plain.value
						: loggedFor(receiver, receipt),
		};
	});
