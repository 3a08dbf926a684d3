import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import type { ApprovalRequest } from "../../../../src/core/review/approval-request.ts";
import type { Review } from "../../../../src/core/review/review.ts";
import { UNREADABLE_SUMMARY } from "../../../../src/core/review/summary.ts";
import { NO_RULES, type PolicyContext } from "../../../../src/core/rules/rules.ts";
import { proofFile } from "../../../../src/core/saved-review/proof.ts";
import { ACTIVITY_RECORDS_SQL, RecordStore } from "../../../../src/main/activity/record-store.ts";
import { Recorder } from "../../../../src/main/activity/recorder.ts";
import { type EventPayloads, Events } from "../../../../src/main/events.ts";
import type { Entry } from "../../../../src/main/inbox/entries/entry.ts";
import type { CommitView } from "../../../../src/service-api/commit.ts";
import { commitOfRead } from "../../../fixtures/requests.ts";
import { stub } from "../../../fixtures/stub.ts";
import { commit, SIGNER } from "../../core/match/honest.ts";
import { LYING } from "../../core/review/refused.ts";
import { answerOf, facts, review } from "../../core/review/scene.ts";
import { virtualClock } from "../signing/clock.ts";

const NOW = 1_790_000_000_000;

function entryOf(view: CommitView, patch: Partial<Entry> = {}): Entry {
	return {
		id: `commit:${view.commit_id}`,
		sessionId: view.thread_id,
		request: commitOfRead({ kind: "known", view, reviewFault: null }),
		row: null,
		state: view.state === "needs_signature" ? "waiting" : "done",
		actionable: false,
		firstSeen: NOW - 50,
		expiresAt: null,
		note: null,
		...patch,
	};
}

const requestOf = (view: CommitView) =>
	stub<ApprovalRequest>({
		kind: "commit",
		entryId: `commit:${view.commit_id}`,
		sessionId: view.thread_id,
		commitId: view.commit_id,
		read: { kind: "known", view, reviewFault: null },
		receivedAt: NOW - 20,
	});

function scene() {
	const clock = virtualClock(NOW);
	const db = new DatabaseSync(":memory:");
	db.exec(ACTIVITY_RECORDS_SQL);
	const store = new RecordStore(db);
	const world = { scope: "me", entry: entryOf(commit()), changes: 0 };
	const lines: string[] = [];
	const events = new Events(() => {});
	events.on("record-changed", () => {
		world.changes += 1;
	});
	const open = () =>
		new Recorder(
			{
				ports: { clock, log: (line) => lines.push(line), version: "1.2.3" },
				events,
				requests: { requests: { get: () => ({ receivedAt: NOW - 20 }) } },
				inbox: {
					entry: () => world.entry,
					summary: () => ({ ...UNREADABLE_SUMMARY, headline: "Pays", app: "swap", chainRef: "8453" }),
				},
				signedIn: { current: () => world },
			},
			store,
			{ addRow: () => {} },
		);
	return {
		db,
		store,
		world,
		lines,
		clock,
		recorder: open(),
		/** Simulates a restart. */
		open,
		kept: (scope = "me") => store.list(scope).map(({ at, body }) => ({ at, ...body })),
		composed: (view: CommitView, of: Review = review(view), policy: PolicyContext = NO_RULES) => ({
			request: requestOf(view),
			review: of,
			answers: [answerOf(facts())],
			policy,
		}),
	};
}

const rejected = (
	state: EventPayloads["rejection-recorded"]["state"],
	why: EventPayloads["rejection-recorded"]["why"] = null,
): EventPayloads["rejection-recorded"] => ({
	scope: "me",
	entryId: "commit:commit-1",
	sessionId: "session-1",
	headline: "Pays",
	reason: "too much",
	state,
	why,
});

describe("a lie that a review shows", () => {
	it("is recorded once a revision, with a proof, over any compositions and restarts", () => {
		const one = scene();
		one.recorder.recordReview(one.composed(LYING));
		one.recorder.recordReview(one.composed(LYING));
		one.open().recordReview(one.composed(LYING));
		expect(one.kept()).toMatchObject([
			{ kind: "lie", lie: "payload", fields: ["value"], reviewed: "0", payload: "1", app: "swap", at: NOW },
		]);
		const [key = ""] = one.store.list("me").map((each) => each.key);
		const proof = proofFile.parse(JSON.parse(one.store.proof("me", key) ?? ""));
		expect(proof.differs).toEqual([{ field: "value", reviewed: "0", payload: "1" }]);
		const revised = { ...LYING, review: LYING.review && { ...LYING.review, revision: 2 } };
		one.recorder.recordReview(one.composed(revised));
		expect(one.kept()).toHaveLength(2);
	});

	it("is absent from an honest review", () => {
		const one = scene();
		one.recorder.recordReview(one.composed(commit()));
		expect(one.kept()).toEqual([]);
		expect(one.clock.waiting()).toBe(0);
	});

	it("is sent to the windows in a separate turn, once", () => {
		const one = scene();
		one.recorder.recordReview(one.composed(LYING));
		expect(one.world.changes).toBe(0);
		one.clock.next();
		expect(one.world.changes).toBe(1);
		expect(one.clock.waiting()).toBe(0);
	});
});

