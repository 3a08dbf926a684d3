import { describe, expect, it } from "vitest";
import {
	applyPage,
	dropCursor,
	newSession,
	turnStateOf,
} from "../../../../../src/main/conversations/log/apply.ts";
import type { LogSession } from "../../../../../src/main/storage/log-db.ts";
import { event, message, page, type RawPage, readPage, SESSION, turn } from "../pages.ts";

const NOW = 1_800_000_000_000;

function apply(session: LogSession, raw: RawPage, known: readonly string[] = [], watchGaps = true) {
	return applyPage(session, readPage(raw), {
		knows: (id) => known.includes(id),
		watchGaps,
		adoptCursor: true,
		now: NOW,
	});
}

const fresh = newSession(SESSION, 0);
const after = (raw: RawPage) => apply(fresh, raw).session;
const ids = (applied: ReturnType<typeof apply>) => applied.events.map((read) => read.event.event_id);

describe("a page applied to a session", () => {
	it("applies events in sequence order, whatever order the page has", () => {
		const applied = apply(fresh, page([message(3), turn(1, "processing"), message(2)], { cursor: "c" }));
		expect(ids(applied)).toEqual(["evt_1", "evt_2", "evt_3"]);
		expect(applied.session).toMatchObject({ lastSequence: 3, cursor: "c", turnState: "processing" });
	});

	it("skips an event that is already applied, and a duplicate in the page", () => {
		const session = after(page([message(1), message(2)]));
		const applied = apply(session, page([message(2), message(3), message(3)]), ["evt_1", "evt_2"]);
		expect(ids(applied)).toEqual(["evt_3"]);
		expect(applied.faults).toEqual([]);
	});

	it("applies a new event whose sequence is not greater than the last, and says so", () => {
		const session = after(page([message(1), message(2)]));
		const stray = { ...message(2), event_id: "evt_stray" };
		const applied = apply(session, page([stray, message(3)]), ["evt_1", "evt_2"]);
		expect(ids(applied)).toEqual(["evt_stray", "evt_3"]);
		expect(applied.misplaced).toEqual(["event evt_stray: sequence 2 is not after 2"]);
		expect(applied.session).toMatchObject({ lastSequence: 3 });
	});

	it("applies nothing of a page after a gap, so that it is read again from the current position", () => {
		const session = after(page([message(1)], { cursor: "c1" }));
		const applied = apply(session, page([message(3)], { cursor: "c3" }));
		expect(applied).toMatchObject({ gap: true, events: [] });
		expect(applied.session).toBe(session);
	});

	it("notices a gap inside a page", () => {
		expect(apply(fresh, page([message(1), message(4)])).gap).toBe(true);
	});

	it("applies the events present once a second reading has the same gap", () => {
		const session = after(page([message(1)]));
		const applied = apply(session, page([message(3)]), [], false);
		expect(ids(applied)).toEqual(["evt_3"]);
		expect(applied).toMatchObject({ gap: false, missing: true });
	});

	it("accepts a log that begins anywhere", () => {
		expect(apply(fresh, page([message(40), message(41)])).gap).toBe(false);
	});

	it("reads everything again after a lost cursor and adds missing older events", () => {
		const lost = dropCursor(after(page([message(1), message(4)], {})));
		const whole = { ...lost, lastSequence: 4 };
		const applied = apply(whole, page([message(1), message(2), message(4), message(5)]), ["evt_1", "evt_4"]);
		expect(ids(applied)).toEqual(["evt_2", "evt_5"]);
		expect(applied.session.reconciling).toBe(false);
	});

	it("continues reconciling while more follows", () => {
		const lost = dropCursor(after(page([message(1)])));
		expect(apply(lost, page([message(1)], { has_more: true }), ["evt_1"]).session.reconciling).toBe(true);
	});

	it("never changes the turn, the title or the answer because of an older event", () => {
		const now = after(page([turn(5, "complete"), event(6, "title_changed", { title: "New" })]));
		const old = [turn(2, "processing"), event(3, "title_changed", { title: "Old" })];
		const applied = apply(dropCursor(now), page([...old, message(4, { turn_id: "trn_0" })]));
		expect(applied.session).toMatchObject({ turnState: "complete", title: "New", answeredTurn: null });
	});

	it("stores unknown and unreadable events, and moves the cursor past them", () => {
		const unknown = event(1, "context_compacted", { anything: true });
		const broken = event(2, "error", {});
		const applied = apply(fresh, page([unknown, broken], { cursor: "c2" }));
		expect(applied.events.map((read) => read.kind)).toEqual(["unknown", "unreadable"]);
		expect(applied.session).toMatchObject({ cursor: "c2", lastSequence: 2 });
	});

	it("treats an unknown turn state as unknown, not as running", () => {
		const session = after(page([turn(1, "processing")]));
		const applied = apply(session, page([event(2, "turn_state_changed", { state: "paused" })]));
		expect(turnStateOf(applied.session)).toBe("unknown");
	});

	it("does not go back to the cursor of an empty answer", () => {
		const session = after(page([message(1), message(2)], { cursor: "newer" }));
		const applied = applyPage(session, readPage(page([message(1)], { cursor: "older" })), {
			knows: () => true,
			watchGaps: true,
			adoptCursor: false,
			now: NOW,
		});
		expect(applied.session.cursor).toBe("newer");
	});

	it("reads seconds and milliseconds, and accepts no time in the future", () => {
		const seconds = after(page([{ ...message(1), occurred_at: 1_790_000_000 }]));
		const millis = after(page([{ ...message(1), occurred_at: 1_790_000_000_123 }]));
		const future = after(page([{ ...message(1), occurred_at: 9_000_000_000_000 }]));
		expect(seconds.updatedAt).toBe(1_790_000_000_000);
		expect(millis.updatedAt).toBe(1_790_000_000_123);
		expect(future.updatedAt).toBe(NOW);
	});

	it("reports a turn as answered by the agent only after a finished message", () => {
		const streaming = after(page([message(1, { is_streaming: true })]));
		const tool = after(page([message(1, { tool_result: ["a", "b"] })]));
		const answered = after(page([message(1)]));
		expect([streaming.answeredTurn, tool.answeredTurn, answered.answeredTurn]).toEqual([null, null, "trn_1"]);
	});
});
