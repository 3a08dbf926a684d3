import { describe, expect, it } from "vitest";
import { bandOf } from "../../../../src/core/review/band.ts";
import { entryKeyOf } from "../../../../src/main/inbox/entries/entry.ts";
import { PRACTICE_ENTRY, practiceReview } from "../../../../src/main/setup/practice-review.ts";

/** The practice request is a calm review, and names nothing real. */

describe("the practice request", () => {
	const review = practiceReview(1_790_000_000_000);

	it("has an impossible entry, network, commit and conversation", () => {
		expect(entryKeyOf(PRACTICE_ENTRY)).toBeNull();
		expect(review.chain.id).not.toMatch(/^([1-9][0-9]*|mainnet-beta|devnet|testnet|localnet)$/);
		expect(review).toMatchObject({ entryId: "practice", subjectId: "practice", digest: null, device: null });
	});

	it("is calm, and can be approved by a hold only", () => {
		expect(bandOf(review).tone).toBe("calm");
		expect(review.approval).toMatchObject({ possible: true, word: null });
	});
});
