import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../../src/core/journal/types.ts";
import { UnreadableRecord } from "../../../../../src/core/journal/unreadable.ts";
import type { ApprovalRequest } from "../../../../../src/core/review/approval-request.ts";
import type { StoredAction, StoredCommit } from "../../../../../src/main/conversations/session-types.ts";
import type { Sessions } from "../../../../../src/main/conversations/sessions.ts";
import { pipelineEntryId } from "../../../../../src/main/inbox/entries/entry.ts";
import { PIPELINE_SESSION } from "../../../../../src/main/inbox/entries/titles.ts";
import {
	deduplicationChecks,
	repetitionOf,
} from "../../../../../src/main/inbox/requests/deduplication-checks.ts";
import {
	actionRequest,
	commitRequest,
	committedRequest,
	proposalRequest,
} from "../../../../../src/main/inbox/requests/requests.ts";
import type { Journal } from "../../../../../src/main/storage/journal-db.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import type { Action } from "../../../../../src/service-api/events.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit, frozenOf, request, transaction, VAULT } from "../../../core/match/honest.ts";
import { actionOf, evmAction } from "../../signing/actions-scene.ts";
import { answerAt, receiptOf } from "../../storage/kept.ts";
import { rowOf } from "../entries/rows.ts";

const SCOPE = "staging/person-1";
/** Thread of a Build's commits. */
const COHORT = "cohort-1";

interface Story {
	readonly commits?: readonly StoredCommit[];
	readonly actions?: readonly StoredAction[];
	/** Journal row of the entry of action-1, in any session. */
	readonly row?: JournalRow | null;
	/** Approved rows of session-1. */
	readonly approved?: readonly JournalRow[];
	/** All approved rows, without the steps of actions. */
	readonly rows?: readonly JournalRow[];
	/** Steps of those rows that are actions. */
	readonly legs?: readonly JournalRow[];
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
	firstSeen: 1,
});

function around({ commits = [], actions = [], row = null, approved = [], rows = [], legs = [] }: Story) {
	return {
		sessions: stub<Sessions>({
			commits: () => commits,
			actions: () => actions,
			commit: (id: string) => commits.find(({ commitId }) => commitId === id) ?? null,
		}),
		journal: stub<Journal>({
			ofSession: (scope: string, sessionId: string) =>
				scope === SCOPE && sessionId === "session-1" ? approved : [],
			rows: (scope: string) => (scope === SCOPE ? rows : []),
			stepRowsOf: (id: string) => legs.filter(({ parent }) => parent === id),
			row: () => null,
			replacementsOf: () => [],
			ofEntry: (scope: string, entryId: string) =>
				scope === SCOPE && entryId.endsWith("/action-1") ? row : null,
		}),
		scope: SCOPE,
		isOfBuild: (sessionId: string) => sessionId === PIPELINE_SESSION || sessionId === COHORT,
	};
}

const ACTION = storedAction(actionOf(request()));
const REFUSED = [expect.objectContaining({ status: "failed", field: "repeat" })];

