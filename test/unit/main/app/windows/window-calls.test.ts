import { describe, expect, it } from "vitest";
import { applyDeskPush } from "../../../../../src/ipc/apply-push.ts";
import { DESK_TOPICS, type DeskTopic } from "../../../../../src/ipc/topics.ts";
import type { DeskPush, DeskView } from "../../../../../src/ipc/windows.ts";
import { DeskFeed } from "../../../../../src/main/app/windows/window-calls.ts";
import { DESK_SCREEN } from "../../../../../src/main/app/windows/windows.ts";
import type { EventName } from "../../../../../src/main/events.ts";
import { deskView, entry, session } from "../../../../preview/samples/desk.ts";

/** Creates a desk with a view that the test changes, and counts how often each topic is composed. */
function scene(first: Partial<DeskView> = {}) {
	let is = deskView(first);
	const counts = new Map<DeskTopic, number>();
	const failing = new Set<DeskTopic>();
	const lines: string[] = [];
	let now = 1_000;
	const told = new DeskFeed(
		DESK_SCREEN,
		(name) => {
			counts.set(name, (counts.get(name) ?? 0) + 1);
			if (failing.has(name)) throw new Error("no composition");
			return structuredClone(is[name]);
		},
		() => now,
		(line) => lines.push(line),
	);
	let held: DeskView | null = null;
	return {
		told,
		failing,
		lines,
		held: () => held,
		/** Changes main's view. */
		becomes(change: Partial<DeskView>) {
			is = { ...is, ...change };
			now += 1;
		},
		push(): DeskPush | null {
			const push = told.next();
			if (push !== null) held = applyDeskPush(held, push);
			return push;
		},
		/** Returns the topics composed since its last call. */
		composed(): readonly DeskTopic[] {
			const names = [...counts.keys()].toSorted();
			counts.clear();
			return names;
		},
		times: (name: DeskTopic) => counts.get(name) ?? 0,
	};
}

/** Lists the topics in a push. */
function carried(push: DeskPush | null): readonly string[] {
	if (push?.kind !== "deskPatch" || push.patch.kind !== "fields") return [];
	return push.patch.fields
		.map(([name]) => name)
		.filter((name) => DESK_TOPICS.some((topic) => topic === name))
		.toSorted();
}

describe("the state sent to the desk", () => {
	it("is complete first, and then only changes", () => {
		const { push, becomes, told, held } = scene();
		expect(push()).toMatchObject({ kind: "desk", view: { revision: 1, now: 1_000 } });
		becomes({ activity: [] });
		told.changed("journal-changed");
		expect(carried(push())).toEqual(["activity"]);
		expect(held()).toMatchObject({ activity: [], revision: 2, now: 1_001 });
	});

	it("is empty if the new composition equals the last", () => {
		const { push, told, composed } = scene();
		push();
		composed();
		told.changed("app-changed");
		expect(push()).toBeNull();
		expect(composed()).toHaveLength(DESK_TOPICS.length);
		expect(push()).toBeNull();
		expect(composed()).toEqual([]);
	});

	const TALK = ["connection", "sessions"];
	it.each<[EventName, readonly string[]]>([
		["session-changed", TALK],
		["stream-changed", []],
		["connection-changed", TALK],
		["title-changed", ["activity", "agents", "home", "inbox", "sessions"]],
		["commit-changed", ["agents", "inbox", "rejections", "sessions"]],
		["action-changed", ["agents", "inbox", "rejections", "sessions"]],
	])("after an event of a conversation (%s) includes only dependent topics", (event, topics) => {
		const { push, told, composed } = scene();
		push();
		composed();
		told.changed(event);
		push();
		expect(composed()).toEqual(topics);
	});

	it("for six thousand events of three hundred conversations composes no inbox, and the list once a push", () => {
		const { push, told, times, composed } = scene();
		push();
		composed();
		for (let event = 0; event < 6_000; event += 1) {
			told.changed("session-changed");
			told.changed("stream-changed");
			if (event % 200 === 199) push();
		}
		expect(times("inbox")).toBe(0);
		expect(times("activity")).toBe(0);
		expect(times("sessions")).toBe(30);
	});

	it.each<[EventName, readonly string[]]>([
		["agent-changed", ["agents"]],
		["power-changed", ["home", "powers"]],
		["catalog-changed", ["catalog"]],
		["billing-changed", ["serviceAccount"]],
		["update-changed", ["updates"]],
		["price-changed", ["agents", "budgets", "home", "inbox", "powers"]],
		["chain-changed", ["accounts", "alerts", "settings"]],
	])("after another event (%s) includes only dependent topics", (event, topics) => {
		const { push, told, composed } = scene();
		push();
		composed();
		told.changed(event);
		push();
		expect(composed()).toEqual(topics);
	});

	it("includes one row of a list of thousands if one changed", () => {
		const inbox = Array.from({ length: 3_000 }, (_, at) => entry({ id: `e${at}` }));
		const { push, becomes, told, held } = scene({ inbox });
		push();
		becomes({ inbox: inbox.with(7, entry({ id: "e7", state: "done" })) });
		told.changed("request-changed");
		const before = held();
		expect(JSON.stringify(push()).length).toBeLessThan(1_000);
		expect(held()?.inbox[7]?.state).toBe("done");
		expect(held()?.inbox[8]).toBe(before?.inbox[8]);
	});

	it("includes the topics that the window shows, and the rest as soon as possible", () => {
		const { push, told, composed, becomes, held } = scene();
		push();
		composed();
		told.show(["inbox", "sessions"]);
		becomes({ activity: [], sessions: [session("ses_9", "Ninth")] });
		told.changed("app-changed");
		expect(carried(push())).toEqual(["sessions"]);
		expect(composed()).toEqual(["inbox", "sessions"]);
		told.show(["activity"]);
		expect(carried(push())).toEqual(["activity"]);
		expect(held()?.activity).toEqual([]);
	});

	it("is complete if another user is signed in, whatever the window shows", () => {
		const { push, told, becomes } = scene();
		push();
		told.show(["sessions"]);
		becomes({ activity: [] });
		told.changed("owner-changed");
		expect(push()).toMatchObject({ kind: "desk", view: { activity: [], revision: 2 } });
	});

	it("is composed completely for a page that has just loaded", () => {
		const { push, told, composed } = scene();
		push();
		composed();
		expect(told.whole()).toMatchObject({ kind: "desk", view: { revision: 2 } });
		expect(composed()).toHaveLength(DESK_TOPICS.length);
	});

	it("loses only the topic that can't be composed", () => {
		const { push, told, failing, becomes, held, lines } = scene();
		push();
		const before = held();
		failing.add("inbox");
		becomes({ inbox: [], activity: [] });
		told.changed("app-changed");
		expect(carried(push())).toEqual(["activity"]);
		expect(held()?.inbox).toBe(before?.inbox);
		expect(lines.join()).toContain("views: inbox:");
		failing.clear();
		told.changed("request-changed");
		push();
		expect(held()?.inbox).toEqual([]);
	});
});
