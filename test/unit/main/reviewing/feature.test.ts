import { expect, it } from "vitest";
import { createReviewing, type ReviewingParts } from "../../../../src/main/reviewing/feature.ts";
import { stub } from "../../../fixtures/stub.ts";
import { changed, commit } from "../../core/match/honest.ts";
import { virtualClock } from "../signing/clock.ts";

it("what one environment or identity has shown contradicts nothing of another's", () => {
	const clock = virtualClock(1_790_000_000_000);
	const state = { scope: "production me" };
	const { contradictions } = createReviewing(
		stub<ReviewingParts>({
			account: () => state,
			blindAllowed: () => false,
			budget: {},
			clock,
			clockOffset: () => 0,
			codes: {},
			freezings: {},
			hasStandIn: () => false,
			journal: {},
			networks: {},
			onReview: () => {},
			ownAddresses: () => [],
			ports: { clock, log: () => {} },
			price: () => null,
			requests: {},
			revocations: {},
			standing: () => {
				throw new Error("nothing is judged here");
			},
		}),
	);
	const first = commit();
	const restored = changed(first, ({ review }) =>
		Object.assign(review ?? {}, { digest: `sha256:${"ab".repeat(32)}` }),
	);
	contradictions.note(first);
	state.scope = "staging me";
	contradictions.note(restored);
	expect(contradictions.of(restored)).toBeNull();
	state.scope = "production me";
	contradictions.note(restored);
	expect(contradictions.of(restored)).toMatchObject({ field: "review.digest", status: "failed" });
});
