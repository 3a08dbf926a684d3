import { describe, expect, it } from "vitest";
import type { EvmFacts } from "../../../../../src/core/chain/evm.ts";
import { verbatim } from "../../../../../src/core/message.ts";
import { earlierCalls } from "../../../../../src/main/reviewing/reviews/reviews.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import { batchCommit, commit, frozenOf } from "../../../core/match/honest.ts";
import { facts, fine } from "../../../core/review/scene.ts";

const second = batchCommit(1);
const frozen = frozenOf(second);
const nonce = frozen.payload.kind === "evm_transaction" ? frozen.payload.nonce : 0;

/** Sends a transaction before the second member, at the next nonce of the chain. */
const before = (
	latestNonce: EvmFacts["latestNonce"],
	members: (id: string) => CommitView | null = () => batchCommit(0),
	view: CommitView | null = second,
) =>
	earlierCalls(view, { frozen, answers: [{ family: "evm", facts: { ...facts(), latestNonce } }] }, members);

describe("what has to be on the chain before a member of a batch", () => {
	const [first] = second.review?.request.type === "execute_evm" ? second.review.request.transactions : [];

	it("is the member whose nonce is before its own, as the review reports it", () => {
		expect(before(fine(nonce - 1))).toEqual([{ to: first?.to, value: 0n, data: first?.data }]);
	});

	it("is reported by the review even if the member itself is not known", () => {
		expect(before(fine(nonce - 1), () => null)).toHaveLength(1);
	});

	it("is nothing once the member is confirmed", () => {
		expect(before(fine(nonce - 1), () => ({ ...batchCommit(0), state: "confirmed" }))).toEqual([]);
	});

	it("is never more than there are nonces left", () => {
		expect(before(fine(nonce))).toEqual([]);
		expect(before(fine(nonce + 1))).toEqual([]);
	});

	it("is nothing if the chain did not tell its nonce", () => {
		expect(before({ ok: false, reason: verbatim("Not told.") })).toEqual([]);
	});

	it("is nothing of a commit on its own, of one that can't be read, and of what can't be frozen", () => {
		expect(before(fine(nonce - 1), () => batchCommit(0), commit())).toEqual([]);
		expect(before(fine(nonce - 1), () => batchCommit(0), null)).toEqual([]);
		expect(earlierCalls(second, { frozen: null, answers: [] }, () => batchCommit(0))).toEqual([]);
	});
});
