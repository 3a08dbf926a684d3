import { describe, expect, it } from "vitest";
import { type CommitView, commitView } from "../../../src/contract/commit.ts";
import { createContradictions } from "../../../src/main/review/contradiction.ts";
import { loadExamples } from "../../fixtures/examples.ts";

function view(change: (review: NonNullable<CommitView["review"]>) => void = () => {}): CommitView {
	const made = commitView.parse(structuredClone(loadExamples().commit_views["evm_needs_signature_sign"]));
	if (made.review !== null) change(made.review);
	return made;
}

describe("one revision has one content and one digest", () => {
	it("finds nothing where page and GET agree", () => {
		const contradictions = createContradictions();
		contradictions.note(view());
		contradictions.note(view());
		expect(contradictions.of(view())).toBeNull();
	});

	it("fails the digest where one revision is shown under two", () => {
		const contradictions = createContradictions();
		contradictions.note(view());
		const other = view((review) => {
			review.digest = "rvd_other";
		});
		contradictions.note(other);
		expect(contradictions.of(other)).toMatchObject({
			field: "review.digest",
			status: "failed",
			payload: "rvd_other",
		});
		expect(contradictions.of(view())).toMatchObject({ status: "failed" });
	});

	it("fails the review where its content changes under one digest", () => {
		const contradictions = createContradictions();
		contradictions.note(view());
		const other = view((review) => {
			if (review.request.type === "execute_evm") review.request.simulation.warnings.push("new");
		});
		contradictions.note(other);
		expect(contradictions.of(other)).toMatchObject({ field: "review", status: "failed" });
	});

	it("lets a new revision say something new", () => {
		const contradictions = createContradictions();
		contradictions.note(view());
		const revised = view((review) => {
			review.revision = 2;
			review.digest = "rvd_other";
		});
		contradictions.note(revised);
		expect(contradictions.of(revised)).toBeNull();
	});
});
