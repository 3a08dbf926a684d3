import { describe, expect, it } from "vitest";
import { NO_HISTORY, NO_USES } from "../../../../src/core/identities/counterparties.ts";
import { headlineOfReview } from "../../../../src/core/review/reviewed.ts";
import { type CommitView, commitView } from "../../../../src/service-api/commit.ts";
import { loadExamples } from "../../../fixtures/examples.ts";

const user = {
	accounts: [],
	labels: {},
	signerState: "missing",
	counterparties: NO_HISTORY,
	uses: NO_USES,
	device: null,
} as const;
const view = (name: string): CommitView => commitView.parse(loadExamples().commit_views[name]);

describe("a commit with nothing left to sign", () => {
	it.each(["evm_rejected", "evm_expired", "evm_confirmed"])(
		"is still described from its review: %s",
		(name) => {
			expect(view(name).action).toBeNull();
			expect(headlineOfReview(view(name), null, user)?.text).toMatchObject({ code: "token.permission" });
		},
	);

	it("is described from its review on Solana too", () => {
		expect(headlineOfReview(view("svm_rejected"), null, user)?.text).toMatchObject({
			code: "svm.send",
			params: { to: "2KW2XR…Av1BE1" },
		});
	});

	it("is not described without a readable review", () => {
		expect(headlineOfReview({ ...view("evm_rejected"), review: null }, null, user)).toBeNull();
		expect(headlineOfReview({ ...view("svm_rejected"), review: null }, null, user)).toBeNull();
	});
});
