import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../../../../src/ipc/inbox.ts";
import { grouped } from "../../../../../src/ipc/inbox-order.ts";
import {
	choices,
	type Filters,
	filtered,
	type Line,
	listing,
	NO_FILTERS,
} from "../../../../../src/renderer/desk/inbox/model.ts";
import { entry } from "../../../../preview/samples/desk.ts";

/** Pending requests in the list. */

const text = message("desk.inbox.filter.no-match");
const danger = (id: string, change: Partial<InboxEntryView> = {}) =>
	entry({ id, worst: { severity: "danger", text }, ...change });
const caution = (id: string, change: Partial<InboxEntryView> = {}) =>
	entry({ id, worst: { severity: "caution", text }, ...change });
const ids = (entries: readonly InboxEntryView[]) => entries.map(({ id }) => id);
const shape = (lines: readonly Line[]) =>
	lines.map((line) => (line.kind === "entry" ? line.entry.id : `${line.kind} ${line.key}`));
const shown = (inbox: readonly InboxEntryView[], filters: Partial<Filters> = {}, folded: string[] = []) =>
	listing(inbox, { ...NO_FILTERS, ...filters }, "risk", new Set(folded));

describe("the order", () => {
	const inbox = [
		entry({ id: "calm", sessionId: "1", expiresAt: 1, cents: "5" }),
		caution("caution", { sessionId: "2", expiresAt: 3, arrivedAt: 9 }),
		danger("danger", { sessionId: "3", expiresAt: 4, cents: "90" }),
		danger("muted", { sessionId: "4", muted: true, expiresAt: 0, cents: "999" }),
	];
	it.each([
		["risk", ["danger", "caution", "calm", "muted"]],
		["expiry", ["calm", "caution", "danger", "muted"]],
		["worth", ["danger", "calm", "caution", "muted"]],
	] as const)("by %s puts muted ones last", (sort, order) => {
		expect(grouped(inbox, sort).flatMap((group) => ids(group.entries))).toEqual(order);
	});
});

describe("groups", () => {
	it("contain a session or a batch, with their number and total worth", () => {
		const step = (index: number, change: Partial<InboxEntryView> = {}) =>
			entry({ id: `b${index}`, sessionId: "s", batch: { id: "B", index }, cents: "100", ...change });
		const groups = grouped([step(1), step(0), entry({ id: "a", sessionId: "s", cents: null })], "expiry");
		expect(groups.map(({ kind, entries, cents }) => [kind, ids(entries), cents])).toEqual([
			["batch", ["b0", "b1"], 200n],
			["session", ["a"], null],
		]);
	});
	it("are a danger, or unlimited, if one member is", () => {
		const [group] = grouped([entry({ id: "a" }), danger("b", { unlimited: true })], "risk");
		expect([group?.danger, group?.unlimited]).toEqual([true, true]);
	});
	it("that are folded keep their position in the pager", () => {
		const inbox = [entry({ id: "a", sessionId: "s" }), entry({ id: "b", sessionId: "s" })];
		const { lines, waiting } = shown(inbox, {}, ["session s"]);
		expect(shape(lines)).toEqual(["group session s"]);
		expect(ids(waiting)).toEqual(["a", "b"]);
	});
	it("of a single request have no header, and are never folded", () => {
		const inbox = [
			entry({ id: "a", sessionId: "s" }),
			entry({ id: "b", sessionId: "s" }),
			entry({ id: "alone", sessionId: "t" }),
		];
		const members = (lines: readonly Line[]) =>
			lines.flatMap((line) => (line.kind === "entry" ? [[line.entry.id, line.isMember]] : []));
		const { lines } = shown(inbox, {}, ["session t"]);
		expect(shape(lines)).toEqual(["group session s", "a", "b", "alone"]);
		expect(members(lines)).toEqual([
			["a", true],
			["b", true],
			["alone", false],
		]);
	});
});

describe("search and filters", () => {
	const inbox = [
		entry({ id: "swap", app: "uniswap", chain: "Base", headline: "Swap 1.5 ETH" }),
		danger("pay", { app: "payroll", chain: "Arbitrum One", headline: "Send 12,000 USDC", sessionId: "pay" }),
	];
	it("find rows with every word, in any case", () => {
		expect(ids(filtered(inbox, { ...NO_FILTERS, text: "usdc SEND" }))).toEqual(["pay"]);
		expect(ids(filtered(inbox, { ...NO_FILTERS, text: "usdc swap" }))).toEqual([]);
	});
	it.each<readonly [Partial<Filters>, string[]]>([
		[{ risk: "danger" }, ["pay"]],
		[{ risk: "calm" }, ["swap"]],
		[{ chain: "Base" }, ["swap"]],
		[{ app: "payroll" }, ["pay"]],
		[{ sessionId: "pay" }, ["pay"]],
		[{ risk: "danger", chain: "Base" }, []],
	])("find rows that match every filter: %o", (filters, found) => {
		expect(ids(filtered(inbox, { ...NO_FILTERS, ...filters }))).toEqual(found);
	});
	it("show the number of matches and of dangers", () => {
		const { waiting, total, dangers } = shown(inbox, { chain: "Base" });
		expect([waiting.length, total, dangers]).toEqual([1, 2, 1]);
	});
	it("offer each value of a waiting request, once", () => {
		expect(
			choices([...inbox, entry({ id: "x", state: "done", chain: "Zora" })], ({ chain }) => chain),
		).toEqual(["Arbitrum One", "Base"]);
	});
});

describe("requests that do not wait", () => {
	it("are below: snoozed, settling, done", () => {
		const inbox = [
			entry({ id: "done", state: "done" }),
			entry({ id: "settling", state: "settling" }),
			entry({ id: "away", snoozedUntil: 5 }),
			entry({ id: "here", sessionId: "s" }),
		];
		const { lines, waiting, total } = shown(inbox);
		expect(shape(lines)).toEqual([
			"here",
			"title away",
			"away",
			"title settling",
			"settling",
			"title done",
			"done",
		]);
		expect([ids(waiting), total]).toEqual([["here"], 1]);
	});
});
