import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../../../src/ipc/inbox.ts";
import {
	beginRun,
	decide,
	extendRun,
	type TriageRun,
	triageView,
} from "../../../../src/main/inbox/triage.ts";
import { entry } from "../../../preview/samples/desk.ts";

const worst = { severity: "danger", text: message("desk.inbox.filter.no-match") } as const;
const START = 1_000_000;

const invoices = ["i1", "i2", "i3"].map((id, index) =>
	entry({ id, sessionId: "invoices", session: "November", expiresAt: START + index, cents: "100" }),
);
const swap = entry({ id: "swap", sessionId: "swaps", session: "Swaps", expiresAt: START - 1, cents: null });
const theft = entry({ id: "theft", sessionId: "claims", session: "Claims", worst, unlimited: true });
const ALL = [...invoices, swap, theft];

const ids = (run: TriageRun) => run.members.map(({ id }) => id);
const viewOf = (
	run: TriageRun,
	change: Partial<Parameters<typeof triageView>[1]> & { readonly ended?: readonly string[] } = {},
) =>
	triageView(run, {
		views: ALL,
		isWaiting: (id) => !(change.ended ?? run.decisions.map((each) => each.id)).includes(id),
		current: null,
		next: null,
		rejection: null,
		...change,
	});

describe("the order of a triage", () => {
	it("is the highest risk, then the shortest time left, session by session", () => {
		expect(ids(beginRun(ALL, START))).toEqual(["theft", "swap", "i1", "i2", "i3"]);
	});

	it("appends later requests, and changes for nothing else", () => {
		const run = beginRun([swap, ...invoices], START);
		expect(ids(extendRun(run, ALL))).toEqual(["swap", "i1", "i2", "i3", "theft"]);
		expect(extendRun(run, [swap])).toBe(run);
	});
});

describe("the marks of a triage", () => {
	const run = decide(decide(beginRun(ALL, START), ["theft"], "rejected", START), ["i1"], "approved", START);

	it("show what was decided here, and what ended by itself", () => {
		const { marks, at } = viewOf(run, { current: "i2", ended: ["theft", "i1", "swap"] });
		expect(marks).toEqual(["rejected", "over", "approved", "waiting", "waiting"]);
		expect(at).toBe(4);
	});

	it("show an undone decision as waiting", () => {
		expect(viewOf(run, { ended: ["i1"] }).marks[0]).toBe("waiting");
	});

	it("show the latest of several decisions", () => {
		expect(viewOf(decide(run, ["theft"], "later", START)).marks[0]).toBe("later");
	});

	it("ignore decisions on requests outside of the run", () => {
		expect(decide(run, ["other"], "rejected", START).decisions).toHaveLength(2);
	});
});

describe("the time left", () => {
	const decided = (count: number, each: number) =>
		["theft", "swap", "i1", "i2", "i3"]
			.slice(0, count)
			.reduce(
				(run, id, index) => decide(run, [id], "rejected", START + each * (index + 1)),
				beginRun(ALL, START),
			);

	it("is the pace so far times the number of waiting requests, from the third decision on", () => {
		expect(viewOf(decided(2, 9_000)).msLeft).toBeNull();
		expect(viewOf(decided(3, 9_000)).msLeft).toBe(18_000);
		expect(viewOf(decided(4, 9_000)).msLeft).toBe(9_000);
	});

	it("is absent once nothing waits", () => {
		expect(viewOf(decided(5, 9_000)).msLeft).toBeNull();
	});

	it("ignores a clock that was set back", () => {
		expect(viewOf(decided(3, -9_000)).msLeft).toBe(0);
	});
});

describe("the sessions of a triage", () => {
	const run = decide(beginRun(ALL, START), ["theft", "i2"], "rejected", START);

	it("count decided requests, and lead to waiting ones", () => {
		const { groups } = viewOf(run, { current: "i3" });
		expect(
			groups.map(({ session, decided, of, isCurrent, firstWaiting }) => [
				session,
				decided,
				of,
				isCurrent,
				firstWaiting,
			]),
		).toEqual([
			["Claims", 1, 1, false, null],
			["Swaps", 0, 1, false, "swap"],
			["November", 1, 3, true, "i1"],
		]);
	});

	it("sum up amounts with a price, and name the risk only while its request waits", () => {
		const waiting = viewOf(beginRun(ALL, START)).groups;
		expect(waiting.map(({ cents }) => cents)).toEqual([null, null, "300"]);
		expect(waiting[0]).toMatchObject({ unlimited: true, isDanger: true });
		expect(viewOf(run).groups[0]).toMatchObject({ unlimited: false, isDanger: false });
	});

	it("keep the name of a session whose requests are gone", () => {
		const gone: readonly InboxEntryView[] = [];
		expect(viewOf(run, { views: gone }).groups.map(({ session }) => session)).toEqual([
			"Claims",
			"Swaps",
			"November",
		]);
	});
});
