import type { UnreadableAction } from "../../../service-api/events.ts";
import type { Headline } from "../../describe/evm/headline.ts";
import { type Message, message } from "../../localized-text.ts";
import { approvalOf } from "../approval.ts";
import type { Review, ReviewInput } from "../review.ts";
import { composeCommon } from "./composed.ts";

/** An unreadable request can be rejected but never approved. */

export const UNREADABLE: Headline = { text: message("headline.unreadable"), known: false, amount: null };

export function composeUnreadable(
	input: ReviewInput,
	about: { readonly reason: string; readonly canReject: boolean; readonly more?: readonly Message[] },
): Review {
	const { reason } = about;
	const unread = about.canReject
		? message("against.unreadable.reject", { reason })
		: message("against.unreadable", { reason });
	const texts = [unread, ...(about.more ?? [])];
	return {
		...composeCommon(input),
		headline: UNREADABLE,
		approval: approvalOf(
			texts.map((each) => ({ text: each, passing: false })),
			null,
		),
		canReject: about.canReject,
	};
}

const NO_REVISION = message("against.unreadable.no-revision");

export function composeUnreadableAction(input: ReviewInput, action: UnreadableAction): Review {
	const { state, revision, reason } = action;
	const asks = state === null || state === "pending";
	return composeUnreadable(input, {
		reason,
		canReject: asks && revision !== null,
		more: asks && revision === null ? [NO_REVISION] : [],
	});
}
