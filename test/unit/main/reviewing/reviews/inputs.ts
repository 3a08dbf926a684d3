import { ReviewContradictions } from "../../../../../src/core/review/effects/contradiction.ts";
import { NO_RULES } from "../../../../../src/core/rules/rules.ts";
import type { ReviewInputs } from "../../../../../src/main/reviewing/reviews/review-inputs.ts";
import { OWNER } from "../../../core/match/honest.ts";
import { user } from "../../../core/review/scene.ts";

/** Returns the inputs of a review for a user without history or rules, with a test's changes. */
export const reviewInputs = (given: Partial<ReviewInputs> = {}): ReviewInputs => ({
	contradictions: new ReviewContradictions(),
	prices: () => null,
	owner: () => OWNER,
	clockOffset: () => 0,
	user: () => user(),
	session: (id) => ({ id, title: "Vault deposit", app: null }),
	typed: () => [],
	folding: () => [],
	repeats: () => null,
	safetyMode: () => null,
	sameNonceHeadline: () => null,
	blindAllowed: () => false,
	policy: () => NO_RULES,
	...given,
});
