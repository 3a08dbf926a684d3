import { describe, expect, it } from "vitest";
import type { EvmFacts } from "../../../../../src/core/chain/evm.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { earlierCalls } from "../../../../../src/main/reviewing/reviews/reviews.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import { batchCommit, commit, frozenOf } from "../../../core/match/honest.ts";
import { facts, fine } from "../../../core/review/scene.ts";

const second = batchCommit(1);
const frozen = frozenOf(second);
const nonce = frozen.payload.kind === "evm_transaction" ? frozen.payload.nonce : 0;

/** Returns the calls before the second member, if the chain's latest nonce is this one. */
const before = (
	latestNonce: EvmFacts["latestNonce"],
	members: (id: string) => CommitView | null = () => batchCommit(0),
	view: CommitView | null = second,
) =>
	earlierCalls(view, { frozen, answers: [{ family: "evm", facts: { ...facts(), latestNonce } }] }, members);

describe("the required predecessor of a batch member", () => {
	const [first] = second.review?.request.type === "execute_evm" ? second.review.request.transactions : [];

	it("is the member with the nonce before its own, as in the review", () => {
		expect(before(fine(nonce - 1))).toEqual([{ to: first?.to, value: 0n, data: first?.data }]);
	});

	it("is named by the review even if the member itself is unknown", () => {
		expect(before(fine(nonce - 1), () => null)).toHaveLength(1);
	});

	it("is absent once the member is confirmed", () => {
		expect(before(fine(nonce - 1), () => ({ ...batchCommit(0), state: "confirmed" }))).toEqual([]);
	});

	it("never exceeds the remaining nonces", () => {
		expect(before(fine(nonce))).toEqual([]);
		expect(before(fine(nonce + 1))).toEqual([]);
	});

	it("is absent if the chain did not return its nonce", () => {
		expect(before({ ok: false, reason: verbatim("Not told.") })).toEqual([]);
	});

	it("is absent for a single commit, for an unreadable one, and for one that can't be frozen", () => {
		expect(before(fine(nonce - 1), () => batchCommit(0), commit())).toEqual([]);
		expect(before(fine(nonce - 1), () => batchCommit(0), null)).toEqual([]);
		expect(earlierCalls(second, { frozen: null, answers: [] }, () => batchCommit(0))).toEqual([]);
	});
});
