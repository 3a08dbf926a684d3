import { Keypair, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../../src/core/match/fingerprint.ts";
import {
	expirySecondsOf,
	memberOf,
	simulationOf,
	svmMemberOf,
} from "../../../../../src/core/match/member.ts";
import {
	matchFrozenSvm,
	matchSvm,
	type SvmTransactionToMatch,
	svmChainChecks,
	svmLegChecks,
} from "../../../../../src/core/match/svm/commit.ts";
import { sameCluster } from "../../../../../src/core/match/svm/fields.ts";
import { type CommitView, commitView } from "../../../../../src/service-api/commit.ts";
import { loadExamples } from "../../../../fixtures/examples.ts";
import { changed, commit as evmCommit, frozenOf as evmFrozenOf } from "../honest.ts";
import {
	CLUSTER,
	keyOf,
	lookupsOf,
	NEWER_BLOCKHASH,
	reviewedInstruction,
	reviewedTransaction,
	SOL_TRANSFER,
	SVM_OTHER,
	SVM_OTHER_KEYS,
	SVM_SIGNER,
	solTransfer,
	svmCommit,
	svmCommitOf,
	svmFrozenOf,
	svmRequest,
	type TransactionContents,
	tableOf,
	tokenTransfer,
	transactionBase64,
	transferSol,
} from "../honest-svm.ts";
import {
	failedBudgetFields,
	failedFields,
	matchLie,
	matchReview,
	notedFields,
	price,
	units,
	unknownFields,
} from "./lies.ts";

describe("an honest Solana commit", () => {
	it("matches in every field", () => {
		for (const frozen of [solTransfer(), tokenTransfer()]) {
			const result = matchFrozenSvm(frozen);
			expect(result.checks.filter((check) => check.status !== "passed")).toEqual([]);
			expect(result.verdict).toBe("matched");
		}
	});

	it("matches like the examples, although they state compute units that the payload does not set", () => {
		const view = commitView.parse(loadExamples().commit_views["svm_needs_signature_sign"]);
		const result = matchFrozenSvm(svmFrozenOf(view));
		expect(result.checks.filter((check) => check.status !== "passed")).toEqual([]);
		expect(result.verdict).toBe("matched");
	});

	it("matches if the review has no legs", () => {
		const view = svmCommitOf(SOL_TRANSFER);
		if (view.review !== null) view.review.legs = [];
		expect(matchFrozenSvm(svmFrozenOf(view)).verdict).toBe("matched");
	});

	it("matches for every name of its cluster", () => {
		expect(matchReview({ cluster: "devnet" }).verdict).toBe("matched");
		expect(sameCluster("mainnet", "solana:mainnet-beta")).toBe(true);
		expect(sameCluster("devnet", "solana:testnet")).toBe(false);
		expect(sameCluster("", "solana:")).toBe(false);
	});

	it("matches with a newer blockhash, with a note; and is refused if the first must be kept", () => {
		const newer = { ...SOL_TRANSFER, blockhash: NEWER_BLOCKHASH };
		const unsigned = { unsigned_transaction_base64: transactionBase64(SOL_TRANSFER) };
		const renewed = matchLie(SOL_TRANSFER, newer, unsigned);
		expect(renewed.verdict).toBe("matched");
		expect(notedFields(renewed)).toEqual(["recent_blockhash"]);
		const kept = matchLie(SOL_TRANSFER, newer, { ...unsigned, preserve_blockhash: true });
		expect(failedFields(kept)).toEqual(["recent_blockhash", "unsigned_transaction_base64"]);
		expect(matchLie(SOL_TRANSFER, SOL_TRANSFER, { ...unsigned, preserve_blockhash: true }).verdict).toBe(
			"matched",
		);
	});

	it("matches with a compute budget exactly as in its assembly", () => {
		expect(failedBudgetFields([units(450)], { compute_units: 450 })).toEqual([]);
		expect(failedBudgetFields([price(7)], { priority_microlamports: 7 })).toEqual([]);
		expect(
			failedBudgetFields([price(7), units(450)], { compute_units: 450, priority_microlamports: 7 }),
		).toEqual([]);
		expect(failedBudgetFields([], { compute_units: 450, priority_microlamports: 7 })).toEqual([]);
		expect(
			matchLie({ instructions: [units(9), transferSol()] }, { instructions: [units(9), transferSol()] })
				.verdict,
		).toBe("matched");
	});

	it("names another required signer, and another fee payer", () => {
		const both: TransactionContents = {
			payer: SVM_OTHER_KEYS.publicKey,
			instructions: [transferSol(5n, keyOf(77))],
		};
		const patch = {
			instructions: both.instructions.map((each) => reviewedInstruction(each, { payer: SVM_OTHER })),
		};
		const result = matchLie(both, both, patch);
		expect(result.verdict).toBe("matched");
		expect(notedFields(result)).toEqual(["signers"]);
		expect(result.checks.find((check) => check.field === "signers")).toMatchObject({
			text: message("match.signatures.others-needed", { signers: SVM_OTHER }),
			payload: `${SVM_OTHER} (missing), ${SVM_SIGNER} (missing)`,
		});
	});

	it("keeps its fingerprint's meaning: the lookups are part of it", () => {
		const frozen = tokenTransfer();
		const other = changed(frozen, (copy) => {
			for (const lookup of copy.lookups ?? []) lookup.readonly = [SVM_OTHER];
		});
		expect(fingerprintOf(other)).not.toBe(fingerprintOf(frozen));
	});
});

describe("a batch of Solana transactions", () => {
	const all: readonly TransactionContents[] = [SOL_TRANSFER, { instructions: [transferSol(2n)] }];

	function batch(index: number, sent = all[index] ?? SOL_TRANSFER): CommitView {
		const transactions = all.map((each, at) => reviewedTransaction(each, { pending_tx_id: 41 + at }));
		const legs = transactions.map((each) => svmRequest([each]));
		return svmCommit(reviewedTransaction(SOL_TRANSFER), transactionBase64(sent), {
			commit_id: `commit-${index + 1}`,
			batch: {
				batch_id: "batch-1",
				index,
				ordered_stage_ids: ["svm:1", "svm:2"],
				ordered_commit_ids: ["commit-1", "commit-2"],
				sources: [1, 2].map((place) => ({
					thread_id: "session-1",
					chain_family: "svm" as const,
					chain_ref: "devnet",
					stage_id: `svm:${place}`,
					source_id: 40 + place,
				})),
				predecessor_commit_id: index === 0 ? null : "commit-1",
				review_digest: "digest-1",
			},
			review: { version: 1, revision: 1, digest: "digest-1", request: svmRequest(transactions), legs },
		});
	}

	it("matches each member in its position, with legs or without", () => {
		for (const index of [0, 1]) {
			const view = batch(index);
			expect(matchFrozenSvm(svmFrozenOf(view)).verdict).toBe("matched");
			if (view.review !== null) view.review.legs = [];
			expect(matchFrozenSvm(svmFrozenOf(view)).verdict).toBe("matched");
		}
	});

	it("refuses another member's payload, reordered twins, and another cluster's source", () => {
		expect(failedFields(matchFrozenSvm(svmFrozenOf(batch(1, SOL_TRANSFER))))).toEqual([
			"instructions[0].data",
		]);
		const twisted = batch(0);
		twisted.review?.legs.reverse();
		expect(failedFields(matchFrozenSvm(svmFrozenOf(twisted)))).toEqual(["request", "instructions[0].data"]);
		const foreign = batch(0);
		for (const source of foreign.batch?.sources ?? []) source.chain_ref = "testnet";
		expect(failedFields(matchFrozenSvm(svmFrozenOf(foreign)))).toEqual(["batch.sources"]);
	});

	it("is read only by its own kind of member", () => {
		const frozen = svmFrozenOf(batch(1));
		expect(memberOf(frozen)).toMatchObject({ ok: false, field: "request" });
		expect(svmMemberOf(evmFrozenOf(evmCommit()))).toMatchObject({ ok: false, field: "request" });
		expect(svmMemberOf(frozen)).toMatchObject({ ok: true, member: { index: 1, count: 2 } });
		expect(simulationOf(frozen)).toMatchObject({ status: "passed" });
		expect(expirySecondsOf(frozen)).toBeNull();
	});

	it("of legs on mixed chains is refused", () => {
		const mixed = batch(0);
		const evm = evmCommit().review?.legs[0];
		if (mixed.review === null || evm === undefined) throw new Error("no review");
		mixed.review.legs = [evm, evm];
		expect(failedFields(matchFrozenSvm(svmFrozenOf(mixed)))).toContain("legs");
	});
});

describe("the chain's state", () => {
	const said = { rightCluster: true, genesis: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1", blockhashValid: true };

	it("is accepted if both are right", () => {
		expect(matchSvm(solTransfer(), said).verdict).toBe("matched");
	});

	it("is refused for another cluster and a dead blockhash, and unproven if it could not be queried", () => {
		const fields = (patch: Partial<typeof said> | { rightCluster: null } | { blockhashValid: null }) => {
			const result = matchSvm(solTransfer(), { ...said, ...patch });
			return [result.verdict, failedFields(result), unknownFields(result)];
		};
		expect(fields({ rightCluster: false })).toEqual(["refused", ["rpc_cluster"], ["blockhash"]]);
		expect(fields({ blockhashValid: false })).toEqual(["refused", ["blockhash"], []]);
		expect(fields({ rightCluster: null })).toEqual(["unproven", [], ["rpc_cluster", "blockhash"]]);
		expect(fields({ blockhashValid: null })).toEqual(["unproven", [], ["blockhash"]]);
		expect(svmChainChecks({ transaction_base64: "?" }, said)[1]).toMatchObject({ status: "failed" });
	});
});

describe("the largest legal payload", () => {
	it("is compared in well under 10 ms", () => {
		const lent = Array.from(
			{ length: 200 },
			(_, at) => Keypair.fromSeed(new Uint8Array(32).fill(at)).publicKey,
		);
		const table = tableOf(keyOf(250), lent);
		const keys = lent.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true }));
		const wide = new TransactionInstruction({ programId: keyOf(90), keys, data: Buffer.alloc(0) });
		const small = new TransactionInstruction({ programId: keyOf(90), keys: [], data: Buffer.alloc(0) });
		const written = (count: number): TransactionContents => ({
			instructions: [wide, ...Array.from({ length: count }, () => small)],
			version: "v0",
			tables: [table],
		});
		const length = (count: number) => Buffer.from(transactionBase64(written(count)), "base64").length;
		let count = 0;
		while (length(count + 1) <= 1232) count += 1;
		const largest = written(count);
		expect(length(count)).toBeGreaterThan(1229);
		const leg: SvmTransactionToMatch = {
			signer: SVM_SIGNER,
			chainRef: CLUSTER,
			broadcaster: "wallet",
			transaction: reviewedTransaction(largest),
			payload: { signer: SVM_SIGNER, transaction_base64: transactionBase64(largest) },
			lookups: lookupsOf(transactionBase64(largest), [table]),
		};
		expect(svmLegChecks(leg).filter((check) => check.status !== "passed")).toEqual([]);
	});
});
