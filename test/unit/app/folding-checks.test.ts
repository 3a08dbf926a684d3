import { describe, expect, it } from "vitest";
import type { CommitView } from "../../../src/contract/commit.ts";
import type { Action } from "../../../src/contract/events.ts";
import { foldingChecks } from "../../../src/main/app/folding-checks.ts";
import { actionRequest, commitRequest } from "../../../src/main/app/requests.ts";
import type { Sessions, StoredAction, StoredCommit } from "../../../src/main/sessions/types.ts";
import type { Journal } from "../../../src/main/storage/journal-db.ts";
import type { JournalRow } from "../../../src/main/storage/journal-types.ts";
import { stub } from "../../fixtures/stub.ts";
import { rowOf } from "../inbox/rows.ts";
import { commit, frozenOf, request, transaction, VAULT } from "../match/honest.ts";
import { actionOf, evmAction } from "../signing/actions-scene.ts";

const SCOPE = "staging/person-1";

interface Story {
	readonly commits?: readonly StoredCommit[];
	readonly actions?: readonly StoredAction[];
	/** The journal's row for the entry of action-1 of any session. */
	readonly row?: JournalRow | null;
	/** Everything that was approved in session-1. */
	readonly approved?: readonly JournalRow[];
}

const storedCommit = (view: CommitView, sessionId = "session-1"): StoredCommit => ({
	commitId: view.commit_id,
	sessionId,
	read: { kind: "known", view, reviewFault: null },
	receivedAt: 1,
	confirmedByGet: 1,
	fault: null,
});

const storedAction = (action: Action, sessionId = "session-1"): StoredAction => ({
	sessionId,
	action,
	receivedAt: 1,
});

function around({ commits = [], actions = [], row = null, approved = [] }: Story) {
	return {
		sessions: stub<Sessions>({
			commits: () => commits,
			actions: () => actions,
			commit: (id: string) => commits.find(({ commitId }) => commitId === id) ?? null,
		}),
		journal: stub<Journal>({
			ofSession: (scope: string, sessionId: string) =>
				scope === SCOPE && sessionId === "session-1" ? approved : [],
			row: () => null,
			replacementsOf: () => [],
			ofEntry: (scope: string, entryId: string) =>
				scope === SCOPE && entryId.endsWith("/action-1") ? row : null,
		}),
		scope: SCOPE,
	};
}

const ACTION = storedAction(actionOf(request()));
const REFUSED = [expect.objectContaining({ status: "failed", field: "repeat" })];

describe("an action", () => {
	const asked = actionRequest(ACTION);

	it("is refused while a commit of its conversation carries the same transaction", () => {
		const story = { commits: [storedCommit(commit())], actions: [ACTION] };
		expect(foldingChecks(asked, around(story))).toEqual(REFUSED);
	});

	it("stands where no such commit is there, or only one of another conversation or that was rejected", () => {
		const other = storedCommit(commit(), "session-2");
		const rejected = storedCommit(commit({ state: "rejected", action: null }));
		for (const commits of [[], [other], [rejected]])
			expect(foldingChecks(asked, around({ commits, actions: [ACTION] }))).toEqual([]);
	});

	const signed = {
		kind: "commit",
		intentId: "commit-1",
		frozen: JSON.stringify(frozenOf(commit())),
	} as const;

	it.each([
		["is still on its way", { live: true }],
		["has taken effect", { live: false, state: "settled", outcome: "confirmed" }],
		[
			"went to the service, and no chain has shown its end",
			{ live: false, outcome: "failed", signedBytes: "0x" },
		],
	] as const)("is refused where the service gave the commit up, but your signature of it %s", (_, patch) => {
		for (const state of ["failed", "expired", "rejected"] as const) {
			const commits = [storedCommit(commit({ state, action: null }))];
			const story = { commits, actions: [ACTION], approved: [rowOf({ ...signed, ...patch })] };
			expect(foldingChecks(asked, around(story))).toEqual(REFUSED);
		}
	});

	it.each([
		["was not given", { state: "refused", outcome: "unsigned" }],
		["reverted on the chain", { state: "settled", outcome: "failed", signedBytes: "0x", receipt: "{}" }],
		["can never land any more", { state: "settled", outcome: "dropped", signedBytes: "0x", dead: true }],
		["lost its nonce to another", { state: "settled", outcome: "replaced", signedBytes: "0x" }],
	] as const)("stands where the signature of the commit %s", (_, patch) => {
		const commits = [storedCommit(commit({ state: "failed", action: null }))];
		const approved = [rowOf({ ...signed, ...patch, live: false })];
		expect(foldingChecks(asked, around({ commits, actions: [ACTION], approved }))).toEqual([]);
	});

	it("is not refused for what another action of the conversation carries", () => {
		const another = storedAction(actionOf(request(), { id: "action-2" }));
		const mine = storedAction(actionOf(request([transaction({ to: VAULT, pending_tx_id: 77 })])));
		const story = { commits: [storedCommit(commit())], actions: [another, mine] };
		expect(foldingChecks(actionRequest(mine), around(story))).toEqual([]);
		expect(foldingChecks(actionRequest(another), around(story))).toEqual(REFUSED);
	});
});

