import { describe, expect, it } from "vitest";
import { LOCAL_SCOPE } from "../../../../../src/core/journal/intent-id.ts";
import type { JournalRow, JournalState } from "../../../../../src/core/journal/types.ts";
import { message, verbatim } from "../../../../../src/core/localized-text.ts";
import { proposalEntryId } from "../../../../../src/main/agents/proposals.ts";
import {
	actionEntryId,
	actionEntryStatus,
	commitEntryStatus,
	commitIdOf,
	entryIdOf,
	entryKeyOf,
	needsService,
	replacementEntryId,
	rowEntryStatus,
	scopeOfEntry,
	unreadableEntryStatus,
} from "../../../../../src/main/inbox/entries/entry.ts";
import type { Action } from "../../../../../src/service-api/events.ts";
import { COMMIT_STEPS } from "../../../../fixtures/steps.ts";
import { request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { ROW_AT as NOW, rowOf } from "./rows.ts";

const LATER = NOW + 1;

const row = (state: JournalState, patch: Partial<JournalRow> = {}) => rowOf({ state, ...patch });

const asked = (state: Action["state"] = "pending") => actionOf(request(), { state });

describe("an entry's id", () => {
	it("names its request, and leads back to it", () => {
		expect(entryKeyOf(entryIdOf("c1"))).toEqual({ kind: "commit", commitId: "c1" });
		expect(entryKeyOf(actionEntryId("ses", "act"))).toEqual({
			kind: "action",
			sessionId: "ses",
			actionId: "act",
		});
		expect(entryKeyOf(replacementEntryId("r1"))).toEqual({ kind: "replacement", id: "r1" });
		expect(entryKeyOf(proposalEntryId("p1"))).toEqual({ kind: "proposal", id: "p1" });
	});

	it("of a proposal needs no service, and stores its facts in this computer's scope", () => {
		const ids = [proposalEntryId("p1"), actionEntryId("ses", "proposal:p1"), entryIdOf("proposal:p1")];
		expect(ids.map((id) => needsService(id))).toEqual([false, true, true]);
		expect(ids.map((id) => scopeOfEntry(id, "me"))).toEqual([LOCAL_SCOPE, "me", "me"]);
		expect(commitIdOf(proposalEntryId("p1"))).toBeNull();
	});

	it.each(["a/b", "commit:x", "a:b/c:d", "", " ", "ünï/", "action:s/a"])(
		"leads back to the session “%s” in spite of unusual characters",
		(sessionId) => {
			expect(entryKeyOf(actionEntryId(sessionId, "act-1"))).toEqual({
				kind: "action",
				sessionId,
				actionId: "act-1",
			});
		},
	);

	it.each(["act/1", "../x", "/", "%2F", "a%b", "", "ünï", "\ud800", "a/b".repeat(53)])(
		"leads back to the action “%s”, for any session name",
		(actionId) => {
			for (const sessionId of ["ses", "a/b", "%2F", "ses/act"])
				expect(entryKeyOf(actionEntryId(sessionId, actionId))).toEqual({
					kind: "action",
					sessionId,
					actionId,
				});
		},
	);

	it("has one form, and no other spelling is valid", () => {
		expect(entryKeyOf("action:ses/a%41")).toBeNull();
		expect(entryKeyOf("action:ses/a/b")).toBeNull();
		expect(actionEntryId("a/b", "c")).not.toBe(actionEntryId("a", "b/c"));
	});

	it.each(["c:1", "a/b", "action:x/y", ""])("leads back to the commit “%s”", (commitId) => {
		expect(entryKeyOf(entryIdOf(commitId))).toEqual({ kind: "commit", commitId });
		expect(commitIdOf(entryIdOf(commitId))).toBe(commitId);
	});

	it.each(["", "c1", "commit", "commitX", "replacement", "replacements", "row:1", "action:no-slash", ":x"])(
		"is not “%s”",
		(text) => {
			expect(entryKeyOf(text)).toBeNull();
		},
	);

	it("of another kind does not name a commit", () => {
		expect(commitIdOf(actionEntryId("ses", "act"))).toBeNull();
		expect(commitIdOf(replacementEntryId("r1"))).toBeNull();
	});
});

describe("an action without an answer of ours", () => {
	it("waits for the user while it is pending", () => {
		const waiting = { state: "waiting", actionable: true, note: null };
		expect(actionEntryStatus(asked(), null, null, NOW)).toEqual(waiting);
		expect(actionEntryStatus(asked(), null, LATER, NOW)).toEqual(waiting);
	});

	it("is over from the very millisecond of its expiry", () => {
		expect(actionEntryStatus(asked(), null, NOW, NOW)).toEqual({
			state: "done",
			actionable: false,
			note: message("inbox.note.expired"),
		});
	});

	it.each<[Action["state"], "settling" | "done", string]>([
		["submitted", "done", "inbox.note.answered-elsewhere"],
		["completed", "done", "inbox.note.answered"],
		["rejected", "done", "inbox.note.rejected"],
		["expired", "done", "inbox.note.expired"],
		["failed", "done", "inbox.note.failed"],
	])("that is %s needs no answer: it is %s", (state, stands, code) => {
		expect(actionEntryStatus(asked(state), null, LATER, NOW)).toEqual({
			state: stands,
			actionable: false,
			note: { code },
		});
	});
});

describe("an action with a row in the journal", () => {
	it.each(COMMIT_STEPS.slice(0, -1))(
		"is pending while that is %s, whatever the service says and however late it is",
		(state) => {
			const settling = { state: "settling", actionable: false, note: verbatim("As the journal says.") };
			for (const said of ["pending", "rejected", "expired", "failed", "completed"] as const)
				expect(actionEntryStatus(asked(said), row(state), NOW - 1, NOW)).toEqual(settling);
		},
	);

	it("is over once that is settled", () => {
		const settled = row("settled", { live: false, outcome: "confirmed", text: null });
		expect(actionEntryStatus(asked(), settled, LATER, NOW)).toEqual({
			state: "done",
			actionable: false,
			note: null,
		});
	});

	it("waits again if that was refused or can no longer take effect, for as long as the service asks", () => {
		const over = [row("refused", { live: false }), row("settled", { live: false, dead: true })];
		for (const each of over) {
			expect(actionEntryStatus(asked(), each, LATER, NOW)).toMatchObject({
				state: "waiting",
				actionable: true,
			});
			expect(actionEntryStatus(asked(), each, NOW, NOW)).toMatchObject({
				state: "done",
				note: message("inbox.note.expired"),
			});
			expect(actionEntryStatus(asked("rejected"), each, LATER, NOW)).toMatchObject({
				note: message("inbox.note.rejected"),
			});
		}
	});

	it("needs no answer while a signature is withheld, live or not", () => {
		expect(actionEntryStatus(asked(), row("held"), LATER, NOW)).toMatchObject({
			state: "settling",
			actionable: false,
		});
		expect(actionEntryStatus(asked(), row("held", { live: false }), LATER, NOW)).toMatchObject({
			state: "done",
			actionable: false,
		});
	});
});

describe("a replacement", () => {
	it("never counts as waiting for the user, since the user requested it", () => {
		for (const each of [null, row("refused", { live: false })])
			expect(rowEntryStatus(each)).toEqual({ state: "waiting", actionable: false, note: null });
	});

	it("has its row's state once it is approved", () => {
		expect(rowEntryStatus(row("submitted"))).toMatchObject({ state: "settling", actionable: false });
		expect(rowEntryStatus(row("settled", { live: false }))).toMatchObject({ state: "done" });
	});
});

describe("an unreadable request", () => {
	const told = { reason: "request.type: Invalid input", state: null };

	it("waits for the user while the service may ask for it, and names the unreadable member", () => {
		for (const state of [null, "pending"] as const)
			expect(unreadableEntryStatus({ ...told, state }, null)).toEqual({
				state: "waiting",
				actionable: true,
				note: message("inbox.note.unreadable", { reason: "request.type: Invalid input" }),
			});
	});

	it("is over if at least that can be read", () => {
		expect(unreadableEntryStatus({ ...told, state: "rejected" }, null)).toMatchObject({
			state: "done",
			note: message("inbox.note.rejected"),
		});
		const commit = { kind: "unreadable", commitId: "c", reason: "version" } as const;
		expect(commitEntryStatus({ ...commit, state: "rejected" }, null, null, NOW)).toMatchObject({
			state: "done",
		});
		expect(commitEntryStatus(commit, null, null, NOW)).toMatchObject({ state: "waiting", actionable: true });
	});

	it("is pending if a signature of ours was sent", () => {
		expect(unreadableEntryStatus(told, row("submitted"))).toMatchObject({
			state: "settling",
			actionable: false,
		});
	});
});
