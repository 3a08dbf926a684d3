import { setTimeout as sleep } from "node:timers/promises";
import { type Hash, type TransactionReceipt, TransactionReceiptNotFoundError } from "viem";

const TRIES = 4_000;
const PAUSE_MS = 25;

/**
 * Waits for a receipt. viem's own wait checks only once per new block. If the block appears a moment before
 * its receipts and no other block follows, it waits until its timeout.
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