describe("an action", () => {
	const asked = actionRequest(ACTION);

	it("is refused while a commit of its conversation carries the same transaction", () => {
		const story = { commits: [storedCommit(commit())], actions: [ACTION] };
		expect(deduplicationChecks(asked, around(story))).toEqual(REFUSED);
	});

	it("is valid without such a commit, or with one of another conversation or a rejected one", () => {
		const other = storedCommit(commit(), "session-2");
		const rejected = storedCommit(commit({ state: "rejected", action: null }));
		for (const commits of [[], [other], [rejected]])
			expect(deduplicationChecks(asked, around({ commits, actions: [ACTION] }))).toEqual([]);
	});

	const signed = {
		kind: "commit",
		intentId: "commit-1",
		frozen: frozenOf(commit()),
	} as const;

	it.each([
		["is still pending", { live: true }],
		["has taken effect", { live: false, state: "settled", outcome: "confirmed" }],
		[
			"went to the service, and no chain has shown its end",
			{ live: false, outcome: "failed", signature: { kind: "one", bytes: "0x" } },
		],
	] as const)(
		"is refused if the service gave up the commit, but the user's signature of it %s",
		(_, patch) => {
			for (const state of ["failed", "expired", "rejected"] as const) {
				const commits = [storedCommit(commit({ state, action: null }))];
				const story = { commits, actions: [ACTION], approved: [rowOf({ ...signed, ...patch })] };
				expect(deduplicationChecks(asked, around(story))).toEqual(REFUSED);
			}
		},
	);

	it.each([
		["was never made", { state: "refused", outcome: "unsigned" }],
		[
			"reverted on the chain",
			{
				state: "settled",
				outcome: "failed",
				signature: { kind: "one", bytes: "0x" },
				receipt: receiptOf(false),
			},
		],
		[
			"can never land any more",
			{ state: "settled", outcome: "dropped", signature: { kind: "one", bytes: "0x" }, dead: true },
		],
		[
			"lost its nonce to another",
			{ state: "settled", outcome: "replaced", signature: { kind: "one", bytes: "0x" } },
		],
	] as const)("is valid if the signature of the commit %s", (_, patch) => {
		const commits = [storedCommit(commit({ state: "failed", action: null }))];
		const approved = [rowOf({ ...signed, ...patch, live: false })];
		expect(deduplicationChecks(asked, around({ commits, actions: [ACTION], approved }))).toEqual([]);
	});

	describe("an action that repeats an earlier commit's request", () => {
		const done = storedCommit(commit({ state: "confirmed", action: null }));
		const confirmed = { live: false, state: "settled", outcome: "confirmed" } as const;
		const again = actionRequest({ ...ACTION, firstSeen: 2 });
		const story = (patch: Partial<JournalRow>) =>
			around({ commits: [done], actions: [ACTION], approved: [rowOf({ ...signed, ...patch })] });

		it("is valid, and known as a repetition", () => {
			expect(deduplicationChecks(again, story(confirmed))).toEqual([]);
			expect(repetitionOf(again, story(confirmed))).toBe("conversation");
		});

		it("is refused while none of the user's chains has shown the end of their signature", () => {
			for (const patch of [
				{ live: true, outcome: null },
				{ live: false, outcome: "failed", signature: { kind: "one", bytes: "0x" } },
			] as const)
				expect(deduplicationChecks(again, story(patch))).toEqual(REFUSED);
		});

		it("is refused if it arrived before that transaction was confirmed", () => {
			const before = actionRequest({ ...ACTION, firstSeen: 0 });
			expect(deduplicationChecks(before, story(confirmed))).toEqual(REFUSED);
			expect(repetitionOf(before, story(confirmed))).toBeNull();
		});

		it("repeats nothing of another conversation", () => {
			const elsewhere = around({ commits: [storedCommit(commit({ state: "confirmed" }), "session-2")] });
			expect(repetitionOf(again, elsewhere)).toBeNull();
		});
	});

	it("is not refused for another action's transactions in the conversation", () => {
		const another = storedAction(actionOf(request(), { id: "action-2" }));
		const mine = storedAction(actionOf(request([transaction({ to: VAULT, pending_tx_id: 77 })])));
		const story = { commits: [storedCommit(commit())], actions: [another, mine] };
		expect(deduplicationChecks(actionRequest(mine), around(story))).toEqual([]);
		expect(deduplicationChecks(actionRequest(another), around(story))).toEqual(REFUSED);
	});
});

