import { describe, expect, it } from "vitest";
import type { TranscriptItem } from "../../../../../src/ipc/conversations.ts";
import { isSame } from "../../../../../src/renderer/desk/session/same.ts";
import { findIn, stepMatch } from "../../../../../src/renderer/desk/session/search.ts";
import { everything, message, task, tool, value } from "../../../../preview/samples/transcript.ts";

const items: readonly TranscriptItem[] = [
	message("m1", "user", "Swap Ether for USDC"),
	tool("t1", "uniswap.quote", {
		args: value({ from: "ETH" }),
		result: value({ pool: "v4-deep" }),
		note: "For a minute.",
	}),
	task("k1", "Watch", {
		app: "scout",
		message: "All done",
		steps: [
			{ kind: "note", seq: 0, text: "Price fell" },
			{ kind: "tool", seq: 1, name: "pool.read", args: value(1), preview: "2,941" },
		],
		tools: [tool("t2", "chain.read", { result: value("block 7") })],
	}),
	{ kind: "turn", key: "u1", state: "complete", at: 0 },
	{ kind: "error", key: "x1", text: "Timed out", at: 0 },
];

describe("the search of a conversation", () => {
	it.each([
		["ether", [0]],
		["UNISWAP.quote", [1]],
		["v4-deep", [1]],
		["for a minute", [1]],
		["price FELL", [2]],
		["2,941", [2]],
		["block 7", [2]],
		["all done", [2]],
		["timed", [4]],
		["ＵＳＤＣ", [0]],
		["e", [0, 1, 2, 4]],
		["nowhere", []],
		["complete", []],
	])("finds “%s” in what was said, in tools and in tasks", (text, places) => {
		expect(findIn(items, text)).toEqual(places);
	});

	it("finds nothing where nothing is looked for", () => {
		expect(findIn(items, "  ")).toEqual([]);
	});

	it("begins with the newest, and goes round at both ends", () => {
		expect(stepMatch(3, null, -1)).toBe(2);
		expect(stepMatch(3, null, 1)).toBe(2);
		expect(stepMatch(3, 0, -1)).toBe(2);
		expect(stepMatch(3, 2, 1)).toBe(0);
		expect(stepMatch(3, 1, -1)).toBe(0);
		expect(stepMatch(0, null, 1)).toBeNull();
	});
});

describe("an item that main sent again", () => {
	it("is the same where nothing in it changed, however deep", () => {
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
