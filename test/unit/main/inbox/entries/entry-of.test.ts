import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../../src/core/journal/types.ts";
import { entryStatusOf, rowFor } from "../../../../../src/main/inbox/entries/entries.ts";
import {
	actionRequest,
	commitRequest,
	unreadableRequest,
} from "../../../../../src/main/inbox/requests/requests.ts";
import type { UnreadableAction } from "../../../../../src/service-api/events.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit, request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { ROW_AT as NOW, rowOf } from "./rows.ts";

const action = actionOf(request(), { state: "pending" });
const asks = actionRequest({ sessionId: "session-1", action, receivedAt: NOW, firstSeen: NOW });
const commits = (confirmedByGet: number | null) =>
	commitRequest({
		commitId: "c1",
		sessionId: "session-1",
		read: { kind: "known", view: commit(), reviewFault: null },
		receivedAt: NOW,
		confirmedByGet,
		fault: null,
	});
const unreadable = (patch: { readonly state?: "pending" | "rejected"; readonly revision?: number } = {}) =>
	unreadableRequest({
		sessionId: "session-1",
		action: {
			id: "action-1",
			revision: 3,
			state: "pending",
			reason: "no type",
			raw: stub<UnreadableAction["raw"]>({}),
			...patch,
		},
		receivedAt: NOW,
		firstSeen: NOW,
	});

/** Returns a journal with one row, found under either of its ids. */
const journalOf = (row: JournalRow | null) => ({ ofIntent: () => row, ofEntry: () => row });

describe("the row that answers a request", () => {
	it("is the commit’s by its id", () => {
		const own = rowOf({ intentId: "c1" });
		const rows = {
			ofIntent: (scope: string, id: string) => (`${scope} ${id}` === "scope c1" ? own : null),
			ofEntry: () => rowOf(),
		};
		expect(rowFor(rows, commits(NOW), "scope")).toBe(own);
		expect(rowFor(rows, commits(NOW), "another scope")).toBeNull();
	});

	it("is never one of another conversation’s action with the same id", () => {
		const own = rowOf({ entryId: asks.entryId, sessionId: "session-1" });
		expect(rowFor(journalOf(own), asks, "scope")).toBe(own);
		const others = rowOf({ entryId: "action:session-2/action-1", sessionId: "session-2" });
		expect(rowFor(journalOf(others), asks, "scope")).toBeNull();
	});

	it("is an action's even if its entry was named before ids were encoded", () => {
		const named = { ...action, id: "50%" };
		const half = actionRequest({ sessionId: "session-1", action: named, receivedAt: NOW, firstSeen: NOW });
		const own = rowOf({ entryId: "action:session-1/50%", sessionId: "session-1" });
		expect(half.entryId).not.toBe(own.entryId);
		expect(rowFor(journalOf(own), half, "scope")).toBe(own);
	});

	it("is looked up by the entry once the action is over", () => {
		const own = rowOf();
		const over = actionRequest({
			sessionId: "session-1",
			action: { ...action, state: "completed" },
			receivedAt: NOW,
			firstSeen: NOW,
		});
		expect(rowFor({ ofIntent: () => null, ofEntry: () => own }, over, "scope")).toBe(own);
	});

	it("of an unreadable request is the broadcast one, or that of this very revision", () => {
		const live = rowOf({ live: true, intentId: "action:action-1@2" });
		expect(rowFor(journalOf(live), unreadable(), "scope")).toBe(live);
		const other = { ...live, live: false };
		expect(rowFor(journalOf(other), unreadable(), "scope")).toBeNull();
		expect(rowFor(journalOf(other), unreadable({ state: "rejected" }), "scope")).toBe(other);
	});

	it("is absent if the journal has none", () => {
		for (const each of [commits(NOW), asks, unreadable()])
			expect(rowFor(journalOf(null), each, "scope")).toBeNull();
	});
});

describe("the request of a commit", () => {
	it("is confirmed once its GET succeeded, and not before", () => {
		expect(commits(NOW)).toMatchObject({ kind: "commit", isConfirmed: true });
		expect(commits(null)).toMatchObject({ kind: "commit", isConfirmed: false });
	});
});

describe("the state of a request", () => {
	it.each([
		["a commit", commits(NOW)],
		["an action", asks],
		["what can’t be read", unreadable()],
	])("is waiting without a row, and settling with a pending one: %s", (_, each) => {
		expect(entryStatusOf(each, null, null, NOW).state).toBe("waiting");
		expect(entryStatusOf(each, rowOf(), null, NOW).state).toBe("settling");
	});

	it("is over at the moment of its expiry", () => {
		expect(entryStatusOf(asks, null, NOW + 1, NOW).state).toBe("waiting");
		expect(entryStatusOf(asks, null, NOW, NOW).state).toBe("done");
	});
});
