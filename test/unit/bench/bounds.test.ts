import { describe, expect, test } from "vitest";
import { isMiss, judgedOf, tailOf } from "../../bench/bounds.ts";
import { added, brokenIn, comparison } from "../../bench/runs.ts";

const costs = (...cpu: number[]) => cpu.map((each) => ({ wall: each, cpu: each }));
const calm = (samples: number) => Array.from({ length: samples }, () => 10);

describe("the tail of a sample", () => {
	test("is told as far as the sample reaches: a hundred for the 99th, twenty for the 95th", () => {
		expect([19, 20, 99, 100].map(tailOf)).toEqual([1, 0.95, 0.95, 0.99]);
	});

	test("one bad moment in a hundred breaks no bound, two do", () => {
		expect(isMiss(judgedOf("one", costs(...calm(99), 90), 40))).toBe(false);
		expect(isMiss(judgedOf("two", costs(...calm(98), 90, 90), 40))).toBe(true);
	});

	test("of a few it is the longest", () => {
		expect(judgedOf("few", costs(1, 2, 9), 40).cpu).toBe(9);
	});
});

describe("a bound", () => {
	test("is broken by more than a tenth, and by what is no number", () => {
		expect([44, 44.1, Number.NaN].map((cpu) => isMiss({ name: "", cpu, bound: 40 }))).toEqual([
			false,
			true,
			true,
		]);
	});
});

describe("runs", () => {
	const run = [
		{ name: "kept", cpu: 10, bound: 40 },
		{ name: "broken", cpu: 90, bound: 40 },
	];

	test("tell which bounds they broke", () => {
		expect(brokenIn(run)).toEqual(["broken"]);
	});

	test("of a part alone leave the others as they were measured before", () => {
		const mended = { name: "broken", cpu: 20, bound: 40 };
		expect(added(run, [mended])).toEqual([run[0], mended]);
		expect(brokenIn(added(run, [{ name: "kept", cpu: 12, bound: 40 }]))).toEqual(["broken"]);
	});

	test("are compared in what both measured", () => {
		const lines = comparison(run, [{ name: "kept", cpu: 5, bound: 40 }]).split("\n");
		expect(lines).toHaveLength(3);
		expect(lines.at(-1)).toContain("2.00 ×");
	});
});
