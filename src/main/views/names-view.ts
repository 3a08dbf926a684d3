import type { ReviewView } from "../../bridge/views.ts";
import type { Review } from "../review/review.ts";

/** The names that the chain gives, for the addresses as they are shown. */
export function namesView(review: Review): ReviewView["names"] {
	return Object.fromEntries(
		[...review.names].map(([address, name]) => [address, { name, system: "ENS" as const }]),
	);
}
