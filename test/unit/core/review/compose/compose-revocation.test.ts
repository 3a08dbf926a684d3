import { describe, expect, it } from "vitest";
import type { LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import type { ChainAnswer } from "../../../../../src/core/decoded-transaction/question.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import type { FrozenRevocation } from "../../../../../src/core/match/frozen.ts";
import { composeReview } from "../../../../../src/core/review/compose.ts";
import { differencesOf } from "../../../../../src/core/review/diff/diff.ts";
import type { ReviewInput } from "../../../../../src/core/review/review.ts";
import { NO_RULES } from "../../../../../src/core/rules/rules.ts";
import { policyContext } from "../../../../../src/main/rules/policy-context.ts";
import { reviewView } from "../../../../../src/main/views/review-view.ts";
import { requestOfRevocation } from "../../../../fixtures/requests.ts";
import { outline } from "../../../../support/outline.ts";
import { saying } from "../../../../support/saying.ts";
import { changed, OTHER, OWNER, SIGNER, simulation, TOKEN, VAULT } from "../../match/honest.ts";
import { evmLowering, evmRevocation, loweredTo, svmRevocation } from "../../match/revocations.ts";
import { collection, facts, fine, UNPROVEN, user } from "../scene.ts";

/** The review of a revocation, which only our own decoding describes. */

type Done = Extract<LocalSimulation, { state: "done" }>;

const answer = (change: Parameters<typeof facts>[0] = {}): ChainAnswer => ({
	family: "evm",
	facts: facts({ pendingNonce: fine(11), latestNonce: fine(11), ...change }),
});

function input(frozen: FrozenRevocation, change: Partial<ReviewInput> = {}): ReviewInput {
	return {
		...OWNER,
		request: requestOfRevocation(frozen, "TUSD"),
		freezing: { ok: true, frozen },
		answers: [answer()],
		user: user(),
		now: 1_790_000_000_000,
		lane: { sameNonceHeadline: null },
		previous: null,
		confirmedByGet: true,
		session: { id: "own-wishes", title: "Your own wishes", app: null },
		contextChecks: [],
		blindAllowed: false,
		opinion: UNPROVEN,
		policy: NO_RULES,
		...change,
	};
}

const review = (frozen: FrozenRevocation, change: Partial<ReviewInput> = {}) =>
	composeReview(input(frozen, change));

describe("the review of a revocation", () => {
	it("names the revoked right, matches, costs its fee, and can be approved without a typed word", () => {
		const made = review(evmRevocation());
		expect(made.headline.text).toEqual(saying("token.permission.take-back"));
		expect(made.headline.known).toBe(true);
		expect(made.match.verdict).toBe("matched");
		expect(made.approval.refusals).toEqual([]);
		expect(made.approval).toMatchObject({ possible: true, word: null });
		expect(made.canReject).toBe(false);
		expect(made.costs?.most?.raw).toBe(120_000_000_000_000n);
	});

	it.each([
		["token", "headline.take-back.item"],
		["operator", "token.operator.take-back"],
		["permit2", "call.permits.permit2"],
	] as const)("of kind %s says so as well", (kind, code) => {
		const made = review(evmRevocation(kind));
		expect(made.headline).toMatchObject({ text: { code }, known: true });
		expect(made.approval.refusals).not.toContainEqual(saying("against.revocation.gives"));
	});

	it("of an item uses the collection's own name, if the chain identifies one", () => {
		const made = review(evmRevocation("token"), {
			answers: [answer({ tokens: new Map([[TOKEN.toLowerCase(), collection()]]) })],
		});
		expect(made.headline.text).toEqual(saying("token.item.take-back", { item: "7" }));
		expect(made.approval.possible).toBe(true);
	});

	it("is impossible if another kind of contract gives a grant with the same bytes", () => {
		const made = review(evmRevocation(), {
			answers: [answer({ tokens: new Map([[TOKEN.toLowerCase(), collection()]]) })],
		});
		expect(made.approval.possible).toBe(false);
		expect(made.approval.refusals).toContainEqual(saying("against.revocation.gives"));
		expect(outline(made.headline.text)).not.toContain("take-back");
	});

	it("is impossible if our own simulation shows an outflow or a loss of control", () => {
		const own = (patch: Partial<Done>): Partial<ReviewInput> => ({
			opinion: {
				items: [
					{
						local: {
							state: "done",
							how: "eth_simulateV1",
							at: 1n,
							simulation: simulation({ approvals: [] }),
							controls: [],
							inner: [],
							codes: new Map(),
							allowances: [],
							gaps: [],
							hangsOnBlock: false,
							revert: null,
							...patch,
						},
						addressFacts: { codes: new Map() },
					},
				],
				names: new Map(),
			},
		});
		const gone = {
			account: SIGNER,
			asset: VAULT,
			amount: "5",
			direction: "out" as const,
			counterparty: OTHER,
		};
		const lost = { account: SIGNER, what: "code" as const, before: null, after: OTHER, mine: true };
		expect(review(evmRevocation(), own({})).approval.possible).toBe(true);
		for (const patch of [
			{ simulation: simulation({ approvals: [], balanceChanges: [gone] }) },
			{ controls: [lost] },
		]) {
			const { approval } = review(evmRevocation(), own(patch));
			expect(approval.possible).toBe(false);
			expect(approval.refusals).toContainEqual(saying("against.revocation.takes"));
		}
	});

	it("is impossible if the payload differs from the named one", () => {
		const lie = changed(evmRevocation(), (copy) => {
			if (copy.payload.kind === "evm_transaction") copy.payload.transaction.to = VAULT;
		});
		const made = review(lie);
		expect(made.match.verdict).toBe("refused");
		expect(made.approval.possible).toBe(false);
	});

	it("is impossible if its nonce is not the next one, or another row of ours has it", () => {
		const used = review(evmRevocation(), { answers: [answer({ pendingNonce: fine(12) })] });
		expect(used.approval.possible).toBe(false);
		expect(used.match.checks.find((check) => check.status === "failed")?.field).toBe("pending_nonce");
		const held = review(evmRevocation(), { lane: { sameNonceHeadline: "Send 1 ETH" } });
		expect(held.approval.possible).toBe(false);
	});

	it("is drawn as a request of the user's own", () => {
		const view = reviewView(review(evmRevocation()), { entryId: "revocation:v1", batch: new Map() });
		expect(view).toMatchObject({
			requestKind: "revocation",
			requestId: null,
			replaces: null,
			serviceSays: [],
			digest: null,
			canReject: false,
			broadcaster: { kind: "wallet" },
		});
		expect(view.raw).toContain('"revokes"');
	});

	it("of a Solana delegate says so, and names the cluster's missing answers", () => {
		const made = review(svmRevocation(), { answers: [{ fault: verbatim("Your RPC does not answer.") }] });
		expect(made.headline.text).toMatchObject({ code: "svm.revoke" });
		expect(made.match.verdict).toBe("unproven");
		expect(made.approval.possible).toBe(false);
	});

	it("shows the changes since it was last displayed", () => {
		const later = changed(evmRevocation(), (copy) => {
			if (copy.payload.kind === "evm_transaction") copy.payload.nonce = 12;
		});
		expect(differencesOf(evmRevocation(), later).map((row) => row.field.code)).toEqual([
			"difference.field.nonce",
		]);
		expect(differencesOf(evmRevocation(), evmRevocation("operator")).map((row) => row.field.code)).toContain(
			"difference.field.taken-back",
		);
	});
});

describe("the review of a lowered allowance", () => {
	it.each([
		["allowance", "headline.lower"],
		["permit2", "headline.lower.permit2"],
	] as const)("of kind %s names the amount that stays, and can be approved", (kind, code) => {
		const made = review(evmLowering(kind));
		expect(made.headline).toMatchObject({ text: { code }, known: true });
		expect(outline(made.headline.text)).toContain("0.00025 TUSD");
		expect(made.approval.refusals).not.toContainEqual(saying("against.revocation.gives"));
		expect(made.match.verdict).toBe("matched");
	});

	it("is impossible if a collection would give an item with the same bytes", () => {
		const made = review(evmLowering(), {
			answers: [answer({ tokens: new Map([[TOKEN.toLowerCase(), collection()]]) })],
		});
		expect(made.approval.possible).toBe(false);
		expect(made.approval.refusals).toContainEqual(saying("against.revocation.gives"));
		expect(outline(made.headline.text)).not.toContain("lower");
	});

	it("is impossible if the bytes give nothing, although the plan leaves an amount", () => {
		const made = review({ ...evmRevocation(), lowers_to: loweredTo("allowance") });
		expect(made.approval.possible).toBe(false);
		expect(made.approval.refusals).toContainEqual(saying("against.revocation.amount-unseen"));
	});

	it("is impossible if the plan names another amount than the bytes", () => {
		const other = evmLowering("allowance", loweredTo("allowance", { amount: "249" }), loweredTo("allowance"));
		const made = review(other);
		expect(made.match.verdict).toBe("refused");
		expect(made.approval.possible).toBe(false);
		expect(made.approval.refusals).toContainEqual(saying("against.revocation.gives"));
	});

	it("is judged by the user's rules, unlike a revocation", () => {
		const world = { journal: { unsettled: () => [], settledSince: () => [] }, rules: { latest: () => null } };
		const costsOnly = (frozen: FrozenRevocation) =>
			policyContext({ ...world, scope: "s", now: 1, ledger: { account: () => null } }, frozen).request
				?.onlyCostsFee;
		expect([costsOnly(evmRevocation()), costsOnly(evmLowering())]).toEqual([true, false]);
	});

	it("shows both amounts if it changed since it was last displayed", () => {
		expect(differencesOf(evmRevocation(), evmLowering()).map((row) => row.field.code)).toEqual(
			expect.arrayContaining(["difference.field.data", "difference.field.lowered"]),
		);
	});
});
