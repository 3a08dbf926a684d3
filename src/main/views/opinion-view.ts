import type { OpinionView } from "../../bridge/opinion-views.ts";
import type { Review } from "../review/review.ts";

/** What the trusted window draws of the second opinion; null where nothing is sent. */
export function opinionView(review: Review): OpinionView | null {
	const compared = review.insights.flatMap(({ comparison }) => (comparison === null ? [] : [comparison]));
	return compared.length === 0 ? null : { state: "unproven", words: "", how: null, rows: [] };
}
