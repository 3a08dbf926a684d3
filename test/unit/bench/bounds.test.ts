import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeMiss, isMiss, ratioMeasurement, tailMeasurement, tailOf } from "../../bench/bounds.ts";
import { added, brokenIn, comparison, lastRun, saveRun } from "../../bench/runs.ts";

const costs = (...cpu: number[]) => cpu.map((each) => ({ wall: each, cpu: each }));
const calm = (samples: number) => Array.from({ length: samples }, () => 10);

describe("the tail of a sample", () => {
	test("is computed only with enough samples: a hundred for the 99th, twenty for the 95th", () => {
		expect([19, 20, 99, 100].map(tailOf)).toEqual([1, 0.95, 0.95, 0.99]);
	});

	test("breaks no bound with one outlier in a hundred, but does with two", () => {
		expect(isMiss(tailMeasurement("one", costs(...calm(99), 90), 40))).toBe(false);
		expect(isMiss(tailMeasurement("two", costs(...calm(98), 90, 90), 40))).toBe(true);
	});

	test("is taken from the clock or from processor time", () => {
		const mixed = Array.from({ length: 100 }, () => ({ wall: 30, cpu: 50 }));
		expect(tailMeasurement("quiet", mixed, 40, "wall")).toMatchObject({ value: 30, unit: "ms" });
		expect(tailMeasurement("busy", mixed, 40)).toMatchObject({ value: 50, unit: "ms of processor time" });
	});

	test("is the maximum of a small sample", () => {
		expect(tailMeasurement("few", costs(1, 2, 9), 40).value).toBe(9);
	});
});

describe("a bound", () => {
	test("is broken by more than a tenth, and by an invalid number", () => {
		expect([44, 44.1, Number.NaN].map((value) => isMiss({ name: "", value, bound: 40, unit: "ms" }))).toEqual(
			[false, true, true],
		);
	});
});

describe("a ratio to a bare counterpart", () => {
	test("compares medians, and is broken by more than a tenth", () => {
		const ratio = (ours: number) => ratioMeasurement("sent", costs(ours, ours, 900), costs(2, 2, 900), 10);
		expect(ratio(20)).toMatchObject({ value: 10, bound: 10, unit: "×" });
		expect([22, 22.1].map((ours) => isMiss(ratio(ours)))).toEqual([false, true]);
	});
});

describe("a bound in another unit than processor time", () => {
	const rounds = { name: "an opinion", value: 4, bound: 3.9, unit: "rounds" } as const;

	test("is broken by one if it is counted, and by more than a tenth if it is measured", () => {
		expect(isMiss(rounds)).toBe(true);
		expect(isMiss({ ...rounds, unit: "MB" })).toBe(false);
		expect(isMiss({ ...rounds, unit: "MB", value: 4.3 })).toBe(true);
	});

	test("is shown in its unit, also by the next run", () => {
		expect(describeMiss(rounds)).toContain("4 rounds");
		expect(describeMiss(tailMeasurement("an approval", costs(4), 40))).toContain("4.0 ms of processor time");
		const file = join(mkdtempSync(join(tmpdir(), "bounds-")), "last.json");
		saveRun([rounds], file);
		expect(brokenIn(lastRun(file))).toEqual(["an opinion"]);
		rmSync(dirname(file), { recursive: true });
	});
});

describe("runs", () => {
	const run = [
		{ name: "kept", value: 10, bound: 40, unit: "ms" } as const,
		{ name: "broken", value: 90, bound: 40, unit: "ms" } as const,
	];

	test("name their broken bounds", () => {
		expect(brokenIn(run)).toEqual(["broken"]);
	});

	test("of one part keep the others' earlier results", () => {
		const mended = { name: "broken", value: 20, bound: 40, unit: "ms" } as const;
		expect(added(run, [mended])).toEqual([run[0], mended]);
		expect(brokenIn(added(run, [{ name: "kept", value: 12, bound: 40, unit: "ms" } as const]))).toEqual([
			"broken",
		]);
	});

	test("are compared for the parts that both measured", () => {
		const lines = comparison(run, [{ name: "kept", value: 5, bound: 40, unit: "ms" } as const]).split("\n");
		expect(lines).toHaveLength(3);
		expect(lines.at(-1)).toContain("2.00 ×");
	});
});
