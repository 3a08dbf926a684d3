import type { Review } from "../../core/review/review.ts";
import { digestOf, type Excepted } from "../rules/exceptions.ts";

/** What could be allowed once of this review: the user's own rules are all that stands against it. Null otherwise. */
export function exceptedOf(review: Review, entryId: string): Excepted | null {
	const { approval, fingerprint, frozen } = review;
	if (frozen === null || fingerprint === null || approval.byRules.length === 0) return null;
	return { entryId, fingerprint, digest: digestOf(frozen), refusals: approval.byRules };
}
