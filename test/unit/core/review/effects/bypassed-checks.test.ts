import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import type { ActionRequest } from "../../../../../src/service-api/action.ts";
import { action, actionReview, pair } from "../several.ts";

const safety = (members: object, findings: readonly unknown[] = []) => ({
	assessment: { findings },
	decision: { eligibility: "eligible", ...members },
});

/** The two steps of `pair`, with this as the service's own check. */
function reviewWith(transactionSafety: unknown) {
	const { action: plain, intents } = pair();
	const request: ActionRequest = Object.assign(structuredClone(plain.request), { transactionSafety });
	return actionReview(action(request), intents);
}

const found = (transactionSafety: unknown) =>
	reviewWith(transactionSafety).findings.find(({ id }) => id === "service-check-bypassed");

describe("the mode in which the service checked a request", () => {
	const shown = (mode: unknown) =>
		reviewWith(safety({ mode })).findings.find(({ id }) => id === "safety-mode");

	it.each(["unrestricted", "off", 3])("is a caution if its guards may not protect it: %j", (mode) => {
		expect(shown(mode)).toMatchObject({ severity: "caution", needsWord: false });
	});

	it.each(["balanced", "guarded_only", null, undefined])("is not mentioned otherwise: %j", (mode) => {
		expect(shown(mode)).toBeUndefined();
	});
});

describe("a service check that its settings bypassed", () => {
	it.each<[string, unknown, string]>([
		["a finding", safety({ bypassedFindingIds: ["drains_wallet"] }), "drains_wallet"],
		["a requirement", safety({ bypassedRequirements: ["simulation"] }), "simulation"],
		["something that is no list", safety({ bypassedFindingIds: "drains_wallet" }), "drains_wallet"],
		["a critical finding", safety({}, [{ id: "f1", severity: "critical" }]), "f1"],
		["a critical finding without a name", safety({}, [{ severity: "critical" }]), "critical"],
	])("is a danger with a typed word: %s", (_what, given, text) => {
		expect(found(given)).toEqual({
			id: "service-check-bypassed",
			severity: "danger",
			text: message("finding.service-check-bypassed", { text }),
			needsWord: true,
		});
		expect(reviewWith(given).approval.word).not.toBeNull();
	});

	it.each<[string, unknown]>([
		["no check", null],
		["a check that found nothing", safety({ bypassedFindingIds: [], bypassedRequirements: [] })],
		["a finding that is not critical", safety({}, [{ id: "f1", severity: "info" }])],
	])("is absent if the service states %s", (_what, given) => {
		expect(found(given)).toBeUndefined();
	});
});
