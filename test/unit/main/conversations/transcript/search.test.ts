import { describe, expect, it } from "vitest";
import type { TranscriptItem } from "../../../../../src/ipc/conversations.ts";
import { mayHave, seekerOf } from "../../../../../src/main/conversations/transcript/search.ts";
import { message, task, tool, value } from "../../../../preview/samples/transcript.ts";

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

describe("a conversation search", () => {
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
	])("finds “%s” in messages, tools and tasks", (text, places) => {
		const seeker = seekerOf(text);
		expect(items.flatMap((item, index) => (seeker?.isIn(item) === true ? [index] : []))).toEqual(places);
	});

	it("finds nothing for an empty query", () => {
		expect(seekerOf("  ")).toBeNull();
	});

	it.each([
		["a text of an item", 'say "hi" to 7', { content: 'Say "Hi" to 7.' }],
		["a value as it is printed", '"from": "ETH"', { args: { from: "ETH" } }],
		["another form of the same letters", "ＵＳＤＣ", { content: "usdc" }],
	])("misses no event that has it as %s", (_, text, event) => {
		const seeker = seekerOf(text);
		if (seeker === null) throw new Error("nothing is looked for");
		expect(mayHave(JSON.stringify(event), seeker)).toBe(true);
		expect(mayHave(JSON.stringify({ content: "else" }), seeker)).toBe(false);
	});
});
