import { describe, expect, it } from "vitest";
import type { LocalSimulation, NotSimulated } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import { policyFactsOf } from "../../../../../src/core/review/policy/policy-facts.ts";
import { reviewView } from "../../../../../src/main/views/review-view.ts";
import type { BalanceChange } from "../../../../../src/service-api/simulation.ts";
import { ownSimulation } from "../../effects/compare/compare-scene.ts";
import {
	approveData,
	OTHER,
	payload,
	request,
	SIGNER,
	simulation,
	TOKEN,
	transaction,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { signRequest } from "../../match/typed-samples.ts";
import { NOT_SIMULATED } from "../scene.ts";
import { action, actionReview, proposalReview } from "../several.ts";

/**
 * The review of a proposal, which only this computer simulates. It is never milder than that of the service's own
 * request.
 */

const STRANGER = "0x9b1f4c2ed8a67035b4a9e8d1c6f2037a5e4d8b61";

type Call = Readonly<Record<"to" | "data", string>>;

const transfer = (to: string): Call => ({ to: TOKEN, data: transferData(to, 5_000_000n) });
const approve = (amount: bigint): Call => ({ to: TOKEN, data: approveData(VAULT, amount) });
const UNREAD: Call = { to: OTHER, data: `0x12345678${"00".repeat(32)}` };
const MOST = 2n ** 256n - 1n;

const sent = (to: string, amount: string): BalanceChange => ({
	account: SIGNER.toLowerCase(),
	asset: TOKEN.toLowerCase(),
	amount,
	direction: "out",
	counterparty: to.toLowerCase(),
});

const opinionOf = (own: LocalSimulation) => ({
	opinion: { items: [{ ...NOT_SIMULATED, local: own }], names: new Map() },
});
const because = (why: NotSimulated) => opinionOf({ state: "impossible", why, text: verbatim("It was so.") });

/** Returns the same call as a request of the service, with a declared simulation. */
const asked = (call: Call, declared = simulation({ approvals: [] })) =>
	action(request([transaction({ ...call, label: "" })], declared));

const proposed = (call: Call, own: ReturnType<typeof opinionOf>) =>
	proposalReview(asked(call), [payload(call)], own);

const graveIds = ({ findings }: ReturnType<typeof proposed>) =>
	findings.filter(({ severity }) => severity === "danger" || severity === "block").map(({ id }) => id);

describe("a proposed transfer", () => {
	const paid = opinionOf(ownSimulation({ balanceChanges: [sent(OTHER, "5000000")] }));
	const review = proposed(transfer(OTHER), paid);

	it("that our simulation shows can be approved without a word", () => {
		expect(review.approval).toMatchObject({ possible: true, word: null, refusals: [] });
		expect(review.match.verdict).toBe("matched");
		expect(review.match.checks.filter(({ status }) => status !== "passed" && status !== "noted")).toEqual([]);
		expect(graveIds(review)).toEqual([]);
	});

	it("is simulated only here, with nothing to agree with", () => {
		expect(review.analyses.map(({ comparison }) => comparison?.verdict)).toEqual(["unproven"]);
		const view = reviewView(review, { entryId: "proposal:1", batch: new Map() });
		expect(view.requestKind).toBe("proposal");
		expect(JSON.stringify(view)).not.toContain("opinion.agrees");
		expect(JSON.stringify(view)).toContain("opinion.simulated-here");
	});

	it("counts for rules as our own simulation shows", () => {
		const service = actionReview(
			asked(
				transfer(OTHER),
				simulation({ approvals: [], balanceChanges: [{ ...sent(OTHER, "5000000"), step: 1 }] }),
			),
			[payload(transfer(OTHER))],
			paid,
		);
		expect(policyFactsOf(review).map(({ spends, recipients }) => ({ spends, recipients }))).toEqual(
			policyFactsOf(service).map(({ spends, recipients }) => ({ spends, recipients })),
		);
		expect(policyFactsOf(review).map(({ simulated }) => simulated)).toEqual(["undeclared"]);
		expect(policyFactsOf(service).map(({ simulated }) => simulated)).toEqual(["agrees"]);
	});

	it("requires a word to a stranger's look-alike, as the service's does", () => {
		const own = opinionOf(ownSimulation({ balanceChanges: [sent(STRANGER, "5000000")] }));
		const of = proposed(transfer(STRANGER), own);
		expect(of.findings.length).toBeGreaterThan(0);
		expect(of.effects?.parties.has(STRANGER)).toBe(true);
	});
});

describe("a proposal that can't be simulated", () => {
	it.each(["no_method", "later", "exceeds"] as const)(
		"requires a word (%s), however much was decoded",
		(why) => {
			for (const call of [transfer(OTHER), approve(1n), UNREAD]) {
				const { approval, findings } = proposed(call, because(why));
				expect(approval).toMatchObject({ possible: true });
				expect(approval.word).not.toBeNull();
				expect(findings).toContainEqual(
					expect.objectContaining({
						id: "not-simulated",
						severity: "danger",
						needsWord: true,
						isDoubt: true,
					}),
				);
			}
		},
	);

	it("only because an RPC fails at the moment can't be approved yet", () => {
		expect(proposed(transfer(OTHER), because("failed")).approval).toMatchObject({
			possible: false,
			canRetry: true,
		});
	});

	it("before its simulation arrives can't be approved yet", () => {
		expect(proposed(transfer(OTHER), opinionOf({ state: "running" })).approval).toMatchObject({
			possible: false,
			canRetry: true,
		});
	});

	it("because of too many steps is refused", () => {
		expect(proposed(transfer(OTHER), because("too_many_steps")).approval.possible).toBe(false);
	});

	it("because it fails is refused", () => {
		const fails = opinionOf({ ...ownSimulation({ status: "failed" }), revert: verbatim("no") });
		expect(proposed(transfer(OTHER), fails).approval.possible).toBe(false);
	});
});

describe("a proposed call that can't be read", () => {
	it("requires a word, even if our simulation shows nothing", () => {
		for (const own of [
			opinionOf(ownSimulation()),
			opinionOf(ownSimulation({ balanceChanges: [sent(OTHER, "5")] })),
		])
			expect(proposed(UNREAD, own).approval.word).not.toBeNull();
	});
});

describe("a proposal, compared with the same request of the service", () => {
	const approved = (amount: bigint) => ({
		account: SIGNER.toLowerCase(),
		spender: VAULT.toLowerCase(),
		asset: TOKEN.toLowerCase(),
		kind: "allowance" as const,
		standard: "erc20" as const,
		amount: amount.toString(),
		approved: true,
	});

	it.each<[string, Call, Parameters<typeof ownSimulation>[0]]>([
		["a transfer", transfer(OTHER), { balanceChanges: [sent(OTHER, "5000000")] }],
		["a transfer to a stranger", transfer(STRANGER), { balanceChanges: [sent(STRANGER, "5000000")] }],
		[
			"a drain",
			{ to: TOKEN, data: transferData(STRANGER, 41_000_000n) },
			{ balanceChanges: [sent(STRANGER, "41000000")] },
		],
		["an allowance", approve(1n), { approvals: [approved(1n)] }],
		["an unlimited allowance", approve(MOST), { approvals: [approved(MOST)] }],
		["an unread call", UNREAD, {}],
	])("has the findings of a truthful declaration: %s", (_, call, shown) => {
		const own = opinionOf(ownSimulation(shown));
		const { balanceChanges = [], approvals = [] } = shown ?? {};
		const truth = simulation({
			approvals: approvals.map((each) => ({ ...each, step: 1 })),
			balanceChanges: balanceChanges.map((each) => ({ ...each, step: 1 })),
		});
		const service = actionReview(asked(call, truth), [payload(call)], own);
		const of = proposed(call, own);
		expect(graveIds(of)).toEqual(graveIds(service));
		expect(of.approval.word).toBe(service.approval.word);
		expect(of.approval.possible).toBe(service.approval.possible);
	});

	it("keeps a refusal and a word of a message", () => {
		const payloads = { kind: "evm_personal" as const, message: `0x${"57".repeat(32)}` };
		const of = action(signRequest(payloads));
		const [service, proposal] = [actionReview(of, [payloads]), proposalReview(of, [payloads])];
		expect(proposal.approval.wordOf).toBe(service.approval.wordOf);
		expect(proposal.approval.word).not.toBeNull();
		expect(proposal.findings).toEqual(service.findings);
	});
});

describe("a proposal that ended", () => {
	it("can't be approved, and says so", () => {
		const of = asked(transfer(OTHER));
		const review = proposalReview(of, [payload(transfer(OTHER))]);
		expect(review.canReject).toBe(true);
		const { approval, canReject } = proposalReview(of, [payload(transfer(OTHER))], {
			request: { ...review.request, action: { ...of, state: "rejected" } } as typeof review.request,
		});
		expect(approval).toMatchObject({ possible: false, isEnded: true });
		expect(approval.refusals[0]).toEqual(message("against.state.rejected"));
		expect(canReject).toBe(false);
	});
});
