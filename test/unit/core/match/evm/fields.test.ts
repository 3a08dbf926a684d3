import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { type MatchResult, matchEvm, matchFrozenEvm } from "../../../../../src/core/match/evm/commit.ts";
import { fingerprintOf } from "../../../../../src/core/match/fingerprint.ts";
import { freeze } from "../../../../../src/core/match/freeze.ts";
import type { AssembledEvmTransaction } from "../../../../../src/service-api/action.ts";
import type { CommitView, EvmTransactionPayload } from "../../../../../src/service-api/commit.ts";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import {
	approveData,
	batchCommit,
	CHAIN,
	changed,
	commit,
	frozenOf,
	OTHER,
	OWNER,
	payload,
	request,
	SIGNER,
	simulation,
	TOKEN,
	transaction,
	VAULT,
} from "../honest.ts";

function match(view: CommitView): MatchResult {
	return matchFrozenEvm(frozenOf(view));
}

const failedFields = (result: MatchResult) =>
	result.checks.filter((check) => check.status === "failed").map((check) => check.field);
const notedFields = (result: MatchResult) =>
	result.checks.filter((check) => check.status === "noted").map((check) => check.field);

/** Returns a commit whose request and leg have the same change. */
function withReviewed(patch: Partial<AssembledEvmTransaction>): CommitView {
	const one = request([transaction(patch)]);
	return commit({ review: { version: 1, revision: 1, digest: "digest-1", request: one, legs: [one] } });
}

function withPayload(
	patch: Partial<EvmTransactionPayload["transaction"]>,
	outer: Partial<EvmTransactionPayload> = {},
): CommitView {
	return commit({ action: { kind: "sign", payload: payload(patch, outer) } });
}

function withSimulation(patch: Partial<PipelineSimulation>): CommitView {
	const one = request([transaction()], simulation(patch));
	return commit({ review: { version: 1, revision: 1, digest: "digest-1", request: one, legs: [one] } });
}

describe("an honest commit", () => {
	it("matches in every field", () => {
		expect(match(commit()).checks.filter((check) => check.status !== "passed")).toEqual([]);
		expect(match(commit()).verdict).toBe("matched");
	});

	it("matches if the review has no legs", () => {
		const view = commit();
		if (view.review !== null) view.review.legs = [];
		expect(match(view).verdict).toBe("matched");
	});

	it("matches as either member of a batch, with legs or without", () => {
		for (const index of [0, 1]) {
			const view = batchCommit(index);
			expect(failedFields(match(view))).toEqual([]);
			if (view.review !== null) view.review.legs = [];
			expect(failedFields(match(view))).toEqual([]);
		}
	});

	it("compares addresses case-insensitively, and treats a missing value as zero", () => {
		expect(match(withPayload({ to: TOKEN.toLowerCase() })).verdict).toBe("matched");
		expect(match(withReviewed({ value: undefined })).verdict).toBe("matched");
		expect(match(withReviewed({ value: null })).verdict).toBe("matched");
		expect(
			match(withReviewed({ data: `0x${approveData(VAULT, 25_000_000n).slice(2).toUpperCase()}` })).verdict,
		).toBe("matched");
	});

	it("accepts a commit of the legacy route, without transports", () => {
		const { supported_transports: _, ...legacy } = commit();
		expect(match(legacy).verdict).toBe("matched");
	});

	it("notes another gas limit and a wrong checksum without refusing", () => {
		expect(notedFields(match(withReviewed({ gas: "59999" })))).toEqual(["gas_limit"]);
		const wrong = TOKEN.replace("0xA1", "0xa1");
		expect(notedFields(match(withPayload({ to: wrong })))).toEqual(["to"]);
		expect(match(withPayload({ to: wrong })).verdict).toBe("matched");
	});
});

