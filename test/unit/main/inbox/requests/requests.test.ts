import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type {
	ApprovalRequest,
	PlannedReplacement,
	PlannedRevocation,
} from "../../../../../src/core/review/approval-request.ts";
import { Proposals, proposalEntryId } from "../../../../../src/main/agents/proposals.ts";
import { JOURNAL_SCHEMA } from "../../../../../src/main/app/journal-schema.ts";
import type { StoredCommit } from "../../../../../src/main/conversations/session-types.ts";
import type { Sessions } from "../../../../../src/main/conversations/sessions.ts";
import {
	actionEntryId,
	entryIdOf,
	replacementEntryId,
	revocationEntryId,
} from "../../../../../src/main/inbox/entries/entry.ts";

import { Requests } from "../../../../../src/main/inbox/requests/requests.ts";
import type { Replacements } from "../../../../../src/main/reviewing/own/replacements.ts";
import type { Revocations } from "../../../../../src/main/reviewing/own/revocations.ts";
import { ServiceError } from "../../../../../src/main/service/errors.ts";
import { ProposalStore } from "../../../../../src/main/storage/proposals.ts";
import type { Action } from "../../../../../src/service-api/events.ts";
import { newProposal, PROPOSAL_ID, proposedAction } from "../../../../fixtures/proposals.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit, request } from "../../../core/match/honest.ts";
import { actionOf, evmAction } from "../../signing/actions-scene.ts";

const ID = actionEntryId("session-1", "action-1");
const PROPOSAL_ENTRY = proposalEntryId(PROPOSAL_ID);

/** Creates sessions whose pages the test writes. */
function scene() {
	const actions = new Map<string, Action>([["session-1/action-1", actionOf(request())]]);
	const commits = new Map<string, StoredCommit>();
	const reads: string[] = [];
	const world: { page: (() => void) | null } = { page: () => {} };
	const sessions = stub<Sessions>({
		commit: (id: string) => commits.get(id) ?? null,
		action(sessionId: string, actionId: string) {
			const action = actions.get(`${sessionId}/${actionId}`);
			return action === undefined ? null : { sessionId, action, receivedAt: 5 };
		},
		unreadableAction: () => null,
		refreshSession: async (id: string) => {
			reads.push(`session ${id}`);
			if (world.page === null) throw new ServiceError("offline");
			world.page();
		},
		refreshCommit: async (id: string) => {
			reads.push(`commit ${id}`);
		},
	});
	const planned = stub<PlannedReplacement>({ id: "r1", sessionId: "session-1", plannedAt: 9 });
	const replacements = stub<Replacements>({ get: (id: string) => (id === "r1" ? planned : null) });
	const taken = stub<PlannedRevocation>({ id: "v1", sessionId: "own-wishes", plannedAt: 11 });
	const revocations = stub<Revocations>({ get: (id: string) => (id === "v1" ? taken : null) });
	const requests = new Requests(() => sessions, replacements, revocations);
	const get = (id = ID): ApprovalRequest => {
		const found = requests.get(id);
		if (found === null) throw new Error(`no request ${id}`);
		return found;
	};
	return {
		requests,
		world,
		reads,
		get,
		confirmed: (id = ID) => requests.confirmed(get(id)),
		put: (action: Action, at = "session-1/action-1") => actions.set(at, action),
		store(confirmedByGet: number | null) {
			const view = commit();
			commits.set(view.commit_id, {
				commitId: view.commit_id,
				sessionId: view.thread_id,
				read: { kind: "known", view, reviewFault: null },
				receivedAt: 1,
				confirmedByGet,
				fault: null,
			});
		},
	};
}

describe("an action counts as confirmed by the service", () => {
	it("only once a read of its session that was started for it has shown it", async () => {
		const one = scene();
		expect(one.confirmed()).toBe(false);
		await one.requests.refresh(ID);
		expect(one.reads).toEqual(["session session-1"]);
		expect(one.confirmed()).toBe(true);
	});

	it("but not if that read failed", async () => {
		const one = scene();
		one.world.page = null;
		await expect(one.requests.refresh(ID)).rejects.toBeInstanceOf(ServiceError);
		expect(one.confirmed()).toBe(false);
	});

	it("but not any more once it changed", async () => {
		const one = scene();
		await one.requests.refresh(ID);
		one.put(actionOf(request(), { revision: 4 }));
		expect(one.confirmed()).toBe(false);
		await one.requests.refresh(ID);
		expect(one.confirmed()).toBe(true);
	});

	it("in the state that this read returned, not in an earlier one", async () => {
		const one = scene();
		const before = one.get();
		one.world.page = () => one.put(actionOf(request(), { revision: 4 }));
		await one.requests.refresh(ID);
		expect(one.requests.confirmed(before)).toBe(false);
		expect(one.confirmed()).toBe(true);
	});

	it("for itself only: a neighbour, or one of the same id in another session, is not", async () => {
		const one = scene();
		one.put(actionOf(request(), { id: "action-2" }), "session-1/action-2");
		one.put(actionOf(request()), "session-2/action-1");
		await one.requests.refresh(ID);
		expect(one.confirmed(actionEntryId("session-1", "action-2"))).toBe(false);
		expect(one.confirmed(actionEntryId("session-2", "action-1"))).toBe(false);
	});
});

