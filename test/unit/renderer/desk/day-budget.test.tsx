import { describe, expect, it } from "vitest";
import type { HomeBudget } from "../../../../src/ipc/home.ts";
import { tightest } from "../../../../src/renderer/desk/home/bar.tsx";
import { DayBudget } from "../../../../src/renderer/desk/shell/rail.tsx";
import { budgets } from "../../../preview/samples/home.ts";
import { renderDesk } from "./drawn.tsx";

const of = (rule: string, part: number | null): HomeBudget => ({
	rule,
	part,
	most: "$100.00",
	spent: part === null ? null : "$1.00",
});

describe("the daily limit in the rail", () => {
	it("is the one with the highest use", () => {
		expect(tightest([of("a", 0.2), of("b", 0.9), of("c", 0.5)])?.rule).toBe("b");
	});
	it("is an unknown one before any other", () => {
		expect(tightest([of("a", 1), of("b", null)])?.rule).toBe("b");
	});
	it("is absent if none is set", () => {
		expect(tightest([])).toBeNull();
	});
	it("is drawn with its spent amount", () => {
		const shown = tightest(budgets);
		expect(renderDesk(<DayBudget />)).toContain(shown?.rule);
	});
});
