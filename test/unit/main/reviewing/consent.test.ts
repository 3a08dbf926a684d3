import { describe, expect, it } from "vitest";
import { nativeAmount } from "../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type { ComparedEffect, ItemOpinion } from "../../../../src/core/decoded-transaction/opinion.ts";
import { amountParam, message, verbatim } from "../../../../src/core/localized-text.ts";
import { allFindings, type ItemAnalysis } from "../../../../src/core/review/item-analysis.ts";
import { aboutEffect, type Finding } from "../../../../src/core/risk/finding.ts";
import { loss } from "../../../../src/core/risk/general/loss.ts";
import { type Consent, consentOf, isMoreSevere, milder } from "../../../../src/main/reviewing/consent.ts";
import { stub } from "../../../fixtures/stub.ts";
import { decodedMovement, effects as effectsOf, PERMIT2 } from "../../core/effects/scene.ts";
import { approveData, commitOf, TOKEN, VAULT } from "../../core/match/honest.ts";
import { facts, fine, NOT_SIMULATED, review, user } from "../../core/review/scene.ts";
import { evidenceOf } from "../../core/risk/general/scene.ts";
import { consent } from "./consents.ts";

type Found = Consent["findings"][number];
const found = (patch: Partial<Found> = {}): Found => ({
	id: "loss",
	severity: "caution",
	about: '{"about":["native",false]}',
	needsWord: false,
	...patch,
});
/** Returns the findings on a loss of this amount out of 1,000. */
const halfOf = (amount: bigint) =>
	loss(evidenceOf(effectsOf({ movements: [decodedMovement({ to: PERMIT2, amount })] })));
const finding = (patch: Partial<Found> = {}) => consent({ findings: [found(patch)] });

/** Returns the consent to a transfer, whose headline is a code with values. */
const sends = (raw: string, to = "0xaaaa") => {
	const amount = amountParam({ raw: BigInt(raw), decimals: 6, symbol: "TUSD", checked: true });
	return consent({ headlines: [{ code: "headline.test", params: { amount, to } }] });
};

const out = (cost: bigint) => ({ key: "out", group: "me", cost });
const brings = (amount: bigint) => ({ key: "in", group: "me", cost: -amount });
const effects = (...all: Consent["effects"]) => consent({ effects: all });
const l1 = (cost: bigint) => ({ key: "l1 fee", group: "", cost });
const evidence = (local: string, verdict: string | null) => consent({ evidence: [{ local, verdict }] });

describe("a display that gets worse", () => {
	const cases: readonly (readonly [what: string, before: Consent, after: Consent])[] = [
		["another payload", consent(), consent({ fingerprint: "b".repeat(64) })],
		["a new finding", consent(), finding({ severity: "info" })],
		["a second finding of the same kind", finding(), consent({ findings: [found(), found()] })],
		["a more severe finding", finding(), finding({ severity: "danger" })],
		["a finding that now requires a word", finding(), finding({ needsWord: true })],
		["a caution of somebody else", finding({ about: "0x123456" }), finding({ about: "0x123457" })],
		["a word to type", consent(), consent({ word: "UNLIMITED" })],
		["another word to type", consent({ word: "UNLIMITED" }), consent({ word: "9A3F" })],
		["another headline", consent(), consent({ headlines: ["Sends 6 TUSD"] })],
		["another amount in the headline", sends("5"), sends("6")],
		["another recipient in the headline", sends("5", "0xaaaa"), sends("5", "0xbbbb")],
		["another headline without a value", sends("5"), consent({ headlines: [{ code: "headline.test" }] })],
		["a slightly larger outflow", effects(out(500n)), effects(out(501n))],
		["a new outflow", effects(), effects(out(1n))],
		["an L1 fee above the shown maximum", effects(l1(500n)), effects(l1(1001n))],
		["a slightly smaller inflow", effects(brings(500n)), effects(brings(499n))],
		["no inflow any more", effects(brings(5n)), effects()],
		[
			"a trade that changes by more than price drift",
			effects(out(100n), brings(1000n)),
			effects(out(100n), brings(949n)),
		],
		[
			"a simulation that is no longer available",
			evidence("done", "agrees"),
			evidence("impossible", "unproven"),
		],
		["simulations that no longer agree", evidence("done", "agrees"), evidence("done", "differs")],
		[
			"one more signed item",
			consent(),
			consent({ evidence: [...consent().evidence, ...consent().evidence] }),
		],
	];

	it.each(cases)("%s", (_, before, after) => {
		expect(isMoreSevere(before, after)).toBe(true);
	});

	it.each(cases.filter(([what]) => !/another|somebody else/.test(what)))(
		"but not in the reverse direction: %s",
		(_, before, after) => {
			expect(isMoreSevere(after, before)).toBe(false);
		},
	);
});

