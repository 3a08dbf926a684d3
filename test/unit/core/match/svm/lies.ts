import { ComputeBudgetProgram, type TransactionInstruction } from "@solana/web3.js";
import type { MatchResult } from "../../../../../src/core/match/check.ts";
import type { FrozenCommit } from "../../../../../src/core/match/frozen.ts";
import { matchFrozenSvm } from "../../../../../src/core/match/svm/commit.ts";
import type {
	AssembledSvmInstruction,
	AssembledSvmTransaction,
} from "../../../../../src/service-api/action.ts";
import { changed } from "../honest.ts";
import {
	lookupsOf,
	reviewedInstruction,
	reviewedTransaction,
	SOL_TRANSFER,
	svmCommit,
	svmCommitOf,
	svmFrozenOf,
	type TransactionContents,
	transactionBase64,
	transferSol,
} from "../honest-svm.ts";

/** Lies: a review and a payload that differ. */

export type Fields = readonly string[];
const withStatus = (status: string) => (result: MatchResult) =>
	result.checks.filter((check) => check.status === status).map((check) => check.field);
export const failedFields = withStatus("failed");
export const notedFields = withStatus("noted");
export const unknownFields = withStatus("unknown");

/** Matches a review of `reviewed` with a payload of `sent`, whose tables are read by an honest RPC. */
export function matchLie(
	reviewed: TransactionContents,
	sent: TransactionContents,
	patch: Partial<AssembledSvmTransaction> = {},
	tables = sent.tables ?? [],
): MatchResult {
	const base64 = transactionBase64(sent);
	const view = svmCommit(reviewedTransaction(reviewed, patch), base64);
	return matchFrozenSvm(svmFrozenOf(view, lookupsOf(base64, tables)));
}

export function matchReview(patch: Partial<AssembledSvmTransaction>): MatchResult {
	return matchFrozenSvm(svmFrozenOf(svmCommitOf(SOL_TRANSFER, patch)));
}

export function withPayload(frozen: FrozenCommit, base64: string): FrozenCommit {
	return changed(frozen, (copy) => {
		if (copy.payload.kind === "svm_transaction") copy.payload.transaction_base64 = base64;
	});
}

export const units = (count: number) => ComputeBudgetProgram.setComputeUnitLimit({ units: count });
export const price = (amount: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports: amount });

/**
 * Lists the failed fields of a review whose assembly states a budget, for a payload with `extra` instructions before
 * and `behind` instructions after.
 */
export function failedBudgetFields(
	extra: TransactionInstruction[],
	assembly: AssembledSvmInstruction["assembly"],
	behind: TransactionInstruction[] = [],
): Fields {
	const sent = { instructions: [...extra, transferSol(), ...behind] };
	return failedFields(
		matchLie(SOL_TRANSFER, sent, { instructions: [reviewedInstruction(transferSol(), { assembly })] }),
	);
}
