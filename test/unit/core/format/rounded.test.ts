import { describe, expect, it } from "vitest";
import { roundedText } from "../../../../src/core/format/amount.ts";

describe("a shortened amount", () => {
	it("keeps four significant digits below 1, four decimals above, and two from 1,000 on", () => {
		expect(roundedText(51_280_867_864_800n, 18, "up")).toBe("0.00005129");
		expect(roundedText(3_204_118_022_940_021_174n, 18, "down")).toBe("3.2041");
		expect(roundedText(4_410_251_873n, 6, "down")).toBe("4,410.25");
		expect(roundedText(250_000_000n, 6, "up")).toBe("250");
		expect(roundedText(7n, 0, "up")).toBe("7");
	});

	it("never looks better than it is", () => {
		expect(roundedText(1_000_001n, 6, "up")).toBe("1.0001");
		expect(roundedText(1_999_999n, 6, "down")).toBe("1.9999");
		expect(roundedText(1n, 18, "up")).toBe("0.000000000000000001");
		expect(roundedText(999_999_999_999n, 12, "up")).toBe("1");
		expect(roundedText(0n, 18, "up")).toBe("0");
	});

	it("is exact beyond floating-point precision", () => {
		expect(roundedText(10n ** 40n + 1n, 18, "down")).toBe("10,000,000,000,000,000,000,000");
	});
});
