import { setTimeout as sleep } from "node:timers/promises";
import { type Hash, type TransactionReceipt, TransactionReceiptNotFoundError } from "viem";

const TRIES = 4_000;
const PAUSE_MS = 25;

/**
 * Returns the receipt, once the chain has one. viem's own wait checks once per new block: if the block is
 * there a moment before its receipts, and no other block follows, it waits for its whole timeout.
 */
export async function receiptOf(
	client: { getTransactionReceipt(args: { readonly hash: Hash }): Promise<TransactionReceipt> },
	hash: Hash,
): Promise<TransactionReceipt> {
	for (let tried = 0; tried < TRIES; tried += 1) {
		try {
			return await client.getTransactionReceipt({ hash });
		} catch (cause) {
			if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause;
		}
		await sleep(PAUSE_MS);
	}
	throw new Error(`${hash} was not mined`);
}
