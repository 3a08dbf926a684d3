import { describe, expect, it } from "vitest";
import { isTooDeep, MAX_DEPTH } from "../../../src/service-api/depth.ts";

const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

describe("the depth of a record", () => {
	it("is bounded, lists and objects alike", () => {
		expect(isTooDeep(nested(MAX_DEPTH + 1))).toBe(false);
		expect(isTooDeep(nested(MAX_DEPTH + 2))).toBe(true);
		expect(isTooDeep(nested(100_000))).toBe(true);
		const text = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
		expect(isTooDeep(JSON.parse(text))).toBe(true);
	});

	it("does not depend on its width", () => {
		expect(isTooDeep(Array.from({ length: 50_000 }, () => [{}]))).toBe(false);
		expect(isTooDeep("text")).toBe(false);
		expect(isTooDeep(null)).toBe(false);
	});
});
