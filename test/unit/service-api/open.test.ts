import { describe, expect, it } from "vitest";
import { commitView } from "../../../src/service-api/commit.ts";
import { readCommit, readEventPage } from "../../../src/service-api/event-page.ts";
import { unknownMembers } from "../../../src/service-api/open.ts";
import { loadExamples } from "../../fixtures/examples.ts";

const view = () => structuredClone(loadExamples().commit_views["evm_needs_signature_sign"] ?? {});
const page = (events: readonly unknown[], commits: readonly unknown[] = []) => ({
	session_id: "ses",
	cursor: "c",
	events,
	has_more: false,
	commits,
});
const meta = { event_id: "e1", sequence: 1, turn_id: null, occurred_at: 1 };

describe("open to read, closed to sign", () => {
	it("keeps a member that the interface does not name, with its path", () => {
		const grown = { ...view(), review: Object.assign(Object(view()["review"]), { hidden: 1 }) };
		const parsed = commitView.parse(grown);
		expect(parsed.review).toHaveProperty("hidden", 1);
		expect(unknownMembers(commitView, parsed)).toEqual(["review.hidden"]);
	});

	it("names unknown members inside arrays and unions", () => {
		const grown = view();
		const transaction = Object(grown["review"]).request.transactions[0];
		transaction.surprise = true;
		Object(grown["action"]).payload.transaction.access_list = [];
		expect(unknownMembers(commitView, commitView.parse(grown)).toSorted()).toEqual([
			"action.payload.transaction.access_list",
			"review.request.transactions[0].surprise",
		]);
	});

	it("accepts newer members known to have no effect, and no others", () => {
		const inert = { ...view(), transaction_url: "https://example.org" };
		expect(unknownMembers(commitView, commitView.parse(inert))).toEqual([]);
		const elsewhere = view();
		Object(elsewhere["action"]).payload.transaction_url = "https://example.org";
		expect(unknownMembers(commitView, commitView.parse(elsewhere))).toEqual([
			"action.payload.transaction_url",
		]);
	});

	it("keeps an event of an unknown kind and a malformed one, next to the others", () => {
		const read = readEventPage(
			page([
				{ ...meta, type: "branch", to: "x" },
				{ ...meta, event_id: "e2", sequence: 2, type: "title_changed" },
				{ ...meta, event_id: "e3", sequence: 3, type: "title_changed", title: "ok" },
				{ type: "message" },
			]),
		);
		if (!read.ok) throw new Error(read.reason);
		expect(read.value.events.map((event) => event.kind)).toEqual(["unknown", "unreadable", "known"]);
		expect(read.value.faults).toHaveLength(1);
	});

	it("treats a malformed review as none, and gives the reason", () => {
		const broken = { ...view(), review: { digest: 7 } };
		const read = readCommit(broken);
		expect(read).toMatchObject({ kind: "known", view: { review: null } });
		expect(read.kind === "known" && read.reviewFault).toContain("review");
	});

	it("keeps an unreadable commit by its id", () => {
		expect(readCommit({ commit_id: "c1", version: 1 })).toMatchObject({ kind: "unreadable", commitId: "c1" });
		expect(readCommit("nonsense")).toMatchObject({ kind: "unreadable", commitId: null });
	});

	it("refuses a page whose envelope can't be read", () => {
		expect(readEventPage({ session_id: "s", cursor: 1, events: [], has_more: false })).toMatchObject({
			ok: false,
			reason: expect.stringContaining("cursor"),
		});
	});
});