const LIES: readonly (readonly [what: string, field: string, view: CommitView])[] = [
	["another target in the payload", "to", withPayload({ to: OTHER })],
	["another target in the review", "to", withReviewed({ to: OTHER })],
	["a target that is too short", "to", withPayload({ to: "0x1234" })],
	["an empty target", "to", withPayload({ to: "" })],
	["another value in the payload", "value", withPayload({ value: "1" })],
	["another value in the review", "value", withReviewed({ value: "1" })],
	...[
		"",
		"0x",
		" 1",
		"01",
		"1e3",
		"-1",
		"1.0",
		"0X0",
		`0x${"f".repeat(65)}`,
		"1 ",
		"+1",
		"１",
		(2n ** 256n).toString(),
	].flatMap(
		(loose) =>
			[
				[`the loose value ${JSON.stringify(loose)} on both sides`, "value", both({ value: loose })],
				[`the loose gas ${JSON.stringify(loose)}`, "gas", withReviewed({ gas: loose })],
				[
					`the loose fee ${JSON.stringify(loose)}`,
					"max_fee_per_gas",
					withPayload({ max_fee_per_gas: loose }),
				],
				[
					`the loose tip ${JSON.stringify(loose)}`,
					"max_priority_fee_per_gas",
					withPayload({ max_priority_fee_per_gas: loose }),
				],
			] as const,
	),
	["other data in the payload", "data", withPayload({ data: approveData(VAULT, 25_000_001n) })],
	["other data in the review", "data", withReviewed({ data: approveData(OTHER, 25_000_000n) })],
	["a byte more", "data", withPayload({ data: `${approveData(VAULT, 25_000_000n)}00` })],
	["half a byte on both sides", "data", both({ data: "0x123" })],
	["data without 0x on both sides", "data", both({ data: "1234" })],
	["empty text as data on both sides", "data", both({ data: "" })],
	["another chain in the payload", "chain_id", withPayload({}, { chain_id: 1 })],
	["another chain in the review", "chain_id", withReviewed({ chain_id: 1 })],
	["another chain in the commit", "chain_ref", commit({ chain_ref: "1" })],
	["a loose chain", "chain_ref", commit({ chain_ref: "08453" })],
	["another chain by its full name", "chain_ref", commit({ chain_ref: "eip155:1" })],
	["a chain with a space", "chain_ref", commit({ chain_ref: " 8453" })],
	["a hexadecimal chain", "chain_ref", commit({ chain_ref: "0x2105" })],
	["another chain family", "chain_family", commit({ chain_family: "svm" })],
	["another signer in the payload", "signer", withPayload({}, { signer: OTHER })],
	["another signer in the commit", "signer", commit({ signer: OTHER })],
	["another sender in the review", "from", withReviewed({ from: OTHER })],
	["another broadcaster in the review", "broadcaster", withReviewed({ broadcaster: "hosted" })],
	["another broadcaster in the commit", "broadcaster", commit({ broadcaster: "venue" })],
	["a negative nonce", "nonce", withPayload({}, { nonce: -1 })],
	["a negative gas limit", "gas_limit", withPayload({ gas_limit: -1 })],
	[
		"a tip above the fee",
		"max_priority_fee_per_gas",
		withPayload({ max_fee_per_gas: "5", max_priority_fee_per_gas: "6" }),
	],
	["a failed simulation", "simulation.status", withSimulation({ status: "failed" })],
	[
		"a failed guard",
		"simulation.guards",
		withSimulation({ guards: [{ name: "g", status: "failed", message: "no" }] }),
	],
	[
		"a guard with a status that we do not know",
		"simulation.guards",
		withSimulation({ guards: [{ name: "g", status: "unavailable", message: "?" }] }),
	],
	[
		"a simulation of another chain",
		"simulation.chainId",
		withSimulation({ balanceChanges: [{ asset: "native", amount: "1", chainId: 1 }] }),
	],
	[
		"a simulation of a Solana cluster",
		"simulation.chainId",
		withSimulation({ fees: [{ asset: "native", amount: "1", cluster: "solana:devnet" }] }),
	],
];

/** Returns a commit with the same loose text in the review and the payload. */
function both(patch: { value?: string; data?: string }): CommitView {
	const one = request([transaction(patch)]);
	return commit({
		review: { version: 1, revision: 1, digest: "digest-1", request: one, legs: [one] },
		action: { kind: "sign", payload: payload(patch) },
	});
}

describe("a lying commit", () => {
	it.each(LIES)("is refused for %s, naming %s", (_what, field, view) => {
		const result = match(view);
		expect(result.verdict).toBe("refused");
		expect(failedFields(result)).toContain(field);
	});

	it("shows both values of the differing field", () => {
		const row = match(withPayload({ value: "7" })).checks.find((check) => check.field === "value");
		expect(row).toMatchObject({ status: "failed", reviewed: "0", payload: "7" });
	});

	it("is refused if request and leg contradict each other", () => {
		const view = changed(commit(), (copy) => {
			if (copy.review !== null) copy.review.request = request([transaction({ to: OTHER })]);
		});
		expect(failedFields(match(view))).toContain("request");
	});

	it("is refused for a warning that is not a guard status, but not for a guard that warns", () => {
		const warned = withSimulation({ guards: [{ name: "g", status: "warning", message: "careful" }] });
		expect(match(warned).verdict).toBe("matched");
	});
});

