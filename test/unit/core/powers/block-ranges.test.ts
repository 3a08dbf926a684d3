import { describe, expect, it } from "vitest";
import { addRange, blocksIn, missingRanges } from "../../../../src/core/powers/block-ranges.ts";

const range = (from: number, to: number) => ({ from, to });

describe("ranges of blocks", () => {
	it("joins ranges that overlap or touch, and keeps the others apart", () => {
		const some = [range(0, 9), range(20, 29)];
		expect(addRange(some, range(10, 12))).toEqual([range(0, 12), range(20, 29)]);
		expect(addRange(some, range(5, 19))).toEqual([range(0, 29)]);
		expect(addRange(some, range(12, 15))).toEqual([range(0, 9), range(12, 15), range(20, 29)]);
		expect(addRange(some, range(40, 41))).toEqual([...some, range(40, 41)]);
		expect(addRange([], range(3, 3))).toEqual([range(3, 3)]);
	});

	it("ignores an empty range", () => {
		expect(addRange([range(0, 9)], range(12, 11))).toEqual([range(0, 9)]);
	});

	it("lists what is missing between, before and after", () => {
		const some = [range(10, 19), range(30, 39)];
		expect(missingRanges(range(0, 49), some)).toEqual([range(0, 9), range(20, 29), range(40, 49)]);
		expect(missingRanges(range(15, 35), some)).toEqual([range(20, 29)]);
		expect(missingRanges(range(10, 19), some)).toEqual([]);
		expect(missingRanges(range(5, 8), some)).toEqual([range(5, 8)]);
		expect(missingRanges(range(50, 60), some)).toEqual([range(50, 60)]);
		expect(missingRanges(range(9, 8), some)).toEqual([]);
	});

	it("counts blocks", () => {
		expect(blocksIn([range(0, 9), range(20, 20)])).toBe(11);
	});
});
