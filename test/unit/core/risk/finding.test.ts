import { describe, expect, it } from "vitest";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import {
	byGravity,
	type Finding,
	gravestFirst,
	ofStep,
	type RiskBadge,
	reasonOf,
	riskOf,
	shortText,
} from "../../../../src/core/risk/finding.ts";

const found = (id: string, patch: Partial<Finding> = {}): Finding => ({
	id,
	severity: "danger",
	text: message("finding.no-code", { address: id }),
	needsWord: true,
	...patch,
});
const idsOf = (findings: readonly Finding[]) => findings.map(({ id }) => id);

describe("a review's findings", () => {
	const caution = found("first-time", { severity: "caution" });
	const loss = found("loss");
	const doubt = found("unknown-call", { isDoubt: true });
	const fee = found("cost", { stake: { kind: "cost" } });

	it("begin with the worst; of one severity with a loss, then a doubt, then fees", () => {
		const block = found("unknown-call", { severity: "block", isDoubt: true });
		expect(idsOf(gravestFirst([caution, fee, null, doubt, loss, block]))).toEqual([
			"unknown-call",
			"loss",
			"unknown-call",
			"cost",
			"first-time",
		]);
	});

	it("keep that order when sorted by severity again", () => {
		const sorted = gravestFirst([caution, fee, doubt, loss]);
		expect(byGravity(sorted)).toEqual(sorted);
	});
});

describe("a one-line finding", () => {
	const short = message("reason.text-free");
	const first = message("finding.unknown-call");

	it("uses its rule's short words, or else its first sentence", () => {
		expect(shortText(found("a", { short }))).toBe(short);
		expect(shortText(found("a", { text: sentences(first, message("finding.unknown-call.unseen")) }))).toBe(
			first,
		);
		expect(shortText(found("a", { text: first }))).toBe(first);
		expect(shortText({ text: "in the words of others" })).toBe("in the words of others");
	});

	it("names its step in both", () => {
		const step = (words: typeof first) => message("finding.of-step", { step: 2, words });
		expect(shortText(ofStep(found("a", { short }), 1))).toEqual(step(short));
		expect(shortText(ofStep(found("a", { text: sentences(first, first) }), 1))).toEqual(step(first));
		expect(ofStep(found("a", { text: first }), 1)).toEqual(found("a", { text: step(first) }));
	});
});

describe("risk badge", () => {
	const text = message("reason.look-alike", { whom: "X" });
	const badge = (change: Partial<RiskBadge>): RiskBadge => ({
		match: "matched",
		worst: null,
		blocked: false,
		...change,
	});
	const found = (severity: NonNullable<RiskBadge["worst"]>["severity"]) => ({ worst: { severity, text } });

	describe("the risk preview", () => {
		it.each([
			["danger", { match: "refused" }],
			["danger", { match: "unreadable" }],
			["danger", { blocked: true }],
			["danger", found("block")],
			["danger", { ...found("danger"), match: "checking" }],
			["caution", found("caution")],
			["caution", { match: "unproven" }],
			["unknown", { match: "checking" }],
			["calm", { match: "matched" }],
		] as const)("is %s of %j, and never calm before it was checked", (risk, change) => {
			expect(riskOf(badge(change))).toBe(risk);
		});
	});

	describe("the reason to look", () => {
		it.each([
			[message("reason.blocked"), { ...found("danger"), blocked: true }],
			[message("reason.differs"), { ...found("caution"), match: "refused" }],
			[message("reason.unreadable"), { match: "unreadable" }],
			[text, { ...found("danger"), match: "unproven" }],
			[message("reason.unproven"), { match: "unproven" }],
			[null, { match: "checking" }],
			[null, { match: "matched" }],
		] as const)("is %j of %j: a blocker before a warning", (reason, change) => {
			expect(reasonOf(badge(change))).toEqual(reason);
		});
	});
});