describe("a commit", () => {
	const asked = commitRequest(storedCommit(commit()));
	const live = rowOf();

	it("is refused while the same transaction is under way as an action of its conversation", () => {
		expect(foldingChecks(asked, around({ actions: [ACTION], row: live }))).toEqual(REFUSED);
	});

	it("is refused for good once that action was answered", () => {
		const answered = rowOf({ state: "settled", live: false, answer: '{"revision":3}' });
		expect(foldingChecks(asked, around({ actions: [ACTION], row: answered }))).toEqual(REFUSED);
	});

	it("stands where that action was never approved, or nothing of it was signed", () => {
		for (const row of [null, rowOf({ state: "refused", live: false })])
			expect(foldingChecks(asked, around({ actions: [ACTION], row }))).toEqual([]);
	});

	it("stands where that action is of another conversation, carries something else, or is a mere signature", () => {
		const elsewhere = storedAction(actionOf(request()), "session-2");
		const different = storedAction(actionOf(request([transaction({ to: VAULT, pending_tx_id: 77 })])));
		for (const action of [elsewhere, different])
			expect(foldingChecks(asked, around({ actions: [action], row: live }))).toEqual([]);
	});

	it("is refused for what was approved of an action that reads otherwise by now, or is not known any more", () => {
		const revised = storedAction(actionOf(request([transaction({ to: VAULT, pending_tx_id: 77 })])));
		const approved = [rowOf({ frozen: JSON.stringify(evmAction(1).frozen) })];
		for (const actions of [[revised], []])
			expect(foldingChecks(asked, around({ actions, approved }))).toEqual(REFUSED);
		const refused = [rowOf({ frozen: JSON.stringify(evmAction(1).frozen), state: "refused", live: false })];
		expect(foldingChecks(asked, around({ approved: refused }))).toEqual([]);
	});

	it("is refused while a signature lives of the same transaction, which the service gave up and staged anew", () => {
		const before = commit({ commit_id: "commit-0" });
		const signed = rowOf({
			kind: "commit",
			intentId: "commit-0",
			frozen: JSON.stringify(frozenOf(before)),
			signedBytes: "0x02",
		});
		const story = (state: CommitView["state"], row: JournalRow) =>
			around({ commits: [storedCommit({ ...before, state, action: null })], approved: [row] });
		expect(foldingChecks(asked, story("failed", signed))).toEqual(REFUSED);
		expect(foldingChecks(asked, around({ approved: [signed] }))).toEqual(REFUSED);
		expect(foldingChecks(asked, story("submitted", signed))).toEqual([]);
		expect(foldingChecks(asked, story("failed", { ...signed, live: false, outcome: "replaced" }))).toEqual(
			[],
		);
	});

	it("that can't be read has nothing to be compared", () => {
		const unread = commitRequest({
			...storedCommit(commit()),
			read: { kind: "unreadable", commitId: "commit-1", reason: "newer" },
		});
		expect(foldingChecks(unread, around({ actions: [ACTION], row: live }))).toEqual([]);
	});
});
