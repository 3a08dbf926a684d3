import { describe, expect, it } from "vitest";
import { decimalOf, gweiOf, readDecimal, readGwei } from "../../../../src/core/format/decimal-units.ts";

describe("an amount that a person types", () => {
	it.each([
		["1", 6, 1_000_000n],
		["1.5", 6, 1_500_000n],
		["0.000001", 6, 1n],
		["1.500", 2, 150n],
		["007", 0, 7n],
		["0", 18, 0n],
	])("reads %s with %i decimals", (text, decimals, raw) => {
		expect(readDecimal(text, decimals)).toBe(raw);
	});

	it.each([
		"",
		"-1",
		"+1",
		"1,5",
		"1,000",
		"1e18",
		"0x10",
		"NaN",
		"Infinity",
		" 1",
		"1.",
		".5",
		"1.2.3",
		"١",
	])("refuses %j", (text) => {
		expect(readDecimal(text, 18)).toBeNull();
	});

	it("refuses more digits than the asset has, and numbers without an end", () => {
		expect(readDecimal("0.0000001", 6)).toBeNull();
		expect(readDecimal("9".repeat(61), 6)).toBeNull();
	});

	it("is written as it is read", () => {
		for (const [raw, decimals, text] of [
			[1_500_000n, 6, "1.5"],
			[1n, 18, "0.000000000000000001"],
			[0n, 6, "0"],
			[12n, 0, "12"],
		] as const) {
			expect(decimalOf(raw, decimals)).toBe(text);
			expect(readDecimal(text, decimals)).toBe(raw);
		}
		expect(gweiOf(1_230_000_000n)).toBe("1.23");
		expect(readGwei("1.23")).toBe(1_230_000_000n);
	});
});
