import { describe, expect, it } from "vitest";
import { answerOfError, HEAVIEST_WISH, readWish, weigh, wordsOf } from "../../../src/main/desktop/wish.ts";

const names = ["lock", "unlock"];

describe("a wish over a channel", () => {
	it("is one name of that half with its input", () => {
		expect(readWish([{ name: "lock", input: {} }], names)).toEqual({ name: "lock", input: {} });
	});

	it.each([
		["no argument", []],
		["two arguments", [{ name: "lock", input: {} }, 1]],
		["an unknown name", [{ name: "approve", input: {} }]],
		["a name of every object", [{ name: "constructor", input: {} }]],
		["another shape", [["lock", {}]]],
		["an additional member", [{ name: "lock", input: {}, more: 1 }]],
		["a name that is no text", [{ name: 1, input: {} }]],
		["nothing", [undefined]],
	])("is refused with %s", (_what, args) => {
		expect(readWish(args, names)).toBeNull();
	});

	it("is refused above its size, and taken just below", () => {
		expect(readWish([{ name: "lock", input: "a".repeat(HEAVIEST_WISH) }], names)).toBeNull();
		expect(readWish([{ name: "lock", input: "a".repeat(HEAVIEST_WISH - 100) }], names)).not.toBeNull();
		expect(
			readWish([{ name: "lock", input: Array.from({ length: HEAVIEST_WISH }, () => 1) }], names),
		).toBeNull();
	});
});

describe("weighing", () => {
	it("refuses what is no plain data", () => {
		for (const value of [new Map(), new Date(), new Uint8Array(2), 1n, undefined, () => 1])
			expect(weigh({ value })).toBe(Number.POSITIVE_INFINITY);
	});

	it("refuses what nests too deep or turns back on itself", () => {
		const circle: Record<string, unknown> = {};
		circle["self"] = circle;
		expect(weigh(circle)).toBe(Number.POSITIVE_INFINITY);
	});
});

describe("an error as a window's answer", () => {
	it("brings the app's own words", () => {
		const error = Object.assign(new Error("inner"), { words: "The RPC is down." });
		expect(answerOfError("retry", error)).toEqual({ ok: false, words: "The RPC is down." });
	});

	it("hides everything of any other error", () => {
		expect(wordsOf(new Error("ENOENT /home/someone/vault"))).not.toContain("vault");
		expect(wordsOf("text")).toBe(wordsOf(new Error("other")));
	});

	it("is null for the one procedure that answers with no outcome", () => {
		expect(answerOfError("watchTranscript", new Error("x"))).toBeNull();
	});
});
