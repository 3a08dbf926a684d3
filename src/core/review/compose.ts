import { composeAction } from "./compose/compose-action.ts";
import { composeCommit } from "./compose/compose-commit.ts";
import { composeReplacement } from "./compose/compose-replacement.ts";
import { composeRevocation } from "./compose/compose-revocation.ts";
import { composeUnreadableAction } from "./compose/compose-unreadable.ts";
import type { Review, ReviewInput } from "./review.ts";

export type {
	Review,
	ReviewFreezing,
	ReviewInput,
	ReviewSession,
} from "./review.ts";

/**
 * Turns what awaits the user, what the chain says and what the user has into a Review. Pure: the same input, the
 * same review. It may be approved only where it asks for a signature, the service has confirmed it, it matches, it
 * is not expired, the user's RPC answers for the right chain, the balance covers it, and the signer is ready.
 */
export function composeReview(input: ReviewInput): Review {
	const { request } = input;
	switch (request.kind) {
		case "commit":
			return composeCommit(input, request);
		case "action":
			return composeAction(input, request);
		case "unreadable":
			return composeUnreadableAction(input, request.action);
		case "replacement":
			return composeReplacement(input, request);
		case "revocation":
			return composeRevocation(input, request);
	}
}
