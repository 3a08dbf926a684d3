import { describe, expect, it } from "vitest";
import type { LocalSimulation } from "../../../../../src/core/decoded-transaction/opinion.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { predictionOf } from "../../../../../src/core/review/effects/prediction.ts";
import { policyFactsOf, stillRunning } from "../../../../../src/core/review/policy/policy-facts.ts";
import { refusalsOf } from "../../../../../src/core/rules/check-rules.ts";
import type { ItemFacts } from "../../../../../src/core/rules/rule-facts.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import type { PipelineSimulation } from "../../../../../src/service-api/simulation.ts";
import { saying, tells } from "../../../../support/saying.ts";
import {
	approveData,
	commit,
	commitOf,
	OTHER,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../../match/honest.ts";
import { authorization, permit, permitTransfer, signRequest, type Typed } from "../../match/typed-samples.ts";
import { EVERYWHERE, once, policyContextWith, rule } from "../../rules/scene.ts";
import { callOf } from "../calls.ts";
import { facts, fine, type Patch, review, tokenFacts } from "../scene.ts";
import { action, actionReview } from "../several.ts";

/** Facts for the user's rules: the maximum of our decoding, our own simulation and the service's. */

/** Gas limit × max fee of these payloads. */
const FEE = 120_000_000_000_000n;
const MAX = 2n ** 256n - 1n;
const lower = (address: string) => address.toLowerCase();

type Done = Extract<LocalSimulation, { state: "done" }>;

function simulated(patch: Partial<PipelineSimulation> = {}, more: Partial<Done> = {}): Patch {
	const local: Done = {
		state: "done",
		how: "eth_simulateV1",
		at: 1n,
		simulation: simulation({ approvals: [], ...patch }),
		controls: [],
		inner: [],
		codes: new Map(),
		allowances: [],
		gaps: [],
		hangsOnBlock: false,
		revert: null,
		...more,
	};
	return { opinion: { items: [{ local, addressFacts: { codes: new Map() } }], names: new Map() } };
}

const left = (asset: string, amount: bigint, account = SIGNER) => ({
	asset: lower(asset),
	account: lower(account),
	amount: amount.toString(),
	direction: "out" as const,
});

function factsOf(view: CommitView, patch: Patch = {}): ItemFacts {
	const [leg] = policyFactsOf(review(view, patch));
	if (leg === undefined) throw new Error("nothing was decoded");
	return leg;
}

const amounts = ({ spends }: ItemFacts) =>
	Object.fromEntries(
		spends.amounts.map(({ asset, amount }) => [asset, amount === null ? null : BigInt(amount)]),
	);

const swap = commitOf({ to: VAULT, data: "0x47e7ef24", value: 7n });

describe("outflow", () => {
	it("is the amount sent, and the maximum cost", () => {
		const leg = factsOf(commitOf({ to: OTHER, value: 5n }));
		expect(amounts(leg)).toEqual({ native: 5n + FEE });
		expect(leg).toMatchObject({ known: true, spends: { certain: true }, recipients: [lower(OTHER)] });
	});

	it("is a token by our own decoding", () => {
		const leg = factsOf(commitOf({ to: TOKEN, data: transferData(OTHER, 9n) }));
		expect(amounts(leg)).toEqual({ native: FEE, [lower(TOKEN)]: 9n });
		expect(leg).toMatchObject({ recipients: [lower(OTHER)], contracts: [lower(TOKEN)] });
	});

	it("is a scaled token's displayed amount, rounded up, and unknown if the factor can't be read", () => {
		const sending = commitOf({ to: TOKEN, data: transferData(OTHER, 9n) });
		const of = (now: { numerator: bigint; denominator: bigint } | null) => {
			const chain = facts({}, [tokenFacts({ scaling: fine({ now, next: null }) })]);
			return amounts(factsOf(sending, { facts: chain }))[lower(TOKEN)];
		};
		expect(of({ numerator: 4n, denominator: 1n })).toBe(36n);
		expect(of({ numerator: 1n, denominator: 2n })).toBe(5n);
		expect(of(null)).toBeNull();
	});

	it("is the larger if our own simulation, or the service's, shows more", () => {
		const view = commitOf({ to: TOKEN, data: transferData(OTHER, 9n) });
		expect(amounts(factsOf(view, simulated({ balanceChanges: [left(TOKEN, 12n)] })))[lower(TOKEN)]).toBe(12n);
		expect(amounts(factsOf(view, simulated({ balanceChanges: [left(TOKEN, 2n)] })))[lower(TOKEN)]).toBe(9n);
		const told = commitOf(
			{ to: TOKEN, data: transferData(OTHER, 9n) },
			simulation({ approvals: [], balanceChanges: [{ ...left(TOKEN, 15n), account: SIGNER }] }),
		);
		expect(amounts(factsOf(told))[lower(TOKEN)]).toBe(15n);
	});

	it("has no number if the service has none", () => {
		const told = commitOf(
			{ to: TOKEN, data: transferData(OTHER, 9n) },
			simulation({ approvals: [], balanceChanges: [{ ...left(TOKEN, 1n), amount: "much" }] }),
		);
		expect(amounts(factsOf(told))[lower(TOKEN)]).toBeNull();
	});

	it("is unknown for an unreadable call without a simulation", () => {
		expect(factsOf(swap)).toMatchObject({ known: false, spends: { certain: false } });
	});

	it("is at least our own simulation of such a call, recipients included, and never all of it", () => {
		const gains = { asset: lower(TOKEN), account: lower(OTHER), amount: "30", direction: "in" as const };
		const leg = factsOf(swap, simulated({ balanceChanges: [left(TOKEN, 30n), gains] }));
		expect(amounts(leg)).toEqual({ native: 7n + FEE, [lower(TOKEN)]: 30n });
		expect(leg).toMatchObject({ known: false, recipients: [lower(VAULT), lower(OTHER)] });
	});

	it("goes to the counterparty in our own simulation, so that a rule about recipients sees it", () => {
		const stolen = { ...left(TOKEN, 30n), counterparty: lower(OTHER) };
		const call = commitOf({ to: VAULT, data: "0x47e7ef24" });
		const leg = factsOf(call, simulated({ balanceChanges: [stolen] }));
		expect(leg).toMatchObject({ known: false, recipients: [lower(OTHER)] });
		const people = rule({ kind: "recipients", addresses: [VAULT], contacts: false }, EVERYWHERE);
		expect(refusalsOf(policyContextWith([people]), [leg])).toHaveLength(1);
	});

	it("goes to an unknown recipient if our own simulation shows no counterparty", () => {
		const call = commitOf({ to: VAULT, data: "0x47e7ef24" });
		expect(factsOf(call, simulated({ balanceChanges: [left(TOKEN, 30n)] })).recipients).toBeNull();
	});

	it("is unknown if our own simulation failed, or the user loses control of something", () => {
		expect(factsOf(swap, simulated({}, { revert: verbatim("no") })).known).toBe(false);
		expect(factsOf(swap, simulated({ status: "failed" })).known).toBe(false);
		const lost = { account: lower(SIGNER), what: "code" as const, before: null, after: OTHER, mine: true };
		expect(factsOf(swap, simulated({}, { controls: [lost] }))).toMatchObject({ known: false });
	});
});

describe("an unreadable call", () => {
	const strict = [
		rule({ kind: "recipients", addresses: [VAULT], contacts: true }, EVERYWHERE),
		rule({ kind: "spenders", addresses: [VAULT], contacts: true }, EVERYWHERE),
		rule({ kind: "no_unlimited" }, EVERYWHERE),
		rule({ kind: "simulated" }, EVERYWHERE),
	];
	const silent = simulation({ approvals: [], balanceChanges: [] });
	const refused = (view: CommitView, patch: Patch) =>
		refusalsOf(policyContextWith(strict), [factsOf(view, patch)]).length;

	it("fails every rule that needs its facts, if neither simulation shows anything", () => {
		const view = commitOf({ to: VAULT, data: "0x12345678" }, silent);
		expect(factsOf(view, simulated())).toMatchObject({ known: false, simulated: "not", recipients: [] });
		expect(refused(view, simulated())).toBe(4);
	});

	it("fails them even if both show the same: it may have further effects", () => {
		const paid = [left("native", 7n)];
		const view = commitOf(
			{ to: VAULT, data: "0x12345678", value: 7n },
			simulation({ approvals: [], balanceChanges: paid }),
		);
		const patch = simulated({ balanceChanges: [{ ...left("native", 7n), counterparty: lower(VAULT) }] });
		expect(factsOf(view, patch)).toMatchObject({ known: false, simulated: "not" });
		expect(refused(view, patch)).toBe(4);
	});

	it("is not one that we decode, with its amounts in our own simulation", () => {
		const redeeming = commitOf({
			to: VAULT,
			data: callOf("function redeem(uint256 shares, address receiver, address owner)", [5n, OTHER, SIGNER]),
		});
		const shown = simulated({ balanceChanges: [left(VAULT, 5n)] });
		expect(factsOf(redeeming, shown)).toMatchObject({ known: true, recipients: null });
		expect(factsOf(redeeming, simulated()).known).toBe(false);
	});
});

describe("permissions", () => {
	const TWENTY_FIVE = 25_000_000n;

	it("count as spent when they are given", () => {
		const leg = factsOf(commit());
		expect(amounts(leg)).toEqual({ native: FEE, [lower(TOKEN)]: TWENTY_FIVE });
		expect(leg.grants).toEqual([{ spender: lower(VAULT), token: lower(TOKEN), unlimited: false }]);
		expect(leg.recipients).toEqual([]);
	});

	it("without a limit have no number", () => {
		const leg = factsOf(commitOf({ to: TOKEN, data: approveData(VAULT, MAX) }));
		expect(amounts(leg)[lower(TOKEN)]).toBeNull();
		expect(leg.grants).toMatchObject([{ unlimited: true }]);
	});

	it("shown only by our own simulation count too", () => {
		const hidden = {
			account: lower(SIGNER),
			spender: lower(OTHER),
			asset: lower(TOKEN),
			kind: "allowance" as const,
			standard: "erc20" as const,
			amount: MAX.toString(),
			approved: true,
			unlimited: true,
		};
		const leg = factsOf(swap, simulated({ approvals: [hidden] }));
		expect(leg.grants).toEqual([{ spender: lower(OTHER), token: lower(TOKEN), unlimited: true }]);
		expect(amounts(leg)[lower(TOKEN)]).toBeNull();
	});

	it("for a single payment name the spender as a recipient", () => {
		const told = (typed_data: Typed) => {
			const payload = { kind: "evm_typed_data" as const, typed_data: { ...typed_data } };
			return policyFactsOf(actionReview(action(signRequest(payload)), [payload]))[0];
		};
		expect(told(authorization("ReceiveWithAuthorization"))?.recipients).toEqual([lower(VAULT)]);
		expect(told(permitTransfer())?.recipients).toEqual([lower(VAULT)]);
		expect(told(permit())?.recipients).toEqual([]);
	});

	it("take nothing if revoked", () => {
		const leg = factsOf(commitOf({ to: TOKEN, data: approveData(VAULT, 0n) }));
		expect(amounts(leg)).toEqual({ native: FEE });
		expect(leg.grants).toEqual([]);
	});
});

describe("contracts", () => {
	const pay = commitOf({ to: OTHER, value: 5n });

	it("are absent if a coin goes to an address that is certainly none", () => {
		expect(factsOf(pay, { facts: facts({ codeAtTo: { ok: true, value: false } }) }).contracts).toEqual([]);
	});

	it("are the recipient if it may be one", () => {
		const unasked = facts({ codeAtTo: { ok: false, reason: verbatim("Not asked.") } });
		expect(factsOf(pay, { facts: unasked }).contracts).toEqual([lower(OTHER)]);
	});
});

describe("our own simulation", () => {
	it("is awaited before rules are applied", () => {
		const running: Patch = { opinion: { items: [], names: new Map() } };
		const rules = { policy: policyContextWith([once(0n), rule({ kind: "simulated" })]) };
		const waiting = review(commit(), { ...running, ...rules });
		expect(stillRunning(waiting.analyses)).toBe(true);
		expect(waiting.approval.refusals).not.toContainEqual(saying("rule.stops"));
		expect(waiting.approval.possible).toBe(false);
		const judged = review(commit(), rules);
		expect(judged.approval.refusals).toContainEqual(saying("rule.stops", { name: "Rule r1" }));
		expect(tells(judged.approval.refusals, "nothing-signed")).toBe(true);
		expect(judged.approval.possible).toBe(false);
	});

	it("reports unreadable rules at once", () => {
		const broken = { policy: { ...policyContextWith([]), stored: { ok: false as const } } };
		const opinion = { items: [], names: new Map() };
		expect(review(commit(), { ...broken, opinion }).approval.refusals).toContainEqual(
			saying("rule.unreadable"),
		);
	});

	it("proves nothing if it could not run", () => {
		expect(factsOf(commit()).simulated).toBe("not");
		expect(
			refusalsOf(policyContextWith([rule({ kind: "simulated" }, EVERYWHERE)]), [factsOf(commit())]),
		).toHaveLength(1);
	});
});

it("the journal's record equals the facts that the rules checked", () => {
	const shown = review(commit());
	const { spends, facts } = predictionOf(shown) ?? {};
	// `spends.certain` records whether all amounts are known, so the record has no `known`.
	expect({ spends, known: spends?.certain, ...facts }).toEqual(policyFactsOf(shown)[0]);
});