describe("a commit", () => {
	const asked = commitRequest(storedCommit(commit()));
	const live = rowOf();

	it("is refused while the same transaction is pending as an action of its conversation", () => {
		expect(deduplicationChecks(asked, around({ actions: [ACTION], row: live }))).toEqual(REFUSED);
	});

	it("is refused for good once that action was answered", () => {
		const answered = rowOf({ state: "settled", live: false, answer: answerAt(3) });
		expect(deduplicationChecks(asked, around({ actions: [ACTION], row: answered }))).toEqual(REFUSED);
	});

	it("is valid if that action was never approved, or nothing of it was signed", () => {
		for (const row of [null, rowOf({ state: "refused", live: false })])
			expect(deduplicationChecks(asked, around({ actions: [ACTION], row }))).toEqual([]);
	});

	it("is valid if that action is of another conversation, differs, or is a mere signature", () => {
		const elsewhere = storedAction(actionOf(request()), "session-2");
		const different = storedAction(actionOf(request([transaction({ to: VAULT, pending_tx_id: 77 })])));
		for (const action of [elsewhere, different])
			expect(deduplicationChecks(asked, around({ actions: [action], row: live }))).toEqual([]);
	});

	it("is refused for an approved action that has changed since, or is not known any more", () => {
		const revised = storedAction(actionOf(request([transaction({ to: VAULT, pending_tx_id: 77 })])));
		const approved = [rowOf({ frozen: evmAction(1).frozen })];
		for (const actions of [[revised], []])
			expect(deduplicationChecks(asked, around({ actions, approved }))).toEqual(REFUSED);
		const refused = [rowOf({ frozen: evmAction(1).frozen, state: "refused", live: false })];
		expect(deduplicationChecks(asked, around({ approved: refused }))).toEqual([]);
	});

	it("is refused while a signature is live for the same transaction, which the service gave up and staged again", () => {
		const before = commit({ commit_id: "commit-0" });
		const signed = rowOf({
			kind: "commit",
			intentId: "commit-0",
			frozen: frozenOf(before),
			signature: { kind: "one", bytes: "0x02" },
		});
		const story = (state: CommitView["state"], row: JournalRow) =>
			around({ commits: [storedCommit({ ...before, state, action: null })], approved: [row] });
		expect(deduplicationChecks(asked, story("failed", signed))).toEqual(REFUSED);
		expect(deduplicationChecks(asked, around({ approved: [signed] }))).toEqual(REFUSED);
		expect(deduplicationChecks(asked, story("submitted", signed))).toEqual([]);
		expect(
			deduplicationChecks(asked, story("failed", { ...signed, live: false, outcome: "replaced" })),
		).toEqual([]);
	});

	it("that can't be read is not compared", () => {
		const unread = commitRequest({
			...storedCommit(commit()),
			read: { kind: "unreadable", commitId: "commit-1", reason: "newer" },
		});
		expect(deduplicationChecks(unread, around({ actions: [ACTION], row: live }))).toEqual([]);
	});
});

describe("a Build commit's request", () => {
	const origin = { digest: "sha256:b", place: 0 };
	const stateless = committedRequest({
		kind: "action",
		action: actionOf(request()),
		origin,
		receivedAt: 1,
	});
	const cohort = commitRequest(storedCommit(commit({ commit_id: "commit-9" }), COHORT));
	const ofConversation: readonly ApprovalRequest[] = [
		actionRequest(ACTION),
		commitRequest(storedCommit(commit({ commit_id: "commit-8" }))),
	];
	const asAction = (patch: Partial<JournalRow> = {}) =>
		rowOf({ frozen: evmAction(1).frozen, entryId: "action:session-1/other", ...patch });
	const asCommit = (patch: Partial<JournalRow> = {}) =>
		rowOf({ kind: "commit", frozen: frozenOf(commit()), entryId: "commit:other", ...patch });
	const done = { live: false, state: "settled", outcome: "confirmed" } as const;

	it("is known as a repetition of an approval in a conversation or another Build, while that may take effect or has done so", () => {
		for (const asked of [stateless, cohort])
			for (const patch of [{}, done])
				for (const sessionId of ["session-1", PIPELINE_SESSION, COHORT])
					for (const row of [asAction({ sessionId, ...patch }), asCommit({ sessionId, ...patch })])
						expect(repetitionOf(asked, around({ rows: [row] }))).toBe("build");
	});

	it("is known as repeated by a conversation", () => {
		for (const asked of ofConversation)
			for (const sessionId of [PIPELINE_SESSION, COHORT])
				expect(repetitionOf(asked, around({ rows: [asAction({ sessionId })] }))).toBe("build");
	});

	it("is repeated if one step of an action is done, although the whole is not", () => {
		const whole = asAction({ live: false, state: "settled", outcome: "failed" });
		const step = rowOf({ id: "row-2", parent: whole.id, kind: "leg", ...done });
		expect(repetitionOf(stateless, around({ rows: [whole], legs: [step] }))).toBe("build");
		const skipped = { ...step, outcome: "skipped" } as const;
		expect(repetitionOf(stateless, around({ rows: [whole], legs: [skipped] }))).toBeNull();
	});

	it("repeats neither itself, nor another request, nor one that can no longer take effect", () => {
		const own = asAction({ entryId: pipelineEntryId(origin), sessionId: PIPELINE_SESSION });
		const different = committedRequest({
			kind: "action",
			action: actionOf(request([transaction({ to: VAULT, pending_tx_id: 77 })])),
			origin: { ...origin, place: 1 },
			receivedAt: 1,
		});
		expect(repetitionOf(different, around({ rows: [asCommit()] }))).toBeNull();
		const over = asCommit({ live: false, state: "refused", outcome: "unsigned" });
		for (const row of [own, over]) expect(repetitionOf(stateless, around({ rows: [row] }))).toBeNull();
	});

	it("is compared with Builds only: two conversations may ask for the same", () => {
		const elsewhere = asAction({ sessionId: "session-2", ...done });
		for (const asked of ofConversation) expect(repetitionOf(asked, around({ rows: [elsewhere] }))).toBeNull();
	});
});

