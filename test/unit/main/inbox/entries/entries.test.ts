import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { EvmFacts } from "../../../../../src/core/chain/evm.ts";
import { actionIntentId, LOCAL_SCOPE } from "../../../../../src/core/journal/intent-id.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import type { ApprovalRequest } from "../../../../../src/core/review/approval-request.ts";
import type { Review } from "../../../../../src/core/review/review.ts";
import { JOURNAL_SCHEMA } from "../../../../../src/main/app/journal-schema.ts";
import { Entries, type EntryReviews, rowFor } from "../../../../../src/main/inbox/entries/entries.ts";
import { FrozenRequests } from "../../../../../src/main/inbox/requests/frozen-requests.ts";
import { actionRequest, commitRequest } from "../../../../../src/main/inbox/requests/requests.ts";
import { TurnBudget } from "../../../../../src/main/inbox/turn-budget.ts";
import { JournalDb } from "../../../../../src/main/storage/journal-db.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import type { Action } from "../../../../../src/service-api/events.ts";
import { proposedAction, requestOfProposal } from "../../../../fixtures/proposals.ts";
import { requestOfReplacement } from "../../../../fixtures/requests.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { naming, saying } from "../../../../support/saying.ts";
import { commit, OWNER, payload, SIGNER } from "../../../core/match/honest.ts";
import { facts, review } from "../../../core/review/scene.ts";
import { replacement } from "../../../core/review/several.ts";
import { approvalOfActionLike, evmAction } from "../../signing/actions-scene.ts";
import { virtualClock } from "../../signing/clock.ts";

const NOW = 1_790_000_000_000;

function requestOf(view: CommitView): ApprovalRequest {
	return commitRequest({
		commitId: view.commit_id,
		sessionId: view.thread_id,
		read: { kind: "known", view, reviewFault: null },
		receivedAt: NOW,
		confirmedByGet: NOW,
		fault: null,
	});
}

/**
 * Creates entries with the reviews that a test sets. The list must never compose one.
 * @param tickMs how long it takes to decode a request
 * @param blocked apps that a rule blocks
 */
function scene(tickMs = 0, blocked: readonly string[] = []) {
	const clock = virtualClock(NOW);
	const db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	let known: EvmFacts | null = null;
	let last: Review | null = null;
	const never = (): never => {
		throw new Error("a list composes no reviews");
	};
	const reviews: EntryReviews = {
		composeCurrent: never,
		facts: () => known,
		decoded: () => last,
		brief: () =>
			last === null
				? null
				: {
						verdict: "matched",
						findings: 2,
						worst: null,
						unlimited: false,
						stake: null,
						asset: null,
						signsOnly: false,
					},
	};
	const journal = new JournalDb(db, { now: () => NOW });
	const entries = new Entries(
		stub<ConstructorParameters<typeof Entries>[0]>({
			ports: { settings: { get: () => ({ mutedSessions: [], appLevels: [] }) } },
			clock,
			budget: new TurnBudget({
				now: () => {
					ahead += tickMs;
					return clock.now() + ahead;
				},
				after: clock.after,
			}),
			stores: { journal },
			networks: { chainNameOf: (chainRef: string) => chainRef },
			fiat: { prices: { of: () => null } },
			rules: { userAddresses: () => [SIGNER], labels: () => ({}), blockedApps: () => new Set(blocked) },
			requests: {
				frozenRequests: new FrozenRequests({
					owner: () => OWNER,
					blindAllowed: () => false,
					transport: () => "sign_and_broadcast",
				}),
			},
			reviewing: { reviews },
			signedIn: {
				current: () => ({
					scope: "scope",
					sessions: { title: () => "Vault deposit" },
					buildCommits: { buildOf: () => null },
				}),
				clockOffset: () => offset,
			},
		}),
		{
			snoozedUntil: () => null,
			isRejected: () => false,
			onLate: () => {
				late += 1;
			},
		},
	);
	let late = 0;
	let ahead = 0;
	let offset = 0;
	function lineOf(request: ApprovalRequest) {
		const [line] = entries.views(entries.all([request]));
		if (line === undefined) throw new Error("no line");
		return line;
	}
	return {
		journal,
		late: () => late,
		setOffset(ms: number) {
			offset = ms;
		},
		idsOf: (requests: readonly ApprovalRequest[]) => entries.all(requests).map(({ id }) => id),
		nextTurn: () => clock.advance(0),
		lineOf,
		line: (view: CommitView) => lineOf(requestOf(view)),
		proposalLine: (action: Action) => lineOf(requestOfProposal(action)),
		actionLine: (action: Action, sessionId = "session-1") =>
			lineOf(actionRequest({ sessionId, action, receivedAt: NOW, firstSeen: NOW })),
		loaded(view: CommitView) {
			known = facts();
			last = review(view);
		},
		/** Simulates a new version of the request, for which the chain's answer doesn't count. */
		moved() {
			known = null;
		},
	};
}

