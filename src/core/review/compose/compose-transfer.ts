import { message } from "../../localized-text.ts";
import type { Review, ReviewInput } from "../review.ts";
import { approvalFor, composeCommon } from "./composed.ts";

/** Composes the review of a payment that the user entered. It is assessed like any other request. */
export function composeTransfer(input: ReviewInput): Review {
	const common = composeCommon(input);
	return {
		...common,
		headline: common.analyses[0]?.headline ?? {
			text: message("headline.unseen"),
			known: false,
			amount: null,
		},
		approval: approvalFor(input, common, [], []),
		canReject: false,
	};
}