describe("a display that gets no worse", () => {
	it.each([
		["the same", finding(), finding()],
		[
			"other information",
			finding({ severity: "info", about: "A" }),
			finding({ severity: "info", about: "B" }),
		],
		[
			"a trade that changes within price drift",
			effects(out(100n), brings(1000n)),
			effects(out(105n), brings(950n)),
		],
		["an L1 fee within the shown maximum", effects(l1(500n)), effects(l1(1000n))],
		["simulations that differ by price drift", evidence("done", "agrees"), evidence("done", "drifts")],
	] as const)("%s", (_, before, after) => {
		expect(isMoreSevere(before, after)).toBe(false);
	});

	it("keeps the minimum ever shown, so that creeping prices do not add up", () => {
		const first = effects(out(100n), brings(1000n));
		const second = effects(out(100n), brings(960n));
		const third = effects(out(100n), brings(920n));
		expect(isMoreSevere(second, third)).toBe(false);
		expect(isMoreSevere(milder(first, second), third)).toBe(true);
	});

	it("drops a worse one once a milder review was shown", () => {
		expect(isMoreSevere(milder(finding(), consent()), finding())).toBe(true);
	});
});

describe("a review's consent", () => {
	const view = commitOf({ to: TOKEN, data: approveData(VAULT, 25_000_000n) });
	const shown = (patch: Parameters<typeof review>[1] = {}) => {
		const consents = consentOf(review(view, patch));
		if (consents === null) throw new Error("nothing was frozen");
		return consents;
	};

	it("is the same for the same review", () => {
		expect(isMoreSevere(shown(), shown())).toBe(false);
	});

	it("is worse if a spender turns out to be an account without code", () => {
		const addressFacts = {
			codes: new Map([
				[
					VAULT.toLowerCase(),
					fine({ size: 0, delegatedTo: null, codeHash: null, implementation: null, fresh: null }),
				],
			]),
		};
		const opinion = { items: [{ ...NOT_SIMULATED, addressFacts } satisfies ItemOpinion], names: new Map() };
		expect(isMoreSevere(shown(), shown({ opinion }))).toBe(true);
		expect(isMoreSevere(shown({ opinion }), shown())).toBe(false);
	});

	it("is worse if the user turns out never to have used the spender", () => {
		expect(isMoreSevere(shown(), shown({ user: user({ counterparties: new Map() }) }))).toBe(true);
	});

	const ratio = (times: number) => message("finding.cost.ratio", { times, likely: 1, most: 2 });
	const told = (patch: Partial<Finding>) => {
		const made = review(view);
		const finding = { id: "cost", severity: "danger", text: ratio(4.5), needsWord: true } as const;
		const consents = consentOf({ ...made, findings: [{ ...finding, ...patch }] });
		if (consents === null) throw new Error("nothing was frozen");
		return consents;
	};

	it("is the same if only figures of a finding with a stated subject moved", () => {
		const before = told({ about: ["ETH"] });
		expect(isMoreSevere(before, told({ about: ["ETH"], text: ratio(4.1) }))).toBe(false);
		expect(isMoreSevere(before, told({ about: ["TUSD"] }))).toBe(true);
		expect(isMoreSevere(before, told({}))).toBe(true);
		expect(isMoreSevere(before, told({ about: ["ETH"], stake: { kind: "unlimited" } }))).toBe(true);
	});

	it("changes if a finding without a stated subject has another text", () => {
		expect(isMoreSevere(told({}), told({}))).toBe(false);
		expect(isMoreSevere(told({}), told({ text: ratio(4.1) }))).toBe(true);
	});

	it("changes if a finding is of another step, even with the same subject", () => {
		const large = halfOf(600n);
		const none = stub<ItemAnalysis>({ findings: [] });
		const one = stub<ItemAnalysis>({ findings: large === null ? [] : [large] });
		const [first] = allFindings([one, none]);
		const [second] = allFindings([none, one]);
		expect(isMoreSevere(told(first ?? {}), told(first ?? {}))).toBe(false);
		expect(isMoreSevere(told(first ?? {}), told(second ?? {}))).toBe(true);
	});

	it("is the same while fees move, and changes as soon as more leaves than the maximum", () => {
		const large = (leaves: bigint) => told(halfOf(leaves) ?? {});
		expect(isMoreSevere(large(600n), large(700n))).toBe(false);
		expect(isMoreSevere(large(600n), large(1_000n))).toBe(true);
	});

	it("changes if the two simulations differ about another asset, side or cost", () => {
		const effect: ComparedEffect = {
			kind: "balance",
			status: "differs",
			costs: false,
			account: "0xme",
			asset: "native",
			other: "0xother",
			theirs: nativeAmount("1", -5n),
			ours: nativeAmount("1", -4n),
			text: verbatim("Told."),
		};
		const of = (patch: Partial<ComparedEffect>) => told({ about: aboutEffect({ ...effect, ...patch }) });
		expect(isMoreSevere(of({}), of({ ours: nativeAmount("1", -3n) }))).toBe(false);
		for (const patch of [
			{ asset: "0xtoken" },
			{ other: "0xthird" },
			{ costs: true },
			{ ours: nativeAmount("1", 4n) },
			{ ours: null },
			{ status: "drift" },
		] as const)
			expect(isMoreSevere(of({}), of(patch))).toBe(true);
	});

	it("is worse if the token differs from the chain's earlier answer", () => {
		expect(isMoreSevere(shown(), shown({ facts: facts({}, []) }))).toBe(true);
	});

	it("includes permissions as effects", () => {
		expect(shown().effects.map(({ cost }) => cost)).toContain(25_000_000n);
	});
});
