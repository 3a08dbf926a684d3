import { createTransferCheckedInstruction, TOKEN_PROGRAM_ID } from "@solana/spl-token";
import {
	AddressLookupTableAccount,
	Keypair,
	PublicKey,
	SystemProgram,
	type TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { freeze } from "../../../../src/core/match/freeze.ts";
import type { FrozenCommit, RequestOwner, SvmLookup } from "../../../../src/core/match/frozen.ts";
import { readSvmTransaction } from "../../../../src/core/match/svm/transaction.ts";
import type {
	AssembledSvmInstruction,
	AssembledSvmTransaction,
	ExecuteSvmRequest,
} from "../../../../src/service-api/action.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import type { PipelineSimulation } from "../../../../src/service-api/simulation.ts";
import { OWNER } from "./honest.ts";

/** Honest Solana commits, encoded by @solana/web3.js and reviewed in the form of the example payloads. */

const keypair = (byte: number) => Keypair.fromSeed(new Uint8Array(32).fill(byte));
/** Returns a public key whose private key no one has. */
export const keyOf = (byte: number) => new PublicKey(new Uint8Array(32).fill(byte));

/** Public test key of the examples. */
export const SVM_KEYS = keypair(7);
export const SVM_SIGNER = SVM_KEYS.publicKey.toBase58();
export const SVM_OTHER_KEYS = keypair(8);
export const SVM_OTHER = SVM_OTHER_KEYS.publicKey.toBase58();
export const CLUSTER = "solana:devnet";
export const BLOCKHASH = keyOf(3).toBase58();
export const NEWER_BLOCKHASH = keyOf(4).toBase58();

export const MINT = keyOf(21);
export const FROM_TOKEN = keyOf(22);
export const TO_TOKEN = keyOf(23);

/** Returns a lookup table with these addresses, as a web3.js object. */
export function tableOf(key: PublicKey, addresses: PublicKey[]): AddressLookupTableAccount {
	const state = {
		deactivationSlot: 2n ** 64n - 1n,
		lastExtendedSlot: 1,
		lastExtendedSlotStartIndex: 0,
		addresses,
	};
	return new AddressLookupTableAccount({ key, state });
}

/** Lookup table with the mint and the receiving token account, between other people's accounts. */
export const TABLE = tableOf(keyOf(31), [keyOf(41), MINT, keyOf(42), TO_TOKEN]);

export const transferSol = (
	lamports = 1_500_000n,
	to = SVM_OTHER_KEYS.publicKey,
	from = SVM_KEYS.publicKey,
) => SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });

export const transferToken = (amount = 25_000_000n, mint = MINT, to = TO_TOKEN) =>
	createTransferCheckedInstruction(FROM_TOKEN, mint, to, SVM_KEYS.publicKey, amount, 6, [], TOKEN_PROGRAM_ID);

/** Contents of a transaction, from which its review and its payload are built. */
export interface TransactionContents {
	readonly instructions: readonly TransactionInstruction[];
	readonly version?: "legacy" | "v0";
	readonly tables?: readonly AddressLookupTableAccount[];
	readonly payer?: PublicKey;
	readonly blockhash?: string;
}

/** Returns the unsigned transaction in base64, encoded by web3.js. */
export function transactionBase64(written: TransactionContents): string {
	const message = new TransactionMessage({
		payerKey: written.payer ?? SVM_KEYS.publicKey,
		recentBlockhash: written.blockhash ?? BLOCKHASH,
		instructions: [...written.instructions],
	});
	const compiled =
		written.version === "v0"
			? message.compileToV0Message([...(written.tables ?? [])])
			: message.compileToLegacyMessage();
	return Buffer.from(new VersionedTransaction(compiled).serialize()).toString("base64");
}

/**
 * Returns the addresses that an honest RPC reads from `tables` for a transaction, without missing tables and indexes.
 */
export function lookupsOf(base64: string, tables: readonly AddressLookupTableAccount[]): SvmLookup[] {
	return readSvmTransaction(base64).lookups.flatMap((use) => {
		const table = tables.find((each) => each.key.toBase58() === use.table);
		if (table === undefined) return [];
		const keys = (places: readonly number[]) =>
			places.flatMap((place) => table.state.addresses[place]?.toBase58() ?? []);
		return [{ table: use.table, writable: keys(use.writableIndexes), readonly: keys(use.readonlyIndexes) }];
	});
}

/** Returns an instruction as a review describes it. */
export function reviewedInstruction(
	instruction: TransactionInstruction,
	patch: Partial<AssembledSvmInstruction> = {},
): AssembledSvmInstruction {
	return {
		payer: SVM_SIGNER,
		cluster: CLUSTER,
		program_id: instruction.programId.toBase58(),
		accounts: instruction.keys.map((key) => ({
			pubkey: key.pubkey.toBase58(),
			is_signer: key.isSigner,
			is_writable: key.isWritable,
		})),
		data_base64: Buffer.from(instruction.data).toString("base64"),
		description: "Move something",
		kind: "transfer",
		assembly: { compute_units: 450, broadcaster: "wallet", commitment: "confirmed" },
		pending_ix_id: 7,
		fee_outcome: { kind: "flat" },
		...patch,
	};
}

