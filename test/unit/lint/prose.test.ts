import { describe, expect, it } from "vitest";
import { commentFaults, nameFaults, proseFaults, wordsOf } from "../../../scripts/lint/prose.mjs";

const linesOf = (source: string) => commentFaults(source).map(({ line }) => line);

describe("the prose lint", () => {
	it("finds a comment that opens with a relative pronoun", () => {
		expect(linesOf("/** What the user holds. */\nconst held = 1;")).toEqual([1]);
		expect(linesOf("const held = 1;\n\t// Who may take it.\n")).toEqual([2]);
		expect(linesOf("/**\n * Which one it is.\n */\n")).toEqual([1]);
	});

	it("accepts a comment that opens with a verb or a noun", () => {
		expect(linesOf("/** Returns the balance, `null` if the RPC doesn't answer. */\n")).toEqual([]);
		expect(linesOf("/** Balances of any token. */\n")).toEqual([]);
		expect(linesOf('const text = "What is it";\n')).toEqual([]);
	});

	it("requires the cause of null instead of its place", () => {
		expect(linesOf("/** Token, `null` where there is none. */\n")).toEqual([1]);
		expect(linesOf("/** Token, `null` if there is none. */\n")).toEqual([]);
	});

	it("finds a phrase that reads oddly, with its line, but not within code", () => {
		expect(linesOf("/** Shown beside the name. */\n")).toEqual([1]);
		expect(linesOf("const a = 1;\n// No longer valid for anybody.\n")).toEqual([2]);
		expect(linesOf("/** Returns `anybody` if the contract makes any call. */\n")).toEqual([]);
		expect(linesOf("/** @param beside the similar address */\n")).toEqual([]);
	});

	it("finds a vague word within declared names", () => {
		const names = (source: string) => nameFaults(source).map(({ name, line }) => `${line} ${name}`);
		expect(names("function tellUser() {}\n")).toEqual(["1 tellUser"]);
		expect(names("interface Row {\n\treadonly isTold: boolean;\n}\n")).toEqual(["2 isTold"]);
		expect(names("class Store {\n\t#legs = 1;\n\tlegCount() {}\n}\n")).toEqual(["3 legCount"]);
		expect(names("const legend = 1;\nfunction intellect() {}\n")).toEqual([]);
		expect(names("function notify() {\n\tconst told = 1;\n\treturn told;\n}\n")).toEqual([]);
		expect(names("const sum = (legs: number, leg: number) => leg;\n")).toEqual(["1 leg"]);
		expect(names("function sum({ insights }: Review) {}\n")).toEqual(["1 insights"]);
	});

	it("accepts such a word in a standard term, and in a name that is stored, in its file alone", () => {
		const names = (path: string, source: string) => nameFaults(source, path).map(({ name }) => name);
		expect(names("src/core/code.ts", "function looksLikeHost() {}\nfunction lookAlikeOf() {}\n")).toEqual([]);
		expect(names("src/core/code.ts", "function lookAgain() {}\n")).toEqual(["lookAgain"]);
		const asked = "interface Row {\n\treadonly asked: number;\n}\n";
		expect(names("src/main/storage/proposals.ts", asked)).toEqual([]);
		expect(names("src/main/storage/journal.ts", asked)).toEqual(["asked"]);
	});

	it("splits names in camel, pascal and snake case", () => {
		expect(wordsOf("legCount")).toEqual(["leg", "count"]);
		expect(wordsOf("HTTPLeg_two")).toEqual(["http", "leg", "two"]);
	});

	it("finds nothing in the sources", () => {
		expect(proseFaults(process.cwd())).toEqual([]);
	});
});