describe("a proposal of an agent on this computer", () => {
	const HOUR_MS = 3_600_000;
	const proposed = proposalRequest({
		kind: "proposal",
		action: actionOf(request()),
		stored: {
			id: "a".repeat(32),
			agent: "agent-1",
			key: null,
			fold: "f",
			request: "",
			reason: null,
			payment: null,
			caller: null,
			expiresAt: null,
			receivedAt: 2 * HOUR_MS,
			asked: 1,
			askedAt: 2 * HOUR_MS,
			deliveredAt: null,
			ended: null,
		},
	});
	const approvedAt = (at: number, patch: Partial<JournalRow> = {}) =>
		rowOf({ frozen: evmAction(1).frozen, entryId: "action:session-1/other", approvedAt: at, ...patch });

	it.each(["session-1", PIPELINE_SESSION, "local-agent:agent-2"])(
		"is known as a repetition of what was approved in %s within the last hour",
		(sessionId) => {
			const row = approvedAt(HOUR_MS, { sessionId });
			expect(repetitionOf(proposed, around({ rows: [row] }))).toBe("agent");
		},
	);

	it("repeats nothing that is older, is itself, or can no longer take effect", () => {
		const rows = [
			approvedAt(HOUR_MS - 1),
			approvedAt(HOUR_MS, { entryId: proposed.entryId }),
			approvedAt(HOUR_MS, { live: false, state: "refused", outcome: "unsigned" }),
		];
		for (const row of rows) expect(repetitionOf(proposed, around({ rows: [row] }))).toBeNull();
	});
});

describe("an unreadable approval in a conversation", () => {
	const frozen = new UnreadableRecord("frozen", new Error("damaged"));
	const text = { code: "match.repeat.unreadable" };
	const refused = [expect.objectContaining({ status: "failed", field: "repeat", text })];
	const asAction = actionRequest(ACTION);
	const asCommit = commitRequest(storedCommit(commit()));
	const signedCommit = {
		kind: "commit",
		intentId: "commit-0",
		signature: { kind: "one", bytes: "0x" },
		frozen,
	} as const;

	it("may equal an action, while the user's signature can take effect or has done so", () => {
		for (const patch of [{ live: true }, { live: false, state: "settled", outcome: "confirmed" }] as const)
			expect(
				deduplicationChecks(asAction, around({ approved: [rowOf({ ...signedCommit, ...patch })] })),
			).toEqual(refused);
	});

	it("may equal a commit, as a live signature or an answered action", () => {
		for (const row of [
			rowOf({ ...signedCommit, live: true }),
			rowOf({ kind: "action", live: true, frozen }),
			rowOf({ kind: "action", live: false, answer: answerAt(1), frozen }),
		])
			expect(deduplicationChecks(asCommit, around({ approved: [row] }))).toEqual(refused);
	});

	it("blocks nothing if none of it can take effect any more", () => {
		const over = { live: false, state: "refused", outcome: "unsigned", signature: null } as const;
		for (const kind of ["commit", "action"] as const) {
			const row = rowOf({ kind, intentId: "commit-0", frozen, ...over });
			expect(deduplicationChecks(asAction, around({ approved: [row] }))).toEqual([]);
			expect(deduplicationChecks(asCommit, around({ approved: [row] }))).toEqual([]);
		}
	});
});
