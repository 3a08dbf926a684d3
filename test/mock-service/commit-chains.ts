import { getAddress, type Hash, type Hex, type PublicClient } from "viem";
import type { ChainAccess } from "./chain-access.ts";
import type { CommitRecord } from "./commit-store.ts";
import { sendOperation, verifyOperation } from "./operations.ts";
import { Problem } from "./problem.ts";
import type { Relayer } from "./relayer.ts";
import type { SvmAccess } from "./svm-build.ts";
import { reviewedSvm } from "./svm-offers.ts";
import { verifySignedSvm } from "./svm-verify.ts";
import { verifySigned } from "./verify.ts";

/** Chain operations for a commit: checks a signature, sends a signed transaction and reads its outcome. */

interface Signed {
	readonly raw: string;
	readonly hash: string;
}

export interface Outcome {
	readonly state: "confirmed" | "failed";
	readonly failure_code: string | null;
	/** Block or slot; `null` if it was never included. */
	readonly block: string | null;
}

export interface CommitChain {
	/** @throws Problem 422 `signature_mismatch` */
	verify(record: CommitRecord, payloads: readonly string[]): Promise<Signed>;
	/** Calls `note` and sends the transaction if the chain doesn't know it; returns the transaction's id. */
	send(signed: Signed, note: (hash: string) => void): Promise<string>;
	/** Returns the outcome; `null` until it is settled. */
	readOutcome(record: CommitRecord): Promise<Outcome | null>;
}

function onlyOne(payloads: readonly string[], what: string): string {
	const [payload] = payloads;
	if (payload !== undefined && payloads.length === 1) return payload;
	throw new Problem(422, "signature_mismatch", `${what} takes one signed payload.`, {
		details: { field: "payloads", expected: "1", got: String(payloads.length) },
	});
}

const CONFIRMED = { state: "confirmed", failure_code: null } as const;
const failed = (failure_code: string, block: string | null): Outcome => ({
	state: "failed",
	failure_code,
	block,
});

async function readReceiptOutcome(client: PublicClient, hash: Hash): Promise<Outcome | null> {
	const receipt = await client.getTransactionReceipt({ hash }).catch(() => null);
	if (receipt === null) return null;
	const block = receipt.blockNumber.toString();
	return receipt.status === "success" ? { ...CONFIRMED, block } : failed("execution_reverted", block);
}

/**
 * Reads the outcome of an EVM transaction; `replaced` if another transaction used its nonce.
 * @param nonce `null` if unknown
 */
export async function readEvmOutcome(
	client: PublicClient,
	hash: Hash,
	signer: string,
	nonce: number | null,
): Promise<Outcome | null> {
	const found = await readReceiptOutcome(client, hash);
	if (found !== null || nonce === null) return found;
	const used = await client.getTransactionCount({ address: getAddress(signer), blockTag: "latest" });
	if (used <= nonce) return null;
	// Read again, because it may have been mined between the two reads.
	return (await readReceiptOutcome(client, hash)) ?? failed("replaced", null);
}

/** @param lastValid last block height at which it can land; `null` if unknown */
export async function readSvmOutcome(
	{ connection }: SvmAccess,
	signature: string,
	lastValid: number | null,
): Promise<Outcome | null> {
	const statusOf = async () => {
		const { value } = await connection.getSignatureStatuses([signature], { searchTransactionHistory: true });
		return value[0] ?? null;
	};
	const status = await statusOf();
	if (status !== null) {
		if (status.err !== null) return failed("instruction_error", String(status.slot));
		const sure = status.confirmationStatus === "finalized" || status.confirmationStatus === "confirmed";
		return sure ? { ...CONFIRMED, block: String(status.slot) } : null;
	}
	if (lastValid === null || (await connection.getBlockHeight()) <= lastValid) return null;
	return (await statusOf()) === null ? failed("blockhash_expired", null) : null;
}

export function evmCommits(access: (chainId: number) => ChainAccess, record: CommitRecord): CommitChain {
	const { payload } = record;
	if (payload.kind !== "evm_transaction") throw new Error("not the commit of an EVM transaction");
	// Resolved on demand, because a lie about the chain names one that doesn't exist.
	const client = () => access(payload.chain_id).client;
	return {
		verify: (_record, payloads) => verifySigned(onlyOne(payloads, "An EVM transaction"), payload),
		send: async ({ raw, hash }, note) => {
			const id: Hash = `0x${hash.slice(2)}`;
			const bytes: Hex = `0x${raw.slice(2)}`;
			const known = await client()
				.getTransaction({ hash: id })
				.catch(() => null);
			if (known === null) {
				note(id);
				await client().sendRawTransaction({ serializedTransaction: bytes });
			}
			return id;
		},
		readOutcome: ({ view }) =>
			readEvmOutcome(client(), `0x${(view.transaction_id ?? "0x").slice(2)}`, payload.signer, payload.nonce),
	};
}

export function svmCommits(access: SvmAccess, { payload, view }: CommitRecord): CommitChain {
	if (payload.kind !== "svm_transaction") throw new Error("not the commit of a Solana transaction");
	const { connection } = access;
	return {
		verify: async (_record, payloads) =>
			verifySignedSvm(onlyOne(payloads, "A Solana transaction"), payload.transaction_base64),
		send: async ({ raw, hash }, note) => {
			const { value } = await connection.getSignatureStatuses([hash], { searchTransactionHistory: true });
			if ((value[0] ?? null) === null) {
				note(hash);
				await connection.sendRawTransaction(Buffer.from(raw, "base64"));
			}
			return hash;
		},
		readOutcome: ({ signed }) =>
			readSvmOutcome(access, signed?.hash ?? "", reviewedSvm(view)?.last_valid_block_height ?? null),
	};
}

export function operationCommits(relayer: Relayer, { payload }: CommitRecord): CommitChain {
	if (payload.kind !== "user_operation") throw new Error("not the commit of a user operation");
	return {
		verify: (_record, payloads) => verifyOperation(payload, payloads),
		send: ({ raw, hash }, note) => sendOperation(relayer, payload, raw, hash, note),
		readOutcome: ({ view }) =>
			readEvmOutcome(
				relayer.access.client,
				`0x${(view.transaction_id ?? "0x").slice(2)}`,
				payload.signer,
				null,
			),
	};
}
