import { describe, expect, it } from "vitest";
import { liesOf, payloadLies } from "../../../../src/core/activity/lies.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { failed } from "../../../../src/core/match/check.ts";
import type { FrozenAction } from "../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import { messageAction } from "../../main/signing/actions-scene.ts";
import { CHAIN, commit, OTHER, SIGNER } from "../match/honest.ts";
import { permit, signRequest } from "../match/typed-samples.ts";
import { LYING } from "../review/refused.ts";
import { facts, review, user } from "../review/scene.ts";

/** Returns the frozen object of a typed-data action. */
function frozenTyped(typed: object): FrozenAction {
	const { frozen } = messageAction();
	const payload = { kind: "evm_typed_data" as const, typed_data: { ...typed } };
	return {
		...frozen,
		signer: SIGNER,
		chain_ref: String(CHAIN),
		request: signRequest(payload),
		intents: [payload],
	};
}

const fields = (of: Parameters<typeof liesOf>[0]) => liesOf(of).map(({ lie, fields }) => [lie, ...fields]);

describe("lies that a review shows", () => {
	it("are none in an honest review, or if the chain or the wallet refuses it", () => {
		expect(fields(review())).toEqual([]);
		expect(fields(review(commit(), { facts: facts({ pendingNonce: { ok: true, value: 12 } }) }))).toEqual([]);
		expect(fields(review(commit(), { facts: facts({ chainId: 1, rightChain: false }) }))).toEqual([]);
		expect(fields(review(commit(), { user: user({ signerState: "locked" }) }))).toEqual([]);
		expect(fields(review(commit({ review: null })))).toEqual([]);
	});

	it("are payload fields that differ from the review, with both values", () => {
		expect(liesOf(review(LYING))).toMatchObject([
			{ lie: "payload", fields: ["value"], reviewed: "0", payload: "1" },
		]);
	});

	it("exclude the broadcaster, which is not in the payload", () => {
		const view = commit();
		const honest = review(view);
		const { frozen } = honest;
		if (frozen === null || !("commit_id" in frozen)) throw new Error("no commit");
		const sent = { ...frozen, route: "browser_send" as const, broadcaster: "hosted" as const };
		expect(matchFrozen(sent).checks).toContainEqual(
			expect.objectContaining({ field: "route", status: "failed" }),
		);
		expect(payloadLies(sent).map(({ field }) => field)).not.toContain("route");
	});

	it("exclude the chain of typed data, which is refused anyway", () => {
		const frozen = frozenTyped({ ...permit(), domain: { ...permit().domain, chainId: 1 } });
		expect(matchFrozen(frozen).checks).toContainEqual(
			expect.objectContaining({ field: "domain.chainId", status: "failed" }),
		);
		expect(payloadLies(frozen)).toEqual([]);
		expect(payloadLies(frozenTyped(permit({ owner: OTHER }))).map(({ field }) => field)).toEqual([
			"message.owner",
		]);
	});

	it("are recorded once: a false payload's conflict with claims and typed words is the same lie", () => {
		const lying = review(LYING);
		const asked = {
			outcome: "differs" as const,
			kind: "amount" as const,
			text: { code: "x" },
			address: null,
			certain: true,
		};
		expect(lying.findings.some(({ id }) => id === "declared-differs")).toBe(true);
		expect(fields({ ...lying, typedIntent: asked })).toEqual([["payload", "value"]]);
	});

	it("include two reviews under one revision", () => {
		const contextChecks = [
			{
				...failed("review.digest", message("match.review.two-digests", { revision: "1" }), {
					reviewed: "a",
					payload: "b",
				}),
				isSecondReview: true as const,
			},
		];
		expect(fields(review(commit(), { contextChecks }))).toEqual([["review", "review.digest"]]);
	});

	it("include a conflict with the user's typed text, and effects that do not happen as claimed", () => {
		const honest = review();
		const differs = {
			outcome: "differs" as const,
			kind: "amount" as const,
			text: { code: "x" },
			address: null,
			certain: true,
		};
		const finding = { id: "declared-differs", text: { code: "y" }, needsWord: true };
		expect(fields({ ...honest, typedIntent: differs })).toEqual([["typed", "amount"]]);
		expect(fields({ ...honest, typedIntent: { ...differs, certain: false } })).toEqual([]);
		expect(fields({ ...honest, findings: [{ ...finding, severity: "danger" }] })).toEqual([
			["effect", "declared-differs"],
		]);
		expect(fields({ ...honest, findings: [{ ...finding, severity: "caution" }] })).toEqual([]);
		expect(fields({ ...honest, findings: [{ ...finding, id: "first-time", severity: "danger" }] })).toEqual(
			[],
		);
	});
});
