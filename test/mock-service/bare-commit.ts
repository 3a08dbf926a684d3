import type { EvmTransactionPayload } from "../../src/service-api/commit.ts";
import type { CommitRecord } from "./commit-store.ts";

/** Creates a commit without a review, for a transaction on no chain. It can only be read and rejected. */
export function bareCommit(sessionId: string, commitId: string, signer: string): CommitRecord {
	const payload: EvmTransactionPayload = {
		kind: "evm_transaction",
		chain_id: 31_337,
		signer,
		nonce: 0,
		transaction: {
			to: signer,
			value: "0",
			data: "0x",
			gas_limit: 21_000,
			max_fee_per_gas: "1",
			max_priority_fee_per_gas: "1",
		},
	};
	return {
		view: {
			version: 1,
			commit_id: commitId,
			thread_id: sessionId,
			stage_id: `evm:${commitId}`,
			chain_family: "evm",
			chain_ref: "31337",
			signer,
			broadcaster: "wallet",
			state: "needs_signature",
			transaction_id: null,
			failure_code: null,
			batch: null,
			review: null,
			wallet_attempt: null,
			action: { kind: "sign", payload },
		},
		payload,
		intent: null,
		said: null,
		twist: null,
		expiresAt: null,
		reviseAt: null,
		signed: null,
		told: false,
		block: null,
	};
}