/**
 * Returns the transaction as a review describes it, without its bytes, so that a difference must be found by the
 * fields.
 */
export function reviewedTransaction(
	written: TransactionContents,
	patch: Partial<AssembledSvmTransaction> = {},
): AssembledSvmTransaction {
	return {
		payer: (written.payer ?? SVM_KEYS.publicKey).toBase58(),
		cluster: CLUSTER,
		version: written.version ?? "legacy",
		instructions: written.instructions.map((each) => reviewedInstruction(each)),
		address_lookup_tables: (written.tables ?? []).map((each) => each.key.toBase58()),
		recent_blockhash: written.blockhash ?? BLOCKHASH,
		last_valid_block_height: 318_000_000,
		preserve_blockhash: false,
		description: "Move something to a friend",
		kind: "transfer",
		broadcaster: "wallet",
		broadcast_commitment: "confirmed",
		pending_tx_id: 9,
		...patch,
	};
}

export function svmSimulation(patch: Partial<PipelineSimulation> = {}): PipelineSimulation {
	return {
		status: "passed",
		balanceChanges: [
			{
				account: SVM_SIGNER,
				asset: "native",
				amount: "1500000",
				direction: "out",
				symbol: "SOL",
				decimals: 9,
				cluster: CLUSTER,
				standard: "native",
				counterparty: SVM_OTHER,
				step: 1,
			},
		],
		approvals: [],
		fees: [],
		warnings: [],
		guards: [],
		gas: null,
		logs: [],
		...patch,
	};
}

export function svmRequest(
	transactions: AssembledSvmTransaction[],
	simulation: PipelineSimulation = svmSimulation(),
): ExecuteSvmRequest {
	return { type: "execute_svm", transactions, simulation };
}

/** Returns a commit with this review and, to be signed, the transaction `base64`, which may differ. */
export function svmCommit(
	transaction: AssembledSvmTransaction,
	base64: string,
	patch: Partial<CommitView> = {},
): CommitView {
	const one = svmRequest([transaction]);
	return {
		version: 1,
		commit_id: "commit-1",
		thread_id: "session-1",
		stage_id: "svm:1",
		chain_family: "svm",
		chain_ref: CLUSTER,
		signer: SVM_SIGNER,
		broadcaster: "wallet",
		state: "needs_signature",
		supported_transports: ["sign_and_broadcast"],
		transaction_id: null,
		failure_code: null,
		batch: null,
		review: { version: 1, revision: 1, digest: "digest-1", request: one, legs: [one] },
		wallet_attempt: null,
		action: {
			kind: "sign",
			payload: { kind: "svm_transaction", signer: SVM_SIGNER, transaction_base64: base64 },
		},
		...patch,
	};
}

/** Freezes a Solana commit, and throws if that is refused. */
export function svmFrozenOf(
	view: CommitView,
	lookups: readonly SvmLookup[] = [],
	owner: RequestOwner = OWNER,
): FrozenCommit {
	const freezing = freeze(view, owner, lookups);
	if (!freezing.ok) throw new Error(freezing.refusals.map((each) => each.text.code).join(" "));
	return freezing.frozen;
}

export const SOL_TRANSFER: TransactionContents = { instructions: [transferSol()] };
export const TOKEN_TRANSFER: TransactionContents = {
	instructions: [transferToken()],
	version: "v0",
	tables: [TABLE],
};

/** Returns a truthful commit of this transaction; `patch` changes only its review. */
export function svmCommitOf(
	written: TransactionContents,
	patch: Partial<AssembledSvmTransaction> = {},
): CommitView {
	return svmCommit(reviewedTransaction(written, patch), transactionBase64(written));
}

/** Freezes a payment of 0.0015 SOL to a friend: a legacy transaction, whose review includes its bytes. */
export function solTransfer(): FrozenCommit {
	const unsigned = transactionBase64(SOL_TRANSFER);
	return svmFrozenOf(svmCommitOf(SOL_TRANSFER, { unsigned_transaction_base64: unsigned }));
}

/**
 * Freezes a transferChecked of 25 tokens with 6 decimals: a v0 transaction whose mint and receiver are in a lookup
 * table.
 */
export function tokenTransfer(): FrozenCommit {
	const base64 = transactionBase64(TOKEN_TRANSFER);
	return svmFrozenOf(svmCommitOf(TOKEN_TRANSFER), lookupsOf(base64, [TABLE]));
}
