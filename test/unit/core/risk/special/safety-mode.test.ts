import { describe, expect, it } from "vitest";
import { readSafetyMode, safetyModeFinding } from "../../../../../src/core/risk/special/safety-mode.ts";
import { commit } from "../../match/honest.ts";
import { review } from "../../review/scene.ts";

describe("the safety mode of the Build that asks", () => {
	it.each([
		["guarded_only", "info"],
		["balanced", "info"],
		["unrestricted", "caution"],
		["none at all", "caution"],
	])("%s is reported as %s, without a typed word", (safetyMode, severity) => {
		const found = review(commit(), { safetyMode }).findings.find(({ id }) => id === "safety-mode");
		expect(found).toMatchObject({ severity, needsWord: false, about: [safetyMode] });
		expect(found?.text).toEqual(readSafetyMode(safetyMode).text);
	});

	it("quotes an unknown mode without its control characters", () => {
		expect(JSON.stringify(readSafetyMode("off\u202eplease"))).not.toContain("\u202e");
	});

	it("is absent outside Builds", () => {
		expect(safetyModeFinding({ safetyMode: null })).toBeNull();
		expect(review().findings.some(({ id }) => id === "safety-mode")).toBe(false);
	});
});
