import { describe, expect, it } from "vitest";
import { appNamed } from "../../../../src/core/identities/labels.ts";
import { message } from "../../../../src/core/localized-text.ts";
import type { ApprovalRequest } from "../../../../src/core/review/approval-request.ts";
import { UNREADABLE_SUMMARY } from "../../../../src/core/review/summary.ts";
import { NO_RULES } from "../../../../src/core/rules/rules.ts";
import {
	endRecord,
	factsOfRejection,
	recordsOfReview,
	rejectionRecord,
	requestFactsOf,
	revisionOfRequest,
} from "../../../../src/main/activity/unsigned-records.ts";
import type { EventPayloads } from "../../../../src/main/events.ts";
import type { Entry } from "../../../../src/main/inbox/entries/entry.ts";
import { commitOfRead } from "../../../fixtures/requests.ts";

import { stub } from "../../../fixtures/stub.ts";
import { commit, SIGNER } from "../../core/match/honest.ts";
import { LYING } from "../../core/review/refused.ts";
import { answerOf, facts, review } from "../../core/review/scene.ts";

const NOW = 1_790_000_000_000;
const ENTRY_ID = "commit:commit-1";
const REJECTION: EventPayloads["rejection-recorded"] = {
	scope: "me",
	entryId: ENTRY_ID,
	sessionId: "session-1",
	headline: "Pays",
	reason: "too much",
	state: "failed",
	why: null,
};
const ABOUT = factsOfRejection(REJECTION);

const entry = stub<Entry>({
	id: ENTRY_ID,
	sessionId: "session-1",
	request: commitOfRead({ kind: "known", view: commit(), reviewFault: null }),
});

const composed = {
	request: stub<ApprovalRequest>({ kind: "commit", entryId: ENTRY_ID }),
	review: review(LYING),
	answers: [answerOf(facts())],
	policy: NO_RULES,
};

describe("a review's records", () => {
	const context = { revision: "1", known: new Set<string>(), about: () => ABOUT, app: "1.2.3", now: NOW };

	it("include each lie, with a proof if others can check it", () => {
		const records = recordsOfReview(composed, context);
		expect(records).toMatchObject([
			{ key: `lie payload ${ENTRY_ID} 1`, at: NOW, body: { kind: "lie", lie: "payload", entryId: ENTRY_ID } },
		]);
		expect(records[0]?.proof).toEqual(expect.any(String));
	});

	it("exclude those known for this revision, without loading the request", () => {
		const about = () => {
			throw new Error("asked");
		};
		const known = new Set([`lie payload ${ENTRY_ID} 1`]);
		expect(recordsOfReview(composed, { ...context, known, about })).toEqual([]);
		expect(recordsOfReview(composed, { ...context, known, revision: "2" })).toHaveLength(1);
	});

	it("are absent if the request no longer exists", () => {
		expect(recordsOfReview(composed, { ...context, about: () => null })).toEqual([]);
	});
});

describe("the record of an end", () => {
	it.each([
		["the time that the service stated", NOW - 9, NOW - 9],
		["no time after now", NOW + 9, NOW],
		["no time before the epoch", -1, 0],
		["its arrival, if no time was stated", null, NOW - 5],
	])("by expiry has %s", (_what, expiresAt, at) => {
		const record = endRecord({ id: ENTRY_ID, expiresAt }, "expired", ABOUT, { since: NOW - 5, now: NOW });
		expect(record).toMatchObject({ key: `expired ${ENTRY_ID}`, at, body: { kind: "expired" } });
	});

	it("from elsewhere has arrived at the service, at the request's time", () => {
		const times = { since: NOW - 5, now: NOW };
		expect(endRecord({ id: ENTRY_ID, expiresAt: NOW - 9 }, "rejected", ABOUT, times)).toMatchObject({
			key: `rejected ${ENTRY_ID}`,
			at: NOW - 5,
			body: { by: "elsewhere", arrival: "arrived", reason: "" },
		});
	});
});

describe("the record of a request", () => {
	it("is bounded, for any texts of others", () => {
		const long = "x".repeat(5_000);
		const summary = { ...UNREADABLE_SUMMARY, headline: long, app: appNamed(long), chainRef: long };
		const kept = requestFactsOf(entry, summary, null);
		expect(kept).toMatchObject({ entryId: ENTRY_ID, signer: SIGNER });
		expect([kept.headline, kept.app, kept.chainRef].map((text) => String(text).length)).toEqual([
			4_001, 58, 400,
		]);
		const record = rejectionRecord(kept, { ...REJECTION, reason: long, headline: long, why: long });
		expect(record).toMatchObject({ by: "user", arrival: "failed" });
		expect([record.headline, "reason" in record && record.reason].map((text) => String(text).length)).toEqual(
			[4_001, 4_001],
		);
	});

	it("keeps a message of ours complete", () => {
		const why = message("reason.differs");
		expect(rejectionRecord(ABOUT, { ...REJECTION, state: "changed", why })).toMatchObject({ why });
	});

	it("has no revision if the user made the request", () => {
		expect(revisionOfRequest(stub<ApprovalRequest>({ kind: "revocation" }))).toBeNull();
	});
});
