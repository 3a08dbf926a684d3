import type { CommitView, ReadCommit } from "../../service-api/commit.ts";
import type { Headline } from "../explain/evm/headline.ts";
import { message } from "../message.ts";
import { approvalOf, attemptObstacles, freezingObstacles, stateObstacles } from "./approval.ts";
import type { RequestOf } from "./approval-request.ts";
import { composeAction } from "./compose/compose-action.ts";
import { composeReplacement } from "./compose/compose-replacement.ts";
import { composeRevocation } from "./compose/compose-revocation.ts";
import { composeUnreadable, composeUnreadableAction, UNREADABLE } from "./compose/compose-unreadable.ts";
import { approvalFor, composeCommon, refusalsOf, wordFor } from "./compose/composed.ts";
import { evmFactsOf } from "./insight.ts";
import type { Review, ReviewInput } from "./review.ts";
import { headlineOfReview } from "./reviewed.ts";

/** The review of a commit. */

function headlineWithout(read: ReadCommit): Headline {
	if (read.kind === "unreadable") return UNREADABLE;
	const { action, review } = read.view;
	const kind = action?.kind === "sign" || action?.kind === "start_wallet_send" ? action.payload.kind : null;
	if (kind === "svm_transaction")
		return { text: message("headline.svm-transaction"), known: false, amount: null };
	if (kind === "user_operation")
		return { text: message("headline.user-operation"), known: false, amount: null };
	const text = message(review === null ? "headline.no-review" : "headline.no-signature");
	return { text, known: false, amount: null };
}

/** A view that leaves the attempt out stays open: the service answers a rejection of what a wallet has. */
const stillOpen = ({ state, wallet_attempt: attempt = null }: CommitView) =>
	state === "needs_signature" && attempt === null;

function composeKnown(
	input: ReviewInput,
	read: Extract<ReadCommit, { kind: "known" }>,
	isUnoffered: boolean,
): Review {
	const { view, reviewFault } = read;
	const common = composeCommon(input);
	const state = [...attemptObstacles(view), ...stateObstacles(view, input.confirmedByGet, isUnoffered)];
	const settled =
		view.state !== "needs_signature" || (view.action === null && (view.wallet_attempt ?? null) === null);
	const headline = headlineOfReview(view, evmFactsOf(input.answers[0]), input.user);
	return {
		...common,
		headline: common.insights[0]?.headline ?? headline ?? headlineWithout(read),
		approval: settled
			? approvalOf(state, wordFor(common))
			: approvalFor(input, common, freezingObstacles(refusalsOf(input), reviewFault), state),
		canReject: stillOpen(view),
	};
}

function composeCommit(input: ReviewInput, { read, isUnoffered }: RequestOf<"commit">): Review {
	if (read.kind === "known") return composeKnown(input, read, isUnoffered);
	const { commitId, reason, state } = read;
	const asks = state === undefined || state === "needs_signature";
	// Its refusal names no more than its id.
	return composeUnreadable(input, { reason, canReject: commitId !== null && asks });
}

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
