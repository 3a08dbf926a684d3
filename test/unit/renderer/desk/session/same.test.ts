import { describe, expect, it } from "vitest";
import { isSame } from "../../../../../src/renderer/desk/session/item.tsx";
import { everything } from "../../../../preview/samples/transcript.ts";

describe("an item that main sent again", () => {
	it("is the same if nothing in it changed, however deep", () => {
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
	])("is another where %j became %j", (before, after) => {
		expect(isSame(before, after)).toBe(false);
	});
});
