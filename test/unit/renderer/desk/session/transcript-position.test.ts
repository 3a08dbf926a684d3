import { describe, expect, it } from "vitest";
import {
	indexInViewport,
	stepMatch,
	unheldPx,
	viewportOf,
	wantedPosition,
} from "../../../../../src/renderer/desk/session/transcript-position.ts";

/** The range of a transcript that a window requests. */

const part = (from: number, length: number, total: number) => ({ from, total, items: { length } });
const rows = (first: number, last: number) => ({ rows: { first, last }, top: 0, end: 0 });

describe("a partly loaded transcript", () => {
	it("requests nothing while enough is loaded around the visible range", () => {
		expect(wantedPosition(part(1_000, 160, 5_000), rows(60, 75))).toBeNull();
		expect(wantedPosition(part(0, 160, 5_000), rows(0, 12))).toBeNull();
		expect(wantedPosition(part(4_840, 160, 5_000), rows(145, 159))).toBeNull();
		expect(wantedPosition(part(0, 7, 7), rows(0, 6))).toBeNull();
	});

	it("requests the visible range's surroundings before its own rows end", () => {
		expect(wantedPosition(part(1_000, 160, 5_000), rows(20, 35))).toEqual({ kind: "index", index: 1_020 });
		expect(wantedPosition(part(1_000, 160, 5_000), rows(130, 145))).toEqual({ kind: "index", index: 1_130 });
	});

	it("finds the visible range from the scroll position, loaded or not", () => {
		const held = part(4_840, 160, 5_000);
		const above = { rows: null, top: 100 * unheldPx(5_000), end: 4_840 * unheldPx(5_000) + 9_000 };
		expect(indexInViewport(held, above)).toBe(100);
		expect(wantedPosition(held, above)).toEqual({ kind: "index", index: 100 });
		const below = { rows: null, top: 9_000 + 10 * unheldPx(5_000), end: 9_000 };
		expect(wantedPosition(part(0, 160, 5_000), below)).toEqual({ kind: "index", index: 170 });
	});

	it("is never higher than a page can be, for any length", () => {
		expect(unheldPx(1_000_000) * 1_000_000).toBeLessThanOrEqual(16_000_000);
		expect([unheldPx(100), unheldPx(0)]).toEqual([64, 64]);
	});
});

describe("the matches of a search", () => {
	it("begin with the newest, and wrap at both ends", () => {
		expect(stepMatch(3, null, -1)).toBe(2);
		expect(stepMatch(3, null, 1)).toBe(2);
		expect(stepMatch(3, 0, -1)).toBe(2);
		expect(stepMatch(3, 2, 1)).toBe(0);
		expect(stepMatch(3, 1, -1)).toBe(0);
		expect(stepMatch(0, null, 1)).toBeNull();
	});
});

describe("the visible range of a transcript", () => {
	const measured = [0, 1, 2, 3].map((index) => ({ index, start: index * 100, end: index * 100 + 90 }));

	it("contains the rows partly inside the window", () => {
		expect(viewportOf(measured, 95, 110)).toEqual({ rows: { first: 1, last: 2 }, top: 95, end: 390 });
		expect(viewportOf(measured, 50, 50)).toEqual({ rows: { first: 0, last: 0 }, top: 50, end: 390 });
	});

	it("is empty if the window is between rows, or outside all", () => {
		expect(viewportOf(measured, 90, 10).rows).toBeNull();
		expect(viewportOf(measured, 5_000, 500)).toEqual({ rows: null, top: 5_000, end: 390 });
		expect(viewportOf([], 0, 500)).toEqual({ rows: null, top: 0, end: 0 });
	});
});
