import { describe, expect, it } from "vitest";
import { deepLinkOfCommandLine, readDeepLink } from "../../../../../src/main/desktop/lifecycle/deep-link.ts";

describe("a deep link", () => {
	it("names an entry or a session", () => {
		expect(readDeepLink("countersign://entry/commit-1")).toEqual({ kind: "entry", id: "commit-1" });
		expect(readDeepLink("countersign://entry/a%3Ab%2Fc/")).toEqual({ kind: "entry", id: "a:b/c" });
		expect(readDeepLink("countersign://session/ses_1")).toEqual({ kind: "session", id: "ses_1" });
	});

	it.each([
		"countersign://approve/commit-1",
		"countersign://session/",
		"countersign://session/a?say=send",
		"countersign://Session/a",
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
		expect(readDeepLink(link)).toBeNull();
	});

	it("is found among a command line's arguments", () => {
		expect(deepLinkOfCommandLine(["app", "--flag", "countersign://entry/x"])).toEqual({
			kind: "entry",
			id: "x",
		});
	});

	it("is refused if a command line contains none, or several", () => {
		expect(deepLinkOfCommandLine(["app", "."])).toBeNull();
		expect(deepLinkOfCommandLine(["countersign://entry/x", "countersign://session/y"])).toBeNull();
	});
});
