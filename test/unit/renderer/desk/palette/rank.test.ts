import { describe, expect, it } from "vitest";
import {
	type MatchGroup,
	mergedMarks,
	ranked,
	type Searchable,
} from "../../../../../src/renderer/desk/palette/rank.ts";

const item = (
	id: string,
	kind: Searchable["kind"],
	title: string,
	change: Partial<Searchable> = {},
): Searchable => ({
	id,
	kind,
	title,
	detail: "",
	words: [],
	...change,
});

const ITEMS: readonly Searchable[] = [
	item("ana", "waiting", "Send 2,400 USDC to Ana Lindqvist", { detail: "Payroll · Base" }),
	item("banana", "waiting", "Swap 3 BANANA for ETH", { detail: "Uniswap · Base" }),
	item("lock", "action", "Lock now", { words: ["keys", "vault"] }),
	item("payroll", "session", "Payroll of November"),
	item("tomas", "session", "Tomás Rey"),
	item("settings", "place", "Settings"),
	item("network", "place", "Networks", { words: ["Settings"] }),
];

const shape = (groups: readonly MatchGroup<Searchable>[]) =>
	groups.map(({ kind, matches }) => [kind, ...matches.map((match) => match.item.id)]);
const find = (query: string, recent: readonly string[] = []) => shape(ranked(ITEMS, query, recent));

describe("the palette finds", () => {
	it("items with every word, anywhere in title, detail or keywords", () => {
		expect(find("usdc base")).toEqual([["waiting", "ana"]]);
		expect(find("vault")).toEqual([["action", "lock"]]);
		expect(find("usdc vault")).toEqual([]);
	});

	it("a whole word before the start of one, and that before a part of one", () => {
		expect(find("ana")).toEqual([["waiting", "ana", "banana"]]);
		expect(find("set")).toEqual([["place", "settings", "network"]]);
	});

	it("parts of a word only with at least three letters", () => {
		expect(find("na")).toEqual([]);
		expect(find("no")).toEqual([
			["action", "lock"],
			["session", "payroll"],
		]);
	});

	it("accents and capitals in either form", () => {
		expect(find("tomas")).toEqual([["session", "tomas"]]);
		expect(find("TOMÁS")).toEqual([["session", "tomas"]]);
	});

	it("the group of the best match first", () => {
		expect(find("payroll")).toEqual([
			["session", "payroll"],
			["waiting", "ana"],
		]);
	});

	it("the recent ones of equal matches first", () => {
		const twins = ["a", "b"].map((id) => item(id, "action", "Pause an agent"));
		expect(shape(ranked(twins, "pause", ["b"]))).toEqual([["action", "b", "a"]]);
	});
});

describe("without a query", () => {
	it("recent items come first, the latest on top, and none twice", () => {
		expect(find("  ", ["lock", "gone", "ana"])).toEqual([
			["recent", "lock", "ana"],
			["waiting", "banana"],
			["session", "payroll", "tomas"],
			["place", "settings", "network"],
		]);
	});

	it("a group shows six items at most", () => {
		const many = Array.from({ length: 9 }, (_, index) => item(String(index), "waiting", "Send"));
		expect(ranked(many, "", [])[0]?.matches).toHaveLength(6);
	});
});

describe("the marks", () => {
	it("fit the title as it is written", () => {
		const [group] = ranked(ITEMS, "tomas rey", []);
		expect(group?.matches[0]?.marks).toEqual([
			[0, 5],
			[6, 9],
		]);
	});

	it("are merged where they overlap", () => {
		expect(
			mergedMarks([
				[4, 8],
				[0, 5],
				[10, 12],
			]),
		).toEqual([
			[0, 8],
			[10, 12],
		]);
	});
});
