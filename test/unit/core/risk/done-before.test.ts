import { describe, expect, it } from "vitest";
import { composeReview } from "../../../../src/core/review/compose.ts";
import { doneBefore } from "../../../../src/core/risk/special/done-before.ts";
import { input } from "../review/scene.ts";

describe("a repeated request", () => {
	it.each(["conversation", "build"] as const)(
		"is reported as a danger, and requires a typed word (%s)",
		(repeats) => {
			expect(doneBefore({ repeats })).toMatchObject({
				id: "done-before",
				severity: "danger",
				needsWord: true,
			});
			const review = composeReview({ ...input(), repeats });
			expect(review.findings.map(({ id }) => id)).toContain("done-before");
			expect(review.approval.word).not.toBeNull();
		},
	);

	it("is not reported for anything else", () => {
		expect(doneBefore({ repeats: null })).toBeNull();
		expect(composeReview(input()).findings.map(({ id }) => id)).not.toContain("done-before");
	});
});
