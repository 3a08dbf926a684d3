import { describe, expect, it } from "vitest";
import { addsView } from "../../../../src/main/views/adds-view.ts";
import { commitView } from "../../../../src/service-api/commit.ts";
import { actionEvent } from "../../../../src/service-api/events.ts";
import { newer } from "../../../fixtures/newer.ts";
import { commitOfRead, requestOfAction } from "../../../fixtures/requests.ts";
import { commit } from "../../core/match/honest.ts";

/** What a newer service says beside what the interface names. */

const action = actionEvent.parse(newer("action-with-open-members"));
const ofAction = (more: object = {}) => addsView(requestOfAction({ ...action, ...more }));
const ofCommit = (name: string) => {
	const view = commitView.parse(newer(name));
	return addsView(commitOfRead({ kind: "known", view, reviewFault: null }));
};

describe("what the service adds", () => {
	it("is told by its place and value", () => {
		expect(ofAction()).toEqual([
			{ name: "request.simulation.balanceChanges[0].usd", value: "12.34" },
			{ name: "request.simulation.guards[0].detail", value: "listed" },
			{ name: "timestamp", value: "2026-09-21T14:13:20.125Z" },
			{ name: "trace_id", value: "4bf92f3577b34da6" },
			{ name: "priority", value: "0.5" },
		]);
		expect(ofCommit("commit-attempt-with-diagnostics")).toContainEqual({
			name: "wallet_attempt.reason_category",
			value: "user_rejected",
		});
		expect(ofCommit("commit-with-newer-members").map(({ name }) => name)).toContain("continuation");
	});

	it("is nothing where the interface names everything", () => {
		expect(addsView(commitOfRead({ kind: "known", view: commit(), reviewFault: null }))).toEqual([]);
	});

	it("hides no characters, and is short, however long or many", () => {
		const long = ofAction({ timestamp: `a\u202E${"b".repeat(10_000)}` }).find(
			({ name }) => name === "timestamp",
		);
		expect(long?.value).toContain("‹U+202E›");
		expect(long?.value.length).toBeLessThan(500);
		const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`extra_${index}`, index]));
		expect(ofAction(many).at(-1)).toEqual({ name: "…", value: "and 181 more" });
	});
});
