import { expect, it } from "vitest";
import { lowest, slopeOf } from "../../load/memory.ts";

const MB = 1_000_000;
const seconds = (count: number, usedAt: (second: number) => number) =>
	Array.from({ length: count }, (_, second) => ({ at: second * 1000, used: usedAt(second) }));

it("growth is measured in bytes a minute, and is 0 for constant use and for one sample", () => {
	expect(slopeOf(seconds(60, (second) => 100 * MB + second * MB))).toBeCloseTo(60 * MB);
	expect(slopeOf(seconds(60, () => 100 * MB))).toBe(0);
	expect(slopeOf(seconds(1, () => 100 * MB))).toBe(0);
});

it("the lowest use of each period shows live objects, without garbage", () => {
	const sawtooth = seconds(60, (second) => (100 + (second % 15)) * MB);
	expect(lowest(sawtooth).map(({ used }) => used / MB)).toEqual([100, 100, 100, 100]);
	const leaking = seconds(60, (second) => (100 + (second % 15) + Math.floor(second / 15)) * MB);
	expect(slopeOf(lowest(leaking))).toBeCloseTo(4 * MB);
});
