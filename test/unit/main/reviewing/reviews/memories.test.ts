import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../../../../src/core/review/approval-request.ts";
import type { Review } from "../../../../../src/core/review/review.ts";
import { actionRequest, commitRequest } from "../../../../../src/main/inbox/requests/requests.ts";
import {
	type CachedReview,
	ENDED_MS,
	endedSince,
	MAX_REMEMBERED,
	Memories,
} from "../../../../../src/main/reviewing/reviews/memories.ts";
import type { CommitView } from "../../../../../src/service-api/commit.ts";
import { proposedAction, requestOfProposal } from "../../../../fixtures/proposals.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit, request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";

const NOW = 1_790_000_000_000;
const CAME = NOW - 1_000;

const ofProposal = (state: "pending" | "rejected"): ApprovalRequest =>
	requestOfProposal(proposedAction(actionOf(request()), { state }), { receivedAt: CAME });

const ofCommit = (patch: Partial<CommitView> = {}): ApprovalRequest =>
	commitRequest({
		commitId: "c1",
		sessionId: "s1",
		read: { kind: "known", view: commit(patch), reviewFault: null },
		receivedAt: CAME,
		confirmedByGet: null,
		fault: null,
	});

const ofAction = (state: "pending" | "completed"): ApprovalRequest =>
	actionRequest({
		sessionId: "s1",
		action: actionOf(request(), { state }),
		receivedAt: CAME,
		firstSeen: CAME,
	});

describe("the end time of an entry", () => {
	it.each([
		["is the epoch, if the request is unknown", null, null, 0],
		["is its arrival, if it arrived ended: a commit", ofCommit({ state: "confirmed" }), null, CAME],
		["is its arrival, if it arrived ended: an action", ofAction("completed"), null, CAME],
		["is absent while a commit waits", ofCommit(), null, null],
		["is absent while an action waits", ofAction("pending"), null, null],
		["is absent before the expiry", ofCommit(), NOW + 1, null],
		["is the expiry", ofCommit(), NOW, NOW],
		["is absent while a proposal waits", ofProposal("pending"), null, null],
		["is the arrival of an ended proposal", ofProposal("rejected"), null, CAME],
	] as const)("%s", (_, of, expiresAt, expected) => {
		expect(endedSince(of, expiresAt, NOW)).toBe(expected);
	});
});

describe("the cache of entries", () => {
	function scene() {
		let now = NOW;
		let open: string | null = null;
		const requests = new Map<string, ApprovalRequest>();
		const memories = new Memories({
			clock: { now: () => now },
			requests: { get: (id) => requests.get(id) ?? null },
			window: {
				route: () => (open === null ? { kind: "empty" } : { kind: "entry", entryId: open, mode: "review" }),
			},
		});
		return {
			memories,
			requests,
			opens: (id: string) => {
				open = id;
			},
			later: (ms: number) => {
				now += ms;
			},
		};
	}

	const keptOf = (of: ApprovalRequest): CachedReview =>
		stub<CachedReview>({ request: of, review: stub<Review>({ expiresAt: null }) });

	it("has one memory for each, created on first use", () => {
		const { memories } = scene();
		expect(memories.peek("a")).toBeNull();
		const memory = memories.use("a");
		expect(memories.use("a")).toBe(memory);
		expect(memories.peek("a")).toBe(memory);
	});

	it("is current only for the request object it was composed of", () => {
		const { memories, requests } = scene();
		const of = ofCommit();
		const kept = keptOf(of);
		memories.use("a").cached = kept;
		expect(memories.current("a")).toBeNull();
		requests.set("a", of);
		expect(memories.current("a")).toBe(kept);
		requests.set("a", ofCommit());
		expect(memories.current("a")).toBeNull();
	});

	it("drops a request that is long over, but not while it is open", () => {
		const one = scene();
		one.memories.use("gone");
		one.memories.use("open");
		one.opens("open");
		one.memories.sweep();
		expect(one.memories.peek("gone")).not.toBeNull();
		one.later(ENDED_MS);
		one.memories.sweep();
		expect([one.memories.peek("gone"), one.memories.peek("open") === null]).toEqual([null, false]);
	});

	it("drops the least recently used at once if there is too much", () => {
		const one = scene();
		for (let at = 0; at <= MAX_REMEMBERED; at += 1) {
			one.requests.set(`${at}`, ofCommit());
			one.memories.use(`${at}`);
		}
		one.memories.use("0");
		one.memories.sweep();
		expect(one.memories.peek("0")).not.toBeNull();
		expect(one.memories.peek("1")).toBeNull();
		expect(one.memories.peek("2")).not.toBeNull();
	});
});
