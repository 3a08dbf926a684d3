import { describe, expect, it } from "vitest";
import { spendingCurve, startOfDay } from "../../../../../src/renderer/desk/agents/spending-card.tsx";
import { NOW } from "../../../../preview/samples/common.ts";

const HOUR = 3600_000;
const midnight = startOfDay(NOW);
const noon = midnight + 12 * HOUR;

describe("the spending curve", () => {
	it("steps at each payment from midnight until now, below the limit", () => {
		const points = [
			{ at: midnight + 6 * HOUR, cents: "5000" },
			{ at: midnight + 9 * HOUR, cents: "10000" },
		];
		const curve = spendingCurve(points, 20_000n, noon);
		// The top is at $240, a fifth above the limit.
		expect(curve.line).toBe("M0 100H25V79.17H37.5V58.34H50");
		expect(curve.area).toBe(`${curve.line}V100H0Z`);
		expect([curve.now, curve.at, curve.total]).toEqual([50, 58.34, 10_000n]);
		expect(curve.limit).toBe(16.67);
		expect(curve.ticks.map(({ cents }) => cents)).toEqual([20_000n, 10_000n, 0n]);
	});

	it("rises above the limit if more was spent", () => {
		const curve = spendingCurve([{ at: noon - HOUR, cents: "40000" }], 20_000n, noon);
		expect(curve.at).toBeLessThan(curve.limit ?? 0);
		expect(curve.at).toBeGreaterThan(0);
	});

	it("ignores other days, and sorts by time", () => {
		const points = [
			{ at: noon, cents: "300" },
			{ at: midnight - 1, cents: "90000" },
			{ at: midnight + HOUR, cents: "100" },
			{ at: noon + 1, cents: "90000" },
		];
		expect(spendingCurve(points, null, noon).total).toBe(300n);
	});

	it("scales to a round amount without a limit, and never divides by zero", () => {
		const curve = spendingCurve([{ at: noon, cents: "12345" }], null, noon);
		expect(curve.ticks.map(({ cents }) => cents)).toEqual([20_000n, 10_000n, 0n]);
		expect(curve.limit).toBeNull();
		const none = spendingCurve([], null, noon);
		expect([none.line, none.total]).toEqual(["M0 100H50", 0n]);
		expect(spendingCurve([], 0n, noon).line).toBe("M0 100H50");
	});
});
