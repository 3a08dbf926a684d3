import { describe, expect, it } from "vitest";
import { type CommitView, commitView } from "../../../src/contract/commit.ts";
import { freeze } from "../../../src/main/match/freeze.ts";
import type { FrozenCommit } from "../../../src/main/match/frozen.ts";
import { differencesOf } from "../../../src/main/review/diff.ts";
import { loadExamples } from "../../fixtures/examples.ts";

function frozen(change: (view: CommitView) => void = () => {}): FrozenCommit {
	const view = commitView.parse(structuredClone(loadExamples().commit_views["evm_needs_signature_sign"]));
	change(view);
	const freezing = freeze(view, { environment: "e", identity: "i" });
	if (!freezing.ok) throw new Error(freezing.refusals[0]?.words);
	return freezing.frozen;
}

/** Everything of a view that says how much is sent along. */
function value(view: CommitView, wei: string): void {
	if (view.action?.kind === "sign" && view.action.payload.kind === "evm_transaction")
		view.action.payload.transaction.value = wei;
	for (const request of [view.review?.request, ...(view.review?.legs ?? [])])
		if (request?.type === "execute_evm")
			for (const transaction of request.transactions) transaction.value = wei;
}

describe("what changed between two reviews", () => {
	it("is nothing where the fingerprint is the same", () => {
		expect(differencesOf(frozen(), frozen())).toEqual([]);
	});

	it("tells the value once, in its own unit, where review and payload agree", () => {
		const rows = differencesOf(
			frozen((view) => value(view, "10000000000000000")),
			frozen((view) => value(view, "20000000000000000")),
		);
		expect(rows).toEqual([{ field: "Value", before: "0.01 ETH", after: "0.02 ETH" }]);
	});

	it("tells the review's own value beside where it says something else than the payload", () => {
		const rows = differencesOf(
			frozen(),
			frozen((view) => {
				if (view.action?.kind === "sign" && view.action.payload.kind === "evm_transaction")
					view.action.payload.transaction.value = "5";
			}),
		);
		expect(rows.map((row) => row.field)).toEqual(["Value", "Value in the review"]);
	});

	it("says that details changed where the words for them are the same", () => {
		const rows = differencesOf(
			frozen(),
			frozen((view) => {
				if (view.review?.request.type === "execute_evm")
					for (const approval of view.review.request.simulation.approvals) approval.name = "Other";
				for (const leg of view.review?.legs ?? [])
					if (leg.type === "execute_evm")
						for (const approval of leg.simulation.approvals) approval.name = "Other";
			}),
		);
		expect(rows).toMatchObject([{ field: "Approvals", after: "changed in its details" }]);
	});

	it("is never empty where the fingerprints differ", () => {
		const rows = differencesOf(
			frozen(),
			frozen((view) => {
				if (view.review !== null) view.review.request = structuredClone(view.review.request);
				if (view.review?.request.type === "execute_evm") {
					const [transaction] = view.review.request.transactions;
					if (transaction !== undefined) transaction.current_lifecycle = "other";
				}
			}),
		);
		expect(rows).toHaveLength(1);
	});
});
