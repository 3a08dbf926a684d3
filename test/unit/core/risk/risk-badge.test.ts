import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { type RiskBadge, reasonOf, riskOf } from "../../../../src/core/risk/risk-badge.ts";

const text = message("reason.look-alike", { whom: "X" });
const glance = (change: Partial<RiskBadge>): RiskBadge => ({
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
		expect(riskOf(glance(change))).toBe(risk);
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
		expect(reasonOf(glance(change))).toEqual(reason);
	});
});