describe("a review with more or fewer transactions than the commit", () => {
	const two = [transaction(), transaction()];
	const cases: readonly (readonly [string, string, CommitView])[] = [
		["two legs without a batch", "legs", reviewed(request(two), [request(), request()])],
		["a leg with two transactions", "legs", reviewed(request(), [request(two)])],
		["two transactions without legs", "request", reviewed(request(two), [])],
		["one transaction for two legs in a batch", "request", batchReviewed(request(), [request(), request()])],
		["one leg for a batch of two", "legs", batchReviewed(request(two), [request()])],
		[
			"three transactions without legs for a batch of two",
			"request",
			batchReviewed(request([...two, ...two]), []),
		],
	];

	function reviewed(whole: ReturnType<typeof request>, legs: ReturnType<typeof request>[]): CommitView {
		return commit({ review: { version: 1, revision: 1, digest: "digest-1", request: whole, legs } });
	}
	function batchReviewed(whole: ReturnType<typeof request>, legs: ReturnType<typeof request>[]): CommitView {
		return batchCommit(0, { review: { version: 1, revision: 1, digest: "digest-1", request: whole, legs } });
	}

	it.each(cases)("is refused: %s", (_what, field, view) => {
		expect(failedFields(match(view))).toContain(field);
	});
});

describe("a batch member whose request covers only its own transaction", () => {
	const alone = (index: number, cohort = "digest-1") =>
		changed(batchCommit(index), (copy) => {
			const leg = copy.review?.legs[index];
			if (copy.review === null || leg === undefined || copy.batch === null) throw new Error("no leg");
			Object.assign(copy.review, { request: leg, legs: [] });
			copy.batch.review_digest = cohort;
		});

	it("matches in either position, under either name", () => {
		for (const index of [0, 1])
			for (const cohort of ["digest-1", "cohort-1"])
				expect(match(alone(index, cohort)).verdict).toBe("matched");
	});

	it("is refused by content if the payload is another member's", () => {
		const view = changed(alone(1), (copy) => {
			copy.action = batchCommit(0).action;
		});
		expect(failedFields(match(view))).toEqual(expect.arrayContaining(["to", "data"]));
	});

	it("is refused if its own simulation did not pass", () => {
		const view = changed(alone(1), (copy) => {
			if (copy.review?.request.type === "execute_evm") copy.review.request.simulation.status = "failed";
		});
		expect(failedFields(match(view))).toContain("simulation.status");
	});

	it("is refused if the batch names a position that it does not have", () => {
		const view = changed(alone(1), (copy) => {
			if (copy.batch !== null) copy.batch.index = 2;
		});
		expect(failedFields(match(view))).toContain("batch.index");
	});
});

describe("a batch that contradicts itself", () => {
	type Batch = NonNullable<CommitView["batch"]>;
	const cases: readonly (readonly [string, string, (batch: Batch) => void])[] = [
		["another commit at its index", "batch.index", (batch) => (batch.ordered_commit_ids[0] = "commit-9")],
		["an index outside the batch", "batch.index", (batch) => (batch.index = 2)],
		[
			"a predecessor of the first",
			"batch.predecessor_commit_id",
			(batch) => (batch.predecessor_commit_id = "x"),
		],
		["fewer steps than commits", "batch.ordered_stage_ids", (batch) => batch.ordered_stage_ids.pop()],
		["a duplicate commit", "batch.ordered_commit_ids", (batch) => (batch.ordered_commit_ids[1] = "commit-1")],
		["another chain at its source", "batch.sources", (batch) => setChain(batch, "1")],
		["no source for its step", "batch.sources", (batch) => (batch.sources = batch.sources.slice(1))],
	];

	function setChain(batch: Batch, chain: string): void {
		for (const source of batch.sources) source.chain_ref = chain;
	}

	it.each(cases)("is refused: %s", (_what, field, change) => {
		const view = changed(batchCommit(0), (copy) => {
			if (copy.batch !== null) change(copy.batch);
		});
		expect(failedFields(match(view))).toContain(field);
	});

	it("matches under another digest than its review's, and shows both names", () => {
		const view = changed(batchCommit(1), (copy) => {
			if (copy.batch !== null) copy.batch.review_digest = "cohort-1";
		});
		const { verdict, checks } = match(view);
		expect(verdict).toBe("matched");
		expect(checks.find((check) => check.field === "batch.review_digest")).toMatchObject({
			status: "noted",
			reviewed: "digest-1",
			payload: "cohort-1",
		});
	});

	it("has another fingerprint with another batch digest: the approval names both", () => {
		const other = changed(batchCommit(1), (copy) => {
			if (copy.batch !== null) copy.batch.review_digest = "cohort-1";
		});
		expect(fingerprintOf(frozenOf(other))).not.toBe(fingerprintOf(frozenOf(batchCommit(1))));
	});

	it("is refused if the payload is the other member's", () => {
		const view = batchCommit(0, { action: batchCommit(1).action });
		expect(failedFields(match(view))).toEqual(expect.arrayContaining(["to", "data"]));
	});
});

