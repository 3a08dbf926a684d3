import { describe, expect, it } from "vitest";
import { tooLittle } from "../../../src/main/review/findings/too-little.ts";
import { commit } from "../match/honest.ts";
import { evidence, facts, fine, subject } from "./scene.ts";

const found = (gas: bigint, baseFee: bigint, view = commit()) =>
	tooLittle(evidence(subject(view, facts({ gas: fine(gas), baseFee: fine(baseFee) }))));

describe("gas and price against the chain's own", () => {
	it("are fine at, above and a little below our estimate", () => {
		expect(found(60_000n, 1n)).toBeNull();
		expect(found(66_000n, 2_000_000_000n)).toBeNull();
		expect(tooLittle(evidence(subject(commit(), null)))).toBeNull();
	});

	it.each([
		["gas", 70_000n, 1n, /gas limit of 60,000 is below our own estimate of 70,000/],
		["price", 50_000n, 2_000_000_001n, /pays less per gas/],
	])("ask for the word where they could never be mined: %s", (_, gas, base, words) => {
		expect(found(gas, base)).toMatchObject({
			severity: "danger",
			needsWord: true,
			words: expect.stringMatching(words),
		});
	});
});
