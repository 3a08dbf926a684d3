import { describe, expect, it } from "vitest";
import { sameValue } from "../../../src/core/same-value.ts";

describe("two plain values", () => {
	it.each([
		["the same text", "a", "a"],
		["nothing twice", null, null],
		["the same amounts", 10n ** 30n, 10n ** 30n],
		["members in another order", { a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 }],
		["an undefined member and a missing one", { a: 1, b: undefined }, { a: 1 }],
	])("are equal: %s", (_, left, right) => {
		expect(sameValue(left, right)).toBe(true);
		expect(sameValue(right, left)).toBe(true);
	});

	it.each([
		["a number and its text", 1, "1"],
		["a number and the same amount", 1, 1n],
		["nothing and an empty object", null, {}],
		["a list and an object with its members", ["a"], { 0: "a" }],
		["a list in another order", [1, 2], [2, 1]],
		["a longer list", [1], [1, 2]],
		["an additional member", { a: 1 }, { a: 1, b: null }],
		["as many members with other names", { a: undefined, b: 1 }, { a: 1, b: undefined }],
		["a member that every object inherits", { toString: undefined, a: 1 }, { toString: 1 }],
		["a deeply nested value", { a: [{ b: "c" }] }, { a: [{ b: "d" }] }],
	])("differ: %s", (_, left, right) => {
		expect(sameValue(left, right)).toBe(false);
		expect(sameValue(right, left)).toBe(false);
	});
});
