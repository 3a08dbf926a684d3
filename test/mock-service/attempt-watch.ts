import type { Hash, PublicClient, Transaction } from "viem";
import type { EvmTransactionPayload } from "../../src/service-api/commit.ts";
import type { Change, CommitRecord } from "./commit-store.ts";

/** Returns true if the transaction that a wallet reported equals the reviewed one. */

function isReviewed(found: Transaction, { transaction, ...payload }: EvmTransactionPayload): boolean {
	const same = (left: string | null, right: string) => left?.toLowerCase() === right.toLowerCase();
	return (
		same(found.from, payload.signer) &&
		same(found.to, transaction.to) &&
		same(found.input, transaction.data) &&
		found.value === BigInt(transaction.value) &&
		found.nonce === payload.nonce &&
		found.chainId === payload.chain_id
	);
}

/** Returns the next state of a reported attempt; `null` if nothing has changed. */
export async function attemptChange(client: PublicClient, record: CommitRecord): Promise<Change | null> {
	const { payload, view } = record;
	const attempt = view.wallet_attempt;
	if (attempt?.state !== "reported" || payload.kind !== "evm_transaction") return null;
	const hash: Hash = `0x${(view.transaction_id ?? "0x").slice(2)}`;
	const found = await client.getTransaction({ hash }).catch(() => null);
	if (found === null) return null;
	if (isReviewed(found, payload)) return { wallet_attempt: { ...attempt, state: "observing" } };
	const wallet_attempt = { ...attempt, state: "mismatched" as const, failure_code: "transaction_mismatch" };
	return { state: "needs_signature", transaction_id: null, action: null, wallet_attempt };
}
