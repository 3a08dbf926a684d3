import type { CommitView, ReadCommit } from "../../../service-api/commit.ts";
import type { Headline } from "../../explain/evm/headline.ts";
import { message } from "../../message.ts";
import { approvalOf, attemptObstacles, freezingObstacles, stateObstacles } from "../approval.ts";
import type { RequestOf } from "../approval-request.ts";
import { evmFactsOf } from "../insight.ts";
import type { Review, ReviewInput } from "../review.ts";
import { headlineOfReview } from "../reviewed.ts";
import { composeUnreadable, UNREADABLE } from "./compose-unreadable.ts";
import { approvalFor, composeCommon, refusalsOf, wordFor } from "./composed.ts";

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

export function composeCommit(input: ReviewInput, { read, isUnoffered }: RequestOf<"commit">): Review {
	if (read.kind === "known") return composeKnown(input, read, isUnoffered);
	const { commitId, reason, state } = read;
	const asks = state === undefined || state === "needs_signature";
	// Its refusal names no more than its id.
	return composeUnreadable(input, { reason, canReject: commitId !== null && asks });
}