describe("a lie in more fields than are listed", () => {
	it("is recorded readably", () => {
		const one = scene();
		const honest = review(commit());
		const finding = {
			id: "declared-differs",
			text: { code: "y" },
			severity: "danger" as const,
			needsWord: true,
		};
		const findings = Array.from({ length: 70 }, () => finding);
		one.recorder.recordReview(one.composed(commit(), { ...honest, findings }));
		expect(one.kept()).toMatchObject([{ kind: "lie", lie: "effect", fields: ["declared-differs"] }]);
	});
});

describe("an app with an endless name", () => {
	const app = "swap".repeat(3_000);
	const request = {
		account: SIGNER.toLowerCase(),
		chainRef: "8453",
		apps: [app.slice(0, 401)],
		agent: null,
		onLedger: false,
		onlyCostsFee: false,
		instead: null,
	};

	it("hides no lie of its own", () => {
		const one = scene();
		const lying = review(LYING);
		one.recorder.recordReview(one.composed(LYING, lying, { ...NO_RULES, request }));
		expect(one.kept()).toMatchObject([{ kind: "lie", lie: "payload" }]);
	});

	it("hides no rule that stopped it", () => {
		const one = scene();
		const rule = { id: "r1", name: "Not this one", kind: "blocked_app" as const };
		const policy: PolicyContext = {
			...NO_RULES,
			stored: {
				ok: true,
				rules: [{ ...rule, scope: { accounts: "all", agents: "all", apps: [app], chains: "all" } }],
			},
			request: { ...request, apps: [app] },
		};
		one.recorder.recordReview(one.composed(commit(), review(commit()), policy));
		expect(one.kept()).toMatchObject([{ kind: "rule", ruleId: "r1" }]);
	});
});

describe("a rule that stops a request", () => {
	const rule = { id: "r1", name: "Only mine", kind: "blocked_app" as const };
	const policy: PolicyContext = {
		...NO_RULES,
		stored: {
			ok: true,
			rules: [{ ...rule, scope: { accounts: "all", agents: "all", apps: ["swap"], chains: "all" } }],
		},
		request: {
			account: SIGNER.toLowerCase(),
			chainRef: "8453",
			apps: ["swap"],
			agent: null,
			onLedger: false,
			onlyCostsFee: false,
			instead: null,
		},
	};

	it("is recorded by its own name, once a revision", () => {
		const one = scene();
		one.recorder.recordReview(one.composed(commit(), review(commit()), policy));
		one.open().recordReview(one.composed(commit(), review(commit()), policy));
		expect(one.kept()).toMatchObject([{ kind: "rule", ruleId: "r1", rule: "Only mine", signer: SIGNER }]);
	});

	it("is not recorded if the rules are only locked or unreadable", () => {
		const one = scene();
		for (const why of ["locked", "changed"] as const)
			one.recorder.recordReview(
				one.composed(commit(), review(commit()), { ...policy, stored: { ok: false, why } }),
			);
		expect(one.kept()).toEqual([]);
	});
});

describe("an expired request", () => {
	it.each([
		["as reported by the service", entryOf(commit({ state: "expired", action: null })), NOW - 20],
		["by its own expiry", entryOf(commit(), { state: "done", expiresAt: NOW - 7 }), NOW - 7],
	])("is recorded once, at its expiry: %s", (_how, entry, at) => {
		const one = scene();
		one.recorder.recordEntries([entry]);
		one.recorder.recordEntries([entry]);
		one.open().recordEntries([entry]);
		expect(one.kept()).toMatchObject([{ kind: "expired", at, app: "swap", headline: "Pays" }]);
	});

	it("with an impossible expiry removes no stored record, also after a restart", () => {
		const one = scene();
		const expiresAt = -9_007_199_254_740_991_000;
		one.recorder.recordEntries([entryOf(commit(), { state: "done", expiresAt })]);
		one.open().recordReview(one.composed(LYING));
		expect(one.kept()).toMatchObject([{ kind: "lie" }, { kind: "expired", at: 0 }]);
		expect(one.lines).toEqual([]);
	});

	it("is not recorded before its expiry, or if it was approved, which the journal stores", () => {
		const one = scene();
		const row = stub<JournalRow>({ state: "submitted", dead: false });
		one.recorder.recordEntries([
			entryOf(commit()),
			entryOf(commit(), { expiresAt: NOW + 1 }),
			entryOf(commit({ state: "expired", action: null }), { row }),
			entryOf(commit({ state: "confirmed", action: null })),
		]);
		expect(one.kept()).toEqual([]);
	});
});

