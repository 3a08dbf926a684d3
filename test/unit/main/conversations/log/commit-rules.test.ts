import { describe, expect, it } from "vitest";
import { paceOf } from "../../../../../src/main/conversations/following/commits-watch.ts";
import { DEFAULT_FOLLOW_SETTINGS } from "../../../../../src/main/conversations/following/follow-services.ts";
import {
	acceptCommit,
	type CommitSource,
	fromLogCommit,
	isOpen,
	type LatestCommit,
	ofSession,
	toLogCommit,
} from "../../../../../src/main/conversations/log/commit-rules.ts";
import type { CommitView, ReadCommit } from "../../../../../src/service-api/commit.ts";
import { commit, SESSION } from "../pages.ts";

const known = (members: Partial<CommitView> = {}): ReadCommit => ({
	kind: "known",
	view: commit(members),
	reviewFault: null,
});
const unreadable: ReadCommit = { kind: "unreadable", commitId: "com_1", reason: "state: wrong" };

function arrive(held: LatestCommit | undefined, read: ReadCommit, source: CommitSource, now = 2_000) {
	return acceptCommit(held, { commitId: "com_1", sessionId: SESSION, read, source, now });
}

function hold(read: ReadCommit, source: CommitSource = "page"): LatestCommit {
	const held = arrive(undefined, read, source, 1_000);
	if (held === null) throw new Error("the first view is always held");
	return held;
}

describe("the valid view of a commit", () => {
	it("drops a lower version, from any source", () => {
		const held = hold(known({ version: 3 }));
		expect(arrive(held, known({ version: 2 }), "page")).toBeNull();
		expect(arrive(held, known({ version: 2 }), "get")).toBeNull();
	});

	it("ignores an equal version from a page and accepts it from a GET", () => {
		const held = hold(known({ version: 3 }));
		expect(arrive(held, known({ version: 3, state: "expired" }), "page")).toBeNull();
		expect(arrive(held, known({ version: 3, state: "expired" }), "get")?.read).toEqual(
			known({ version: 3, state: "expired" }),
		);
	});

	it("is confirmed by a GET of exactly this version, until a page brings a newer one", () => {
		const confirmed = arrive(hold(known()), known(), "get");
		expect(confirmed).toMatchObject({ confirmedByGet: 2_000, receivedAt: 1_000 });
		if (confirmed === null) throw new Error("accepted above");
		expect(arrive(confirmed, known({ version: 2 }), "page", 3_000)).toMatchObject({
			confirmedByGet: null,
			receivedAt: 3_000,
		});
	});

	it("keeps the time at which its end was first seen, whatever newer view follows", () => {
		const over = arrive(hold(known()), known({ version: 2, state: "confirmed" }), "page", 3_000);
		if (over === null) throw new Error("a newer version");
		expect(over.receivedAt).toBe(3_000);
		const later = arrive(over, known({ version: 3, state: "confirmed" }), "get", 9_000);
		expect(later).toMatchObject({ version: 3, receivedAt: 3_000 });
	});

	it("loses its confirmation, but not its content, when a page is unreadable", () => {
		const confirmed = arrive(hold(known()), known(), "get") ?? hold(known());
		const after = arrive(confirmed, unreadable, "page");
		expect(after).toMatchObject({ read: known(), confirmedByGet: null });
	});

	it("accepts an unreadable GET, and a readable one after it", () => {
		const after = arrive(hold(known({ version: 4 })), unreadable, "get");
		expect(after).toMatchObject({ read: unreadable, version: 4 });
		if (after === null) throw new Error("accepted above");
		expect(arrive(after, known({ version: 4 }), "get")?.read).toEqual(known({ version: 4 }));
		expect(arrive(after, known({ version: 3 }), "get")).toBeNull();
	});

	it("is not replaced by another session's view", () => {
		expect(ofSession(known({ thread_id: "ses_2" }), SESSION)).toMatchObject({ kind: "unreadable" });
		const ended = { ...unreadable, state: "confirmed" } as const;
		expect(ofSession({ ...ended, threadId: "ses_2" }, SESSION)).not.toHaveProperty("state");
		expect(ofSession({ ...ended, threadId: SESSION }, SESSION)).toHaveProperty("state", "confirmed");
	});

	it("is unconfirmed after it was restored from the log", () => {
		const held = hold(known({ version: 2 }), "get");
		expect(fromLogCommit(toLogCommit(held))).toEqual({ ...held, confirmedByGet: null });
		const faulty = hold({ kind: "known", view: commit(), reviewFault: "review.digest: missing" });
		expect(fromLogCommit(toLogCommit(faulty)).read).toEqual(faulty.read);
		expect(fromLogCommit(toLogCommit(hold(unreadable))).read).toEqual(unreadable);
		const placed = { ...unreadable, threadId: SESSION };
		expect(fromLogCommit(toLogCommit(hold(placed))).read).toEqual(placed);
	});

	it("is open until it is confirmed, rejected, failed or expired", () => {
		const states = ["needs_signature", "awaiting_broadcast", "submitted"] as const;
		expect(states.every((state) => isOpen(known({ state })))).toBe(true);
		expect(isOpen(unreadable)).toBe(true);
		const over = ["confirmed", "rejected", "failed", "expired"] as const;
		expect(over.some((state) => isOpen(known({ state })))).toBe(false);
	});
});

describe("a commit's polling interval", () => {
	const facts = { expected: false, archived: false, waiting: 1, now: 2_000 };
	const pace = (members: Partial<CommitView>, more: Partial<typeof facts> = {}) =>
		paceOf(hold(known(members)), { ...facts, ...more }, DEFAULT_FOLLOW_SETTINGS);

	it("is one second while its state changes, five while it waits for a signature", () => {
		expect(pace({ state: "submitted" })).toBe(1_000);
		expect(pace({ state: "awaiting_broadcast" })).toBe(1_000);
		expect(pace({ state: "needs_signature" })).toBe(5_000);
		expect(pace({ state: "needs_signature" }, { expected: true })).toBe(1_000);
	});

	it("is longer if it has been changing for long, is archived, or many commits wait", () => {
		expect(pace({ state: "submitted" }, { now: 20 * 60_000 })).toBe(5_000);
		expect(pace({ state: "submitted" }, { now: 120 * 60_000 })).toBe(30_000);
		expect(pace({ state: "needs_signature" }, { archived: true })).toBe(30_000);
		expect(pace({ state: "needs_signature" }, { waiting: 200 })).toBe(20_000);
		const unoffered = { ...hold(known({ state: "needs_signature" })), isUnoffered: true };
		expect(paceOf(unoffered, facts, DEFAULT_FOLLOW_SETTINGS)).toBe(30_000);
	});
});
