import { describe, expect, it } from "vitest";
import { composeReview } from "../../../../src/core/review/compose.ts";
import { doneBefore } from "../../../../src/core/risk/special/done-before.ts";
import { input } from "../review/scene.ts";

describe("what a request would do once more", () => {
	it.each(["conversation", "build"] as const)("is told as a danger, and takes a word (%s)", (repeats) => {
		expect(doneBefore({ repeats })).toMatchObject({ id: "done-before", severity: "danger", needsWord: true });
		const review = composeReview({ ...input(), repeats });
		expect(review.findings.map(({ id }) => id)).toContain("done-before");
		expect(review.approval.word).not.toBeNull();
	});

	it("is not told of anything else", () => {
		expect(doneBefore({ repeats: null })).toBeNull();
		expect(composeReview(input()).findings.map(({ id }) => id)).not.toContain("done-before");
	});
});
