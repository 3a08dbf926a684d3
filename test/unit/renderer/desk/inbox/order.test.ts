import { describe, expect, it } from "vitest";
import {
	adjacentEntry,
	chosenEntry,
	successorOf,
} from "../../../../../src/renderer/desk/inbox/inbox-page.tsx";
import { entry } from "../../../../preview/samples/desk.ts";

const [a, b, c] = ["a", "b", "c"].map((id) => entry({ id, sessionId: `session of ${id}` }));
if (a === undefined || b === undefined || c === undefined) throw new Error("no entries");
const all = [a, b, c];

describe("the chosen entry", () => {
	it.each([
		["the user’s choice", { entryId: "b", sessionId: "session of c" }, "b"],
		["the one of the conversation", { entryId: "gone", sessionId: "session of c" }, "c"],
		["the first", { entryId: null, sessionId: null }, "a"],
	])("is %s", (_, choice, id) => {
		expect(chosenEntry(all, choice)?.id).toBe(id);
	});

	it("is absent in an empty list", () => {
		expect(chosenEntry([], { entryId: "a", sessionId: null })).toBeNull();
	});
});

describe("a step through the list", () => {
	it.each([
		["down", b, 1, "c"],
		["up", b, -1, "a"],
		["stays at the end", c, 1, "c"],
		["stays at the start", a, -1, "a"],
		["begins with the first", null, 1, "a"],
	] as const)("%s", (_, chosen, by, id) => {
		expect(adjacentEntry(all, chosen, by)?.id).toBe(id);
	});

	it("leads nowhere in an empty list", () => {
		expect(adjacentEntry([], null, 1)).toBeNull();
	});
});

describe("the entry after a rejected request", () => {
	it.each([
		["the one below", "a", "b"],
		["of the last is the one above", "c", "b"],
	])("is %s", (_, gone, id) => {
		expect(successorOf(all, gone)?.id).toBe(id);
	});

	it("is absent if it was the only one", () => {
		expect(successorOf([a], "a")).toBeNull();
	});
});
