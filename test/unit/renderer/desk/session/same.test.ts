import { describe, expect, it } from "vitest";
import { isSame } from "../../../../../src/renderer/desk/session/item.tsx";
import { everything } from "../../../../preview/samples/transcript.ts";

describe("an item sent again by main", () => {
	it("is equal if nothing in it changed, at any depth", () => {
		expect(isSame(everything(), structuredClone(everything()))).toBe(true);
	});
	it.each([
		[{ a: [1, 2] }, { a: [1, 3] }],
		[{ a: [1] }, { a: [1, 2] }],
		[{ a: 1 }, { a: 1, b: 2 }],
		[{ a: undefined }, { b: undefined }],
		[[], {}],
		[null, {}],
		["1", 1],
	])("differs if %j became %j", (before, after) => {
		expect(isSame(before, after)).toBe(false);
	});
});