describe("a commit counts as confirmed by the service", () => {
	it("only by its own GET", async () => {
		const one = scene();
		one.store(null);
		expect(one.confirmed(entryIdOf("commit-1"))).toBe(false);
		await one.requests.refresh(entryIdOf("commit-1"));
		expect(one.reads).toEqual(["commit commit-1"]);
		expect(one.confirmed(entryIdOf("commit-1"))).toBe(false);
		one.store(2);
		expect(one.confirmed(entryIdOf("commit-1"))).toBe(true);
	});
});

describe("a proposal", () => {
	const action = proposedAction(evmAction(1).action);

	function proposed(request = JSON.stringify(action.request)) {
		const db = new DatabaseSync(":memory:");
		for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
		const proposals = new Proposals(new ProposalStore(db, () => 7_000), () => {});
		proposals.add(newProposal(action, { request, reason: "rent", payment: "{}" }));
		const absent = { get: () => null };
		const never = (): never => {
			throw new Error("a proposal has no session");
		};
		const committed = () => absent;
		const requests = new Requests(never, absent, absent, committed, proposals);
		const get = () => {
			const found = requests.get(PROPOSAL_ENTRY);
			if (found === null) throw new Error("no request");
			return found;
		};
		return { proposals, requests, get };
	}

	it("is found by its entry's id, with its agent and the agent's words, and counts as confirmed", async () => {
		const { requests, get } = proposed();
		expect(get()).toMatchObject({
			kind: "proposal",
			entryId: PROPOSAL_ENTRY,
			sessionId: "local-agent:agent-1",
			agentId: "agent-1",
			reason: "rent",
			payment: "{}",
			requestCount: 1,
			receivedAt: 7_000,
			firstSeen: 7_000,
		});
		await requests.refresh(PROPOSAL_ENTRY);
		expect(requests.confirmed(get())).toBe(true);
		expect(requests.get(`proposal:${"f".repeat(32)}`)).toBeNull();
	});

	it("is the same request while it is only repeated, and another once it has ended", () => {
		const { proposals, requests, get } = proposed();
		const { source } = get();
		proposals.countRepeat(PROPOSAL_ID);
		expect(get()).toMatchObject({ requestCount: 2 });
		expect(get().source).toBe(source);
		expect(requests.asks(PROPOSAL_ENTRY)).toBe(true);
		proposals.end(PROPOSAL_ID, "rejected", "no");
		expect(get().source).not.toBe(source);
		expect(requests.asks(PROPOSAL_ENTRY)).toBe(false);
	});

	it("that can't be read is shown as such, and waits until it has ended", () => {
		const { proposals, requests, get } = proposed("{");
		expect(get()).toMatchObject({ kind: "unreadable", entryId: PROPOSAL_ENTRY });
		expect(requests.confirmed(get())).toBe(true);
		expect(requests.asks(PROPOSAL_ENTRY)).toBe(true);
		proposals.end(PROPOSAL_ID, "rejected", "no");
		expect(requests.asks(PROPOSAL_ENTRY)).toBe(false);
	});
});

describe("a request", () => {
	it("is found by its entry's id, and identified by the object that was read", () => {
		const one = scene();
		one.store(null);
		expect(one.get()).toMatchObject({ kind: "action", entryId: ID, sessionId: "session-1", receivedAt: 5 });
		expect(one.get().source).toBe(one.get().source);
		expect(one.get(entryIdOf("commit-1"))).toMatchObject({ kind: "commit", sessionId: "session-1" });
		expect(one.get(replacementEntryId("r1"))).toMatchObject({ kind: "replacement", receivedAt: 9 });
	});

	it("is absent if the id has no entry", () => {
		const { requests } = scene();
		for (const id of [
			"",
			"commit-1",
			entryIdOf("gone"),
			actionEntryId("s", "gone"),
			replacementEntryId("r2"),
		]) {
			expect(requests.get(id)).toBeNull();
			expect(requests.asks(id)).toBe(false);
		}
	});

	it("of the user's own requires no confirmation by the service", async () => {
		const one = scene();
		await one.requests.refresh(replacementEntryId("r1"));
		expect(one.reads).toEqual([]);
		await one.requests.refresh(revocationEntryId("v1"));
		expect(one.reads).toEqual([]);
		expect(one.confirmed(replacementEntryId("r1"))).toBe(true);
		expect(one.confirmed(revocationEntryId("v1"))).toBe(true);
		expect(one.get(revocationEntryId("v1"))).toMatchObject({ kind: "revocation", receivedAt: 11 });
		expect(one.requests.asks(revocationEntryId("v1"))).toBe(true);
		expect(one.requests.get(revocationEntryId("v2"))).toBeNull();
	});

	it("needs an answer while its action is pending", () => {
		const one = scene();
		expect(one.requests.asks(ID)).toBe(true);
		for (const state of ["submitted", "completed", "rejected", "expired", "failed"] as const) {
			one.put(actionOf(request(), { state }));
			expect(one.requests.asks(ID)).toBe(false);
		}
	});
});
