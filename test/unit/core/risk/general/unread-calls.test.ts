import { describe, expect, it } from "vitest";
import type {
	CallTail,
	SimulationEvidence,
	UnreadCall,
	UnreadReason,
} from "../../../../../src/core/effects/effects.ts";
import {
	callTails,
	unfamiliarArguments,
	unknownCalls,
} from "../../../../../src/core/risk/general/unread-calls.ts";
import { saying } from "../../../../support/saying.ts";
import {
	decodedMovement,
	decodedRight,
	effects,
	ME,
	observedMovement,
	type StepInput,
} from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const VAULT = "0x7411f74411f74411f74411f74411f74411f74411";
const ONE = "0x1111111111111111111111111111111111111111";
const OTHER = "0x2222222222222222222222222222222222222222";

const unread = (over: Partial<UnreadCall> = {}): UnreadCall => ({
	target: VAULT,
	step: 0,
	isInner: false,
	isWhole: false,
	reason: { kind: "unknown" },
	evidence: "both",
	keepsNothing: false,
	named: [],
	...over,
});
const ofOne = (...calls: readonly UnreadCall[]) => evidenceOf(effects({ unreadCalls: calls }));
const judged = (over: Partial<UnreadCall>) =>
	unknownCalls(ofOne(unread(over))).map(({ severity, needsWord }) => [severity, needsWord]);

describe("an unreadable call", () => {
	it.each<[SimulationEvidence, string]>([
		["both", "caution"],
		["running", "caution"],
		["neither", "danger"],
		["differ", "danger"],
		["own", "danger"],
		["declared", "danger"],
		["none", "danger"],
	])("is judged by the simulations: %s", (evidence, severity) => {
		expect(judged({ evidence })).toEqual([[severity, severity === "danger"]]);
	});

	it("is only mentioned at a contract that keeps nothing else, once two simulations agree", () => {
		expect(judged({ keepsNothing: true })).toEqual([["info", false]]);
		expect(judged({ keepsNothing: true, evidence: "own" })).toEqual([["danger", true]]);
	});

	it.each<UnreadReason>([
		{ kind: "misformed", how: "cut" },
		{ kind: "validator" },
		{ kind: "right", signature: "authorizeOperator(address)", isCertain: true },
		{ kind: "right", signature: "hope(address)", isCertain: false },
		{ kind: "unverified", like: "safe" },
	])("requires a typed word even if the simulations agree: %o", (reason) => {
		expect(judged({ reason })).toEqual([["danger", true]]);
	});

	it("requires no typed word if our own simulation confirms everything its bytes suggest, and nothing else", () => {
		const reason: UnreadReason = { kind: "unverified", like: "account" };
		const pays = { from: VAULT, to: ME, amount: 9n };
		const judgedWith = (step: StepInput, evidence: SimulationEvidence = "both") =>
			unknownCalls(evidenceOf(effects({ ...step, unreadCalls: [unread({ reason, evidence })] })))[0]
				?.severity;
		const read = decodedMovement({ ...pays, least: 0n });
		expect(judgedWith({ movements: [read, observedMovement(pays)] })).toBe("caution");
		expect(
			judgedWith({ movements: [read, observedMovement(pays)], rights: [decodedRight({ extent: 0n })] }),
		).toBe("caution");
		expect(judgedWith({ movements: [read, observedMovement({ ...pays, amount: 8n })] })).toBe("danger");
		expect(
			judgedWith({
				movements: [read, observedMovement(pays), observedMovement({ from: ME, to: VAULT, amount: 1n })],
			}),
		).toBe("danger");
		expect(judgedWith({ movements: [read, observedMovement(pays)], rights: [decodedRight()] })).toBe(
			"danger",
		);
		expect(judgedWith({ movements: [read] })).toBe("danger");
		const given = { from: ME, to: VAULT, amount: 3n };
		expect(judgedWith({ movements: [decodedMovement(given), observedMovement(given)] })).toBe("danger");
		expect(judgedWith({ movements: [read, observedMovement(pays)] }, "own")).toBe("danger");
	});

	it("is judged step by step, by the worst call of each", () => {
		const found = unknownCalls(
			evidenceOf(
				effects(
					{ unreadCalls: [unread(), unread({ isInner: true, evidence: "none" })] },
					{ unreadCalls: [unread({ step: 1 })] },
				),
			),
		);
		expect(found.map(({ severity }) => severity)).toEqual(["danger", "caution"]);
		expect(found.map(({ text }) => text)).toEqual([
			saying("finding.of-step", { step: 1 }),
			saying("finding.of-step", { step: 2 }),
		]);
	});

	it("is not found if another rule judges its right", () => {
		expect(judged({ reason: null })).toEqual([]);
	});
});

describe("an address in such a call", () => {
	const named = (address: string, isAtWork = false, isFamiliar = false) => ({
		address,
		isAtWork,
		isFamiliar,
	});
	const found = (...all: readonly ReturnType<typeof named>[]) =>
		unfamiliarArguments(ofOne(unread({ named: all })));

	it("requires a typed word, unless it is familiar or a contract at work", () => {
		expect(found(named(ONE))).toMatchObject([
			{ severity: "danger", needsWord: true, stake: { kind: "address", address: ONE } },
		]);
		expect(found(named(ONE, true))).toMatchObject([{ severity: "caution", needsWord: false }]);
		expect(found(named(ONE, true, true))).toEqual([]);
	});

	it("is the one that is not at work, after any number of contracts", () => {
		expect(found(named(OTHER, true), named(ONE))).toMatchObject([
			{ severity: "danger", stake: { kind: "address", address: ONE } },
		]);
	});

	it("counts in a readable call, too, and is named with that call", () => {
		const calls = [unread({ target: OTHER }), unread({ isWhole: true, reason: null, named: [named(ONE)] })];
		expect(unfamiliarArguments(ofOne(...calls))[0]?.text).toEqual(
			saying("finding.unfamiliar-argument", { addresses: [ONE], contract: VAULT, count: 1 }),
		);
	});
});

describe("trailing bytes of a call", () => {
	const found = (evidence: SimulationEvidence) => {
		const tail: CallTail = { target: VAULT, step: 0, bytes: "0x0bad", codes: null, text: null, evidence };
		return callTails(evidenceOf(effects({ tails: [tail] }))).map(({ severity }) => severity);
	};

	it("require a typed word until two simulations agree", () => {
		expect(found("both")).toEqual(["info"]);
		for (const evidence of ["neither", "differ", "own", "declared", "none", "running"] as const)
			expect(found(evidence), evidence).toEqual(["danger"]);
	});
});