describe("a row of the inbox", () => {
	it("expires by the service's clock, at the time on ours", () => {
		const one = scene();
		const { action } = evmAction();
		const ended = { ...action, expires_at: NOW / 1000 - 60 };
		expect(one.actionLine(ended)).toMatchObject({ state: "done", expiresAt: NOW - 60_000 });
		one.setOffset(3_600_000);
		expect(one.actionLine(ended)).toMatchObject({ state: "waiting", expiresAt: NOW + 3_540_000 });
		one.setOffset(-3_600_000);
		expect(one.actionLine({ ...action, expires_at: NOW / 1000 + 900 })).toMatchObject({ state: "done" });
	});

	it("of a proposal expires by this computer's clock, whatever the service's is", () => {
		const one = scene();
		const action = proposedAction(evmAction().action, { expires_at: NOW / 1000 + 60 });
		const ended = { ...action, expires_at: NOW / 1000 - 60 };
		for (const offset of [0, 3_600_000, -3_600_000]) {
			one.setOffset(offset);
			expect(one.proposalLine(action)).toMatchObject({ state: "waiting", expiresAt: NOW + 60_000 });
			expect(one.proposalLine(ended)).toMatchObject({ state: "done", expiresAt: NOW - 60_000 });
		}
	});

	it("of a replacement of a proposal's transaction has its row, whoever is signed in", () => {
		const one = scene();
		const frozen = replacement();
		const request = requestOfReplacement(frozen, { headline: "Speed it up", text: null });
		expect(rowFor(one.journal, request, "scope")).toBeNull();
		const approval = one.journal.approve({
			...approvalOfActionLike(evmAction(1).frozen, { scope: LOCAL_SCOPE, entryId: request.entryId }),
			kind: "replacement",
			sessionId: frozen.session_id,
			intentId: request.entryId,
			chainRef: "8453",
			signer: SIGNER,
			nonce: null,
			broadcaster: "wallet",
			digest: "",
			revision: 0,
			frozen,
			predicted: null,
			replaces: null,
		});
		if (!approval.ok) throw new Error("not approved");
		expect(rowFor(one.journal, request, "scope")?.id).toBe(approval.row.id);
	});

	it("is being checked until its review was loaded, and then shows its result", () => {
		const one = scene();
		expect(one.line(commit())).toMatchObject({ match: "checking", findings: 0 });
		one.loaded(commit());
		expect(one.line(commit())).toMatchObject({ match: "matched", findings: 2 });
	});

	it("keeps the token's known name once it has ended", () => {
		const one = scene();
		one.loaded(commit());
		const { headline } = one.line(commit());
		expect(headline).toEqual(
			saying("token.permission", {
				amount: { amount: { raw: "25000000", decimals: 6, symbol: "TUSD", checked: true } },
			}),
		);
		one.moved();
		const over = commit({ version: 2, state: "rejected", action: null });
		expect(one.line(over)).toMatchObject({ headline, state: "done" });
	});

	it("inherits no name from another payload or review", () => {
		const one = scene();
		one.loaded(commit());
		one.moved();
		const other = commit({ version: 2, action: { kind: "sign", payload: payload({ value: "1" }) } });
		expect(one.line(other).headline).not.toEqual(naming("TUSD"));
	});
});

