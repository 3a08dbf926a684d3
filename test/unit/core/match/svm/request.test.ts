import { describe, expect, it } from "vitest";
import { matchFrozenSvm } from "../../../../../src/core/match/svm/commit.ts";
import type { AssembledSvmTransaction } from "../../../../../src/service-api/action.ts";
import {
	NEWER_BLOCKHASH,
	reviewedInstruction,
	reviewedTransaction,
	SOL_TRANSFER,
	SVM_OTHER,
	solTransfer,
	svmCommit,
	svmCommitOf,
	svmFrozenOf,
	svmRequest,
	svmSimulation,
	transactionBase64,
	transferSol,
} from "../honest-svm.ts";
import { type Fields, failedFields, matchReview } from "./lies.ts";

describe("a review that contradicts itself is refused", () => {
	it.each<[string, Partial<AssembledSvmTransaction>, Fields]>([
		["about its cluster", { cluster: "solana:mainnet" }, ["cluster"]],
		[
			"about an instruction's cluster",
			{ instructions: [reviewedInstruction(transferSol(), { cluster: "testnet" })] },
			["cluster"],
		],
		["about who submits", { broadcaster: "hosted" }, ["broadcaster"]],
		[
			"about who submits an instruction",
			{ instructions: [reviewedInstruction(transferSol(), { assembly: { broadcaster: "venue" } })] },
			["broadcaster"],
		],
		["with a version that is none", { version: "V0" }, ["version"]],
		[
			"about an instruction's version",
			{ instructions: [reviewedInstruction(transferSol(), { assembly: { version: "v0" } })] },
			["version"],
		],
		[
			"with bytes of another transaction",
			{ unsigned_transaction_base64: transactionBase64({ instructions: [transferSol(1n)] }) },
			["unsigned_transaction_base64"],
		],
		[
			"with bytes that can't be read",
			{ unsigned_transaction_base64: "AA==" },
			["unsigned_transaction_base64"],
		],
		[
			"with a signed transaction already",
			{ signed_transaction_base64: transactionBase64(SOL_TRANSFER) },
			["signed_transaction_base64"],
		],
		[
			"with data that is not canonical base64",
			{ instructions: [reviewedInstruction(transferSol(), { data_base64: "AgAAAGDjFgAAAAAB=" })] },
			["instructions[0].data"],
		],
	])("%s", (_, patch, fields) => {
		expect(failedFields(matchReview(patch))).toEqual(fields);
	});

	it("if the request and its leg describe different transactions", () => {
		const changes: Partial<AssembledSvmTransaction>[] = [
			{ payer: SVM_OTHER },
			{ version: "v0" },
			{ address_lookup_tables: [SVM_OTHER] },
			{ preserve_blockhash: true },
			{ broadcaster: null },
			{ instructions: [] },
			{ instructions: [reviewedInstruction(transferSol(9n))] },
			{ instructions: [reviewedInstruction(transferSol(), { assembly: null })] },
		];
		for (const change of changes) {
			const view = svmCommitOf(SOL_TRANSFER);
			if (view.review === null) throw new Error("no review");
			view.review.request = svmRequest([reviewedTransaction(SOL_TRANSFER, change)]);
			expect(failedFields(matchFrozenSvm(svmFrozenOf(view)))).toEqual(["request"]);
		}
	});

	it("but not if only descriptive texts or a renewable blockhash differ", () => {
		const unsigned_transaction_base64 = transactionBase64(SOL_TRANSFER);
		const view = svmCommitOf(SOL_TRANSFER, { unsigned_transaction_base64 });
		const newer = {
			recent_blockhash: NEWER_BLOCKHASH,
			description: "Other words",
			unsigned_transaction_base64: transactionBase64({ ...SOL_TRANSFER, blockhash: NEWER_BLOCKHASH }),
		};
		if (view.review !== null) view.review.request = svmRequest([reviewedTransaction(SOL_TRANSFER, newer)]);
		expect(matchFrozenSvm(svmFrozenOf(view)).verdict).toBe("matched");
	});

	it("if it has another chain family or expiry, or unknown members in the signed item", () => {
		const family = { ...solTransfer(), chain_family: "evm" as const };
		expect(failedFields(matchFrozenSvm(family))).toContain("chain_family");
		const later = { ...solTransfer(), expires_at: 1_790_000_900 };
		expect(failedFields(matchFrozenSvm(later))).toEqual(["expires_at"]);
		const told = reviewedTransaction(SOL_TRANSFER);
		const odd = {
			...told,
			instructions: told.instructions.map((each) => ({ ...each, assembly: { tip: 5 } })),
		};
		const view = svmCommit(odd, transactionBase64(SOL_TRANSFER));
		expect(failedFields(matchFrozenSvm(svmFrozenOf(view)))).toEqual([
			"request.transactions[0].instructions[0].assembly.tip",
			"legs[0].transactions[0].instructions[0].assembly.tip",
		]);
	});

	it("but not if the interface leaves a record open, since its bytes are matched anyway", () => {
		const told = reviewedTransaction(SOL_TRANSFER);
		const named = told.instructions.map((each) => ({ ...each, name: "transfer" }));
		const odd = { ...told, instructions: named, priority_fee: 0.5 };
		const view = svmCommit(odd, transactionBase64(SOL_TRANSFER));
		expect(matchFrozenSvm(svmFrozenOf(view)).verdict).toBe("matched");
	});

	it("if its simulation failed or is of another cluster", () => {
		const simulated = (patch: Parameters<typeof svmSimulation>[0]) => {
			const one = svmRequest([reviewedTransaction(SOL_TRANSFER)], svmSimulation(patch));
			const review = { version: 1, revision: 1, digest: "digest-1", request: one, legs: [one] };
			return failedFields(
				matchFrozenSvm(
					svmFrozenOf(
						svmCommit(reviewedTransaction(SOL_TRANSFER), transactionBase64(SOL_TRANSFER), { review }),
					),
				),
			);
		};
		expect(simulated({ status: "failed" })).toEqual(["simulation.status"]);
		expect(simulated({ guards: [{ name: "one", status: "unavailable" }] })).toEqual(["simulation.guards"]);
		const fee = { asset: "native", amount: "1" };
		expect(simulated({ fees: [{ ...fee, cluster: "solana:testnet" }] })).toEqual(["simulation.cluster"]);
		expect(simulated({ fees: [{ ...fee, chainId: 1 }] })).toEqual(["simulation.cluster"]);
		expect(simulated({ fees: [{ ...fee, cluster: "devnet" }] })).toEqual([]);
	});
});
