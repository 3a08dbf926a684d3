import { describe, expect, it } from "vitest";
import { type CommitView, commitView } from "../../../src/contract/commit.ts";
import { NO_DEALINGS } from "../../../src/main/policy/dealings.ts";
import { headlineOfReview } from "../../../src/main/review/reviewed.ts";
import { loadExamples } from "../../fixtures/examples.ts";

const person = {
	accounts: [],
	labels: {},
	signerState: "missing",
	dealings: NO_DEALINGS,
	device: null,
} as const;
const view = (name: string): CommitView => commitView.parse(loadExamples().commit_views[name]);

describe("a commit that gives nothing to sign any more", () => {
	it.each(["evm_rejected", "evm_expired", "evm_confirmed"])("is still told from its review: %s", (name) => {
		expect(view(name).action).toBeNull();
		expect(headlineOfReview(view(name), null, person)?.text).toContain("take up to");
	});

	it("is told from its review on Solana too", () => {
		expect(headlineOfReview(view("svm_rejected"), null, person)?.text).toBe(
			"Sends 0.0015 SOL to 2KW2XR…Av1BE1",
		);
	});

	it("is not told where there is no readable review", () => {
		expect(headlineOfReview({ ...view("evm_rejected"), review: null }, null, person)).toBeNull();
		expect(headlineOfReview({ ...view("svm_rejected"), review: null }, null, person)).toBeNull();
	});
});
