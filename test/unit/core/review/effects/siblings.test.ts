import { describe, expect, it } from "vitest";
import { siblingChecks } from "../../../../../src/core/review/effects/siblings.ts";
import { type CommitView, commitView } from "../../../../../src/service-api/commit.ts";
import { loadExamples } from "../../../../fixtures/examples.ts";

type Change = (second: CommitView, first: CommitView) => void;

/** Checks the example's pair: a confirmed allowance, then the deposit that waits for it. */
function checks(change: Change = () => {}, known: "both" | "alone" = "both") {
	const [first, second] = structuredClone(loadExamples().commit_batch_progress[0]?.views ?? []).map((view) =>
		commitView.parse(view),
	);
	if (first === undefined || second === undefined || second.batch === null) throw new Error("no pair");
	first.state = "confirmed";
	change(second, first);
	const views = known === "both" ? [first, second] : [second];
	return siblingChecks(second, new Map(views.map((view) => [view.commit_id, view])));
}

describe("the members of a batch", () => {
	it("match if their content agrees and the step before is confirmed", () => {
		expect(checks().map((check) => [check.field, check.status])).toEqual([["batch.members", "passed"]]);
	});

	it("are not checked for a single commit", () => {
		expect(
			checks((second) => {
				second.batch = null;
			}),
		).toEqual([]);
	});

	it.each(["needs_signature", "awaiting_broadcast", "submitted", "failed"] as const)(
		"delay a successor while the step before is %s",
		(state) => {
			const found = checks((_, first) => {
				first.state = state;
			});
			expect(found.at(-1)).toMatchObject({ field: "batch.predecessor", status: "unknown", payload: state });
		},
	);

	it("are unproven while one has not been seen", () => {
		expect(checks(() => {}, "alone")).toMatchObject([{ field: "batch.members", status: "unknown" }]);
	});

	it.each<[string, Change, string]>([
		[
			"another batch",
			(_, first) => {
				if (first.batch) first.batch.batch_id = "other";
			},
			"match.batch-members.other-batch",
		],
		[
			"no batch",
			(_, first) => {
				first.batch = null;
			},
			"match.batch-members.other-batch",
		],
		[
			"another session",
			(_, first) => {
				first.thread_id = "other";
			},
			"match.batch-members.other-session",
		],
		[
			"another order",
			(_, first) => {
				first.batch?.ordered_commit_ids.reverse();
			},
			"match.batch-members.other-commits",
		],
		[
			"other steps",
			(_, first) => {
				first.batch?.ordered_stage_ids.reverse();
			},
			"match.batch-members.other-steps",
		],
		[
			"another place",
			(_, first) => {
				if (first.batch) first.batch.index = 1;
			},
			"match.batch-members.other-place",
		],
		[
			"another review",
			(_, first) => {
				if (first.batch) first.batch.review_digest = "other";
			},
			"match.batch-members.other-review",
		],
	])("are refused if one has %s", (_, change, code) => {
		expect(checks(change)).toMatchObject([{ field: "batch.members", status: "failed", text: { code } }]);
	});

	it("are compared with each other on Solana too", () => {
		const asSvm: Change = (second, first) => {
			for (const view of [second, first]) Object.assign(view, { chain_family: "svm", chain_ref: "devnet" });
		};
		expect(checks(asSvm).map((check) => check.status)).toEqual(["passed"]);
		const waiting = checks((second, first) => {
			asSvm(second, first);
			first.state = "submitted";
		});
		expect(waiting.at(-1)).toMatchObject({ field: "batch.predecessor", status: "unknown" });
	});
});