describe("unknown members", () => {
	const plant = (where: (view: CommitView) => object | null | undefined) =>
		changed(commit(), (copy) => Object.assign(where(copy) ?? {}, { brand_new: 1 }));
	const inFrozen: readonly (readonly [string, CommitView])[] = [
		["legs[0].brand_new", plant((view) => view.review?.legs[0])],
		[
			"legs[0].transactions[0].brand_new",
			plant((view) => {
				const leg = view.review?.legs[0];
				return leg?.type === "execute_evm" ? leg.transactions[0] : null;
			}),
		],
		["request.brand_new", plant((view) => view.review?.request)],
		["payload.brand_new", plant((view) => (view.action?.kind === "sign" ? view.action.payload : null))],
	];

	it.each(inFrozen)("block a signature at %s", (path, view) => {
		const result = match(view);
		expect(failedFields(result)).toContain(path);
		expect(result.checks.find((check) => check.field === path)?.text).toEqual(
			message("contract.member-unknown", { path }),
		);
	});

	it("block at freezing if the frozen object could not carry them", () => {
		for (const [path, view] of [
			["brand_new", plant((each) => each)],
			["review.brand_new", plant((each) => each.review)],
			["action.brand_new", plant((each) => each.action)],
		] as const) {
			const freezing = freeze(view, OWNER);
			expect(freezing.ok).toBe(false);
			if (!freezing.ok) expect(freezing.refusals.map((each) => each.field)).toContain(path);
		}
	});

	it("do not block if they are known to have no effect", () => {
		expect(match({ ...commit(), transaction_url: "https://example.org" } as CommitView).verdict).toBe(
			"matched",
		);
	});
});

describe("the chain's state", () => {
	const frozen = frozenOf(commit());
	it("proves chain and nonce", () => {
		expect(matchEvm(frozen, { chainId: CHAIN, pendingNonce: 11 }).verdict).toBe("matched");
	});
	it("refuses another chain, a used nonce and a nonce too far ahead", () => {
		expect(failedFields(matchEvm(frozen, { chainId: 1, pendingNonce: 11 }))).toEqual(["rpc_chain"]);
		expect(failedFields(matchEvm(frozen, { chainId: CHAIN, pendingNonce: 12 }))).toEqual(["pending_nonce"]);
		expect(failedFields(matchEvm(frozen, { chainId: CHAIN, pendingNonce: 10 }))).toEqual(["pending_nonce"]);
	});
	it("leaves the match unproven if it can't be queried, and trusts no nonce of another chain", () => {
		expect(matchEvm(frozen, { chainId: null, pendingNonce: 11 }).verdict).toBe("unproven");
		expect(matchEvm(frozen, { chainId: CHAIN, pendingNonce: null }).verdict).toBe("unproven");
		const wrong = matchEvm(frozen, { chainId: 1, pendingNonce: 11 });
		expect(wrong.checks.find((check) => check.field === "pending_nonce")?.status).toBe("unknown");
	});
});

describe("any single change", () => {
	/** Yields a commit for each changed character of the payload's texts. */
	function* mutations(): Generator<CommitView> {
		const fields = ["to", "value", "data"] as const;
		for (const field of fields) {
			const text = payload().transaction[field];
			for (let at = 0; at < text.length; at += 1) {
				const other = text[at] === "7" ? "8" : "7";
				yield withPayload({ [field]: text.slice(0, at) + other + text.slice(at + 1) });
			}
		}
		for (let at = 0; at < SIGNER.length; at += 1) {
			const other = SIGNER[at] === "7" ? "8" : "7";
			yield withPayload({}, { signer: SIGNER.slice(0, at) + other + SIGNER.slice(at + 1) });
		}
	}

	it("of one character of target, value, data or signer is refused and changes the fingerprint", () => {
		const honest = fingerprintOf(frozenOf(commit()));
		let seen = 0;
		for (const view of mutations()) {
			seen += 1;
			expect(match(view).verdict).toBe("refused");
			expect(fingerprintOf(frozenOf(view))).not.toBe(honest);
		}
		expect(seen).toBeGreaterThan(200);
	});

	it("of one character of the reviewed data is refused", () => {
		const data = approveData(VAULT, 25_000_000n);
		for (let at = 0; at < data.length; at += 1) {
			const other = data[at] === "7" ? "8" : "7";
			const lie = withReviewed({ data: data.slice(0, at) + other + data.slice(at + 1) });
			expect(failedFields(match(lie))).toContain("data");
		}
	});
});

describe("the largest data", () => {
	it("of 128 KiB matches", () => {
		const data = `0x12345678${"ab".repeat(128 * 1024 - 4)}`;
		expect(matchFrozenEvm(frozenOf(both({ data }))).verdict).toBe("matched");
	});
});
