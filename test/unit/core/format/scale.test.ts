import { describe, expect, it } from "vitest";
import { exponential, scaled, scaleOf, scaleOfDouble } from "../../../../src/core/format/scale.ts";

const bitsOf = (value: number): bigint => {
	const view = new DataView(new ArrayBuffer(8));
	view.setFloat64(0, value);
	return view.getBigUint64(0);
};
const times = (raw: bigint, factor: number, towards: "up" | "down") => {
	const scale = scaleOfDouble(bitsOf(factor));
	return scale === null ? null : scaled(raw, scale, towards);
};

describe("a factor stored as a double", () => {
	it.each([
		[5n, 10, 50n, 50n],
		[3n, 0.5, 1n, 2n],
		// The double closest to 1.1 is slightly larger than 1.1.
		[10n ** 18n, 1.1, 1_100_000_000_000_000_088n, 1_100_000_000_000_000_089n],
		[-3n, 0.5, -1n, -2n],
	])("%i times %d is exact, rounded down and up", (raw, factor, down, up) => {
		expect([times(raw, factor, "down"), times(raw, factor, "up")]).toEqual([down, up]);
	});

	it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, 1e300])("is not trusted as %d", (factor) => {
		expect(scaleOfDouble(bitsOf(factor))).toBeNull();
	});
});

describe("an exponential", () => {
	it.each([
		[0n, 1n, 10n ** 12n],
		[1n, 1n, 2_718_281_828_459n],
		[7n, 10n, 2_013_752_707_470n],
		[-7n, 10n, 496_585_303_791n],
	])("of %i / %i matches the mathematical digits", (numerator, denominator, expected) => {
		const found = exponential(numerator, denominator);
		expect(found === null ? null : scaled(10n ** 12n, found, "down")).toBe(expected);
	});

	it("is not computed if no amount could be displayed", () => {
		expect(exponential(41n, 1n)).toBeNull();
	});
});

it("knows no factor at or below zero, or beyond the displayable range", () => {
	expect([scaleOf(0n, 1n), scaleOf(-1n, 1n), scaleOf(10n ** 18n + 1n, 1n)]).toEqual([null, null, null]);
	expect(scaleOf(10n ** 18n, 1n)).not.toBeNull();
});
