import { describe, expect, it } from "vitest";
import { entryOfCommandLine, entryOfLink } from "../../../../src/main/desktop/deep-link.ts";

describe("a deep link", () => {
	it("names an entry", () => {
		expect(entryOfLink("countersign://entry/commit-1")).toBe("commit-1");
		expect(entryOfLink("countersign://entry/a%3Ab%2Fc/")).toBe("a:b/c");
	});

	it.each([
		"countersign://approve/commit-1",
		"countersign://entry/",
		"countersign://entry/a/b",
		"countersign://entry/a?approve=1",
		"countersign://entry/a#b",
		"countersign://user@entry/a",
		"countersign:entry/a",
		"https://entry/a",
		" countersign://entry/a",
		"countersign://entry/%E0%A4%A",
		"countersign://entry/a%00b",
		"countersign://entry/a%E2%80%AEb",
		`countersign://entry/${"a".repeat(401)}`,
	])("is refused: %s", (link) => {
		expect(entryOfLink(link)).toBeNull();
	});

	it("is found among a command line's arguments", () => {
		expect(entryOfCommandLine(["app", "--flag", "countersign://entry/x"])).toBe("x");
	});

	it("is refused where a command line names none, or several", () => {
		expect(entryOfCommandLine(["app", "."])).toBeNull();
		expect(entryOfCommandLine(["countersign://entry/x", "countersign://entry/y"])).toBeNull();
	});
});
