import { describe, expect, it, vi } from "vitest";
import { weekOf } from "../../../../src/core/activity/week.ts";

const NOON = Date.parse("2026-11-26T12:00:00Z");

describe("the week of a moment", () => {
	it("begins on the Monday of the user's own calendar", () => {
		expect(weekOf(NOON, "UTC")).toBe("2026-11-23");
		expect(weekOf(Date.parse("2026-11-22T23:30:00Z"), "UTC")).toBe("2026-11-16");
		expect(weekOf(Date.parse("2026-11-22T23:30:00Z"), "Europe/Berlin")).toBe("2026-11-23");
	});

	it("is summed up once, even if the current week is redrawn", () => {
		const counting = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
		const moments = Array.from({ length: 50 }, (_, at) => NOON + 1_000 * (at + 1));
		for (let drawing = 0; drawing < 10; drawing += 1) for (const at of moments) weekOf(at, "UTC");
		expect(counting).toHaveBeenCalledTimes(50);
	});
});
