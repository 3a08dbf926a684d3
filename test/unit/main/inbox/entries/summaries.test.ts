import { describe, expect, it } from "vitest";
import { isSameRequest } from "../../../../../src/main/inbox/entries/summaries.ts";
import { commit, payload } from "../../../core/match/honest.ts";

describe("a commit that is read again", () => {
	const then = commit();

	it("requests the same while only its version changed", () => {
		expect(isSameRequest(commit({ version: 9 }), then)).toBe(true);
	});

	it("requests the same if it requests nothing more", () => {
		expect(isSameRequest(commit({ state: "rejected", action: null }), then)).toBe(true);
	});

	it.each([
		["another payload", { action: { kind: "sign", payload: payload({ value: "1" }) } }],
		["another network", { chain_ref: "1" }],
		["another signer", { signer: `0x${"1".repeat(40)}` }],
		["no review", { review: null }],
	] as const)("requests something else with %s", (_, patch) => {
		expect(isSameRequest(commit(patch), then)).toBe(false);
	});

	it("equals nothing if none was decoded", () => {
		expect(isSameRequest(then, null)).toBe(false);
	});
});