describe("a row of a blocked app", () => {
	const app = scene().line(commit()).app ?? "";

	it.each([
		["no app is blocked", [], commit(), false],
		["its app is blocked", [app.toLowerCase()], commit(), true],
		["another one is", ["another"], commit(), false],
	] as const)("if %s", (_, blocked, view, expected) => {
		expect(app).not.toBe("");
		expect(scene(0, blocked).line(view).blocked).toBe(expected);
	});

	it("says so without a named app, since the request may be the blocked app's", () => {
		const { action } = evmAction(1);
		if (action.request.type !== "execute_evm") throw new Error("no EVM transactions");
		const transactions = action.request.transactions.map((each) => ({ ...each, protocol: null }));
		const nameless = stub<Action>({ ...action, request: { ...action.request, transactions } });
		const one = scene(0, ["another"]);
		expect([one.actionLine(nameless).app, one.actionLine(nameless).blocked]).toEqual([null, true]);
		expect(scene().actionLine(nameless).blocked).toBe(false);
	});
});

describe("a row of an action", () => {
	/** Returns an action that was approved as revision 3 in session-1 and is in progress. */
	function approved() {
		const one = scene();
		const { action, frozen } = evmAction(1);
		const approval = one.journal.approve(
			{
				kind: "action",
				scope: "scope",
				entryId: "action:session-1/action-1",
				sessionId: "session-1",
				intentId: actionIntentId(frozen),
				headline: "As it was approved",
				chainRef: "8453",
				signer: SIGNER,
				nonce: null,
				replaces: null,
				broadcaster: "wallet",
				fingerprint: "f".repeat(64),
				digest: "",
				revision: 3,
				frozen,
				predicted: null,
			},
			[],
		);
		if (!approval.ok) throw new Error("not approved");
		return { ...one, action, row: approval.row };
	}

	it("waits until it is approved, and is then pending as approved", () => {
		expect(scene().actionLine(evmAction(1).action).state).toBe("waiting");
		const one = approved();
		expect(one.actionLine(one.action)).toMatchObject({
			state: "settling",
			headline: verbatim("As it was approved"),
		});
	});

	it("is still that one if the service revised it: its transactions may be on the chain", () => {
		const one = approved();
		expect(one.actionLine({ ...one.action, revision: 4 }).state).toBe("settling");
	});

	it("waits again if the approved one was refused before anything was signed", () => {
		const one = approved();
		one.journal.step(one.row.id, ["approved"], "refused", { live: false });
		expect(one.actionLine(one.action).state).toBe("waiting");
	});

	it("is never hidden behind an action of the same id in another conversation", () => {
		const one = approved();
		expect(one.actionLine(one.action, "session-2")).toMatchObject({ state: "waiting" });
		expect(one.actionLine({ ...one.action, state: "rejected" }, "session-2")).toMatchObject({
			state: "done",
			note: saying("inbox.note.rejected"),
		});
	});
});

describe("a redrawn row", () => {
	it("formats its amount once", () => {
		const one = scene();
		const request = requestOf(commit());
		const [first, again] = [one.lineOf(request), one.lineOf(request)];
		expect(first.amount).not.toBeNull();
		expect(again.amount).toBe(first.amount);
	});
});

describe("a long list", () => {
	const many = (count: number) =>
		Array.from({ length: count }, (_, at) => requestOf(commit({ commit_id: `commit-${at}` })));

	it("is read in slices, a few more each time, until all of it was seen", () => {
		const one = scene(10);
		const requests = many(12);
		const sizes = Array.from({ length: 7 }, () => {
			one.nextTurn();
			return one.idsOf(requests).length;
		});
		expect(sizes[0]).toBeLessThan(12);
		expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
		expect(sizes.at(-1)).toBe(12);
		expect(one.late()).toBe(sizes.filter((size) => size < 12).length);
	});

	it("loses nothing known, since a new one keeps its earlier state until there is time", () => {
		const one = scene(10);
		const requests = many(12);
		while (one.idsOf(requests).length < 12) one.nextTurn();
		const lateBefore = one.late();
		expect(one.idsOf(many(12))).toEqual(requests.map(({ entryId }) => entryId));
		expect(one.late()).toBe(lateBefore + 1);
	});

	it("is decoded no further by another read in the same turn", () => {
		const one = scene(10);
		const requests = many(12);
		const first = one.idsOf(requests);
		expect(one.idsOf(requests)).toEqual(first);
		one.nextTurn();
		expect(one.idsOf(requests).length).toBeGreaterThan(first.length);
	});

	it("is read at once if that takes no time", () => {
		const one = scene();
		expect(one.idsOf(many(12))).toHaveLength(12);
		expect(one.late()).toBe(0);
	});
});
