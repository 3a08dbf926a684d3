import { describe, expect, it } from "vitest";
import { skeletonOf } from "../../../../src/core/format/confusable.ts";

describe("two texts that look the same", () => {
	it.each([
		["USDC", "usdc", "another case"],
		["USDC", "USDС", "a Cyrillic С"],
		["USDT", "USD₮", "a sign of money"],
		["DAI", "DAl", "a small L"],
		["DAI", "DA1", "a one"],
		["LDO", "LD0", "a zero"],
		["WETH", "WETΗ", "a Greek Eta"],
		["MATIC", "ΜATIC", "a Greek Mu"],
		["USDC", "U\u200bSDC", "a character without width"],
		["USDC", "\u202eUSDC", "a mark that turns the direction"],
		["USDC", "ＵＳＤＣ", "wide letters"],
		["USDC", "«USDC».", "signs around it"],
		["USDC", "Ü\u0301SDC", "accents"],
		["Mom", "Morn", "two letters that are drawn as one"],
		["Ana", "аnа", "Cyrillic vowels"],
		["cold wallet", "Coldwallet", "a space less"],
	])("%s and %s: %s", (left, right) => {
		expect(left).not.toBe(right);
		expect(skeletonOf(right)).toBe(skeletonOf(left));
	});

	it("differ if a user sees a difference", () => {
		for (const [left, right] of [
			["USDC", "USDT"],
			["USDC", "USDC.e"],
			["ETH", "WETH"],
			["Ana", "Anna"],
			["Savings", "Savings 2"],
		])
			expect(skeletonOf(left ?? "")).not.toBe(skeletonOf(right ?? ""));
	});

	it("an invisible text becomes empty, and a long one costs little", () => {
		expect(skeletonOf("\u200b\u202e \t.")).toBe("");
		expect(skeletonOf("a".repeat(10_000_000)).length).toBe(200);
	});
});