describe("a rejection", () => {
	it("is recorded before the service is notified, and then whether it arrived", () => {
		const one = scene();
		one.recorder.recordRejection(rejected("telling"));
		expect(one.kept()).toMatchObject([{ by: "user", reason: "too much", arrival: "telling", at: NOW }]);
		one.recorder.recordRejection(rejected("failed", { code: "x" }));
		expect(one.kept()).toMatchObject([{ arrival: "failed", why: { code: "x" } }]);
		one.recorder.recordRejection(rejected("telling"));
		one.recorder.recordRejection(rejected("arrived"));
		one.recorder.recordRejection(rejected("failed", { code: "x" }));
		expect(one.kept()).toMatchObject([{ arrival: "arrived", why: null }]);
	});

	it("from elsewhere is recorded as such, once", () => {
		const one = scene();
		const entry = entryOf(commit({ state: "rejected", action: null }));
		one.recorder.recordEntries([entry]);
		one.recorder.recordEntries([entry]);
		expect(one.kept()).toMatchObject([{ kind: "rejected", by: "elsewhere", arrival: "arrived" }]);
	});

	it("with a lost answer has arrived once the service shows it", () => {
		const one = scene();
		one.recorder.recordRejection(rejected("telling"));
		one.open().recordEntries([entryOf(commit({ state: "rejected", action: null }))]);
		expect(one.kept()).toMatchObject([{ by: "user", reason: "too much", arrival: "arrived" }]);
	});

	it("that came too late leaves one row, without a second one for the expiry", () => {
		const one = scene();
		one.recorder.recordRejection(rejected("telling"));
		one.recorder.recordEntries([entryOf(commit({ state: "expired", action: null }))]);
		expect(one.kept()).toMatchObject([{ kind: "rejected" }]);
	});

	it("belongs to its author, whoever is signed in when the service answers", () => {
		const one = scene();
		one.recorder.recordRejection(rejected("telling"));
		one.world.scope = "you";
		one.recorder.recordRejection(rejected("arrived"));
		expect(one.kept("you")).toEqual([]);
		expect(one.kept("me")).toMatchObject([{ arrival: "arrived" }]);
	});
});

describe("a request's facts for rules", () => {
	const facts = { account: SIGNER.toLowerCase(), chainRef: "8453", legs: [{ simulated: "not" }] };
	const ruled: PolicyContext = {
		...NO_RULES,
		request: {
			account: SIGNER.toLowerCase(),
			chainRef: "8453",
			apps: ["swap"],
			agent: null,
			onLedger: false,
			onlyCostsFee: false,
			instead: null,
		},
	};

	it("are stored with any end", () => {
		const one = scene();
		const view = commit();
		one.recorder.recordReview(one.composed(view, review(view), ruled));
		expect(one.kept()).toEqual([]);
		one.recorder.recordRejection(rejected("telling"));
		one.recorder.recordRejection(rejected("arrived"));
		expect(one.kept()).toMatchObject([{ kind: "rejected", arrival: "arrived", facts }]);
		const late = scene();
		late.recorder.recordReview(late.composed(view, review(view), ruled));
		late.recorder.recordEntries([entryOf(view, { state: "done", expiresAt: NOW - 1 })]);
		expect(late.kept()).toMatchObject([{ kind: "expired", facts }]);
	});

	it("are not copied from another revision, or after a restart", () => {
		const view = commit();
		const revised = { ...view, review: view.review && { ...view.review, revision: 2 } };
		const one = scene();
		one.recorder.recordReview(one.composed(view, review(view), ruled));
		one.recorder.recordEntries([entryOf(revised, { state: "done", expiresAt: NOW - 1 })]);
		const again = scene();
		again.recorder.recordReview(again.composed(view, review(view), ruled));
		again.open().recordEntries([entryOf(view, { state: "done", expiresAt: NOW - 1 })]);
		for (const { kept } of [one, again]) {
			const [record] = kept();
			expect(record).toMatchObject({ kind: "expired" });
			expect(record).not.toHaveProperty("facts");
		}
	});
});

describe("a disk that accepts nothing", () => {
	it("loses only the row, and unwritten ones are retried", () => {
		const one = scene();
		one.db.exec(
			"CREATE TRIGGER full BEFORE INSERT ON activity_records BEGIN SELECT RAISE(ABORT, 'full'); END",
		);
		one.recorder.recordReview(one.composed(LYING));
		one.recorder.recordRejection(rejected("telling"));
		expect(one.lines).toHaveLength(2);
		one.db.exec("DROP TRIGGER full");
		one.recorder.recordReview(one.composed(LYING));
		expect(one.kept()).toHaveLength(1);
	});
});
