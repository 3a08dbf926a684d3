import type { CommitView, ReadCommit } from "../../service-api/commit.ts";
import type { UnreadableAction } from "../../service-api/events.ts";
import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import { svmNameParam } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { Headline } from "../describe/evm/headline.ts";
import type { GrantedPermission } from "../describe/evm/permissions.ts";
import { plain } from "../format/plain.ts";
import { sameAddress } from "../identities/labels.ts";
import { amountParam, type Message, message } from "../localized-text.ts";
import type { FrozenRevocation } from "../match/frozen.ts";
import { matchRevocation, remainingAmount } from "../match/revocation.ts";
import {
	type ApprovalObstacle,
	approvalOf,
	attemptObstacles,
	freezingObstacles,
	stateObstacles,
} from "./approval.ts";
import type { RequestOf } from "./approval-request.ts";
import { composeAction } from "./compose/compose-action.ts";
import { composeReplacement } from "./compose/compose-replacement.ts";
import { approvalFor, composeCommon, refusalsOf, wordFor } from "./compose/composed.ts";
import { flowHeadline } from "./effects/flow-text.ts";
import { evmFactsOf, type ItemAnalysis } from "./item-analysis.ts";
import type { Review, ReviewInput } from "./review.ts";
import { headlineOfReview } from "./reviewed.ts";

/** Composes the review of an unreadable request, which can be rejected but never approved. */

export const UNREADABLE: Headline = { text: message("headline.unreadable"), known: false, amount: null };

function composeUnreadable(
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

function composeUnreadableAction(input: ReviewInput, action: UnreadableAction): Review {
	const { state, revision, reason } = action;
	const asks = state === null || state === "pending";
	return composeUnreadable(input, {
		reason,
		canReject: asks && revision !== null,
		more: asks && revision === null ? [NO_REVISION] : [],
	});
}

/** Composes the review for a payment that the user entered. It is assessed like any other request. */
function composeTransfer(input: ReviewInput): Review {
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

function matchedText({ revokes, chain_family: family }: FrozenRevocation, input: ReviewInput, asset: string) {
	const { kind, spender, token_id: item } = revokes;
	const who = (family === "svm" ? svmNameParam : nameParam)(input.user, spender);
	const named = plain(asset, 60);
	if (kind === "token") return message("headline.take-back.item", { item: item ?? "", asset: named });
	return message(kind === "permit2" ? "headline.take-back.permit2" : "headline.take-back", {
		who,
		asset: named,
	});
}

/** The decoded amount that the spender keeps. */
interface RemainingAllowance {
	readonly raw: bigint;
	readonly frozen: FrozenRevocation;
}

function remainingOf({ freezing }: ReviewInput): RemainingAllowance | null {
	const frozen = freezing.ok ? freezing.frozen : null;
	if (frozen?.kind !== "revocation" || frozen.lowers_to === undefined) return null;
	const raw = remainingAmount(frozen.revokes, frozen.lowers_to);
	return raw === null ? null : { raw, frozen };
}

/** Returns whether a permission is exactly the lower amount that the user chose. */
function isRemaining(
	{ amount, kind, spender, token, unlimited }: GrantedPermission,
	remaining: RemainingAllowance | null,
): boolean {
	if (remaining === null || kind !== "allowance" || unlimited || amount?.raw !== remaining.raw) return false;
	const { chain_family: family, revokes } = remaining.frozen;
	// Our own decoding names the mint instead of the Solana token account.
	return sameAddress(spender, revokes.spender) && (family === "svm" || sameAddress(token, revokes.token));
}

/** Approving the zero address in EIP-721 revokes the permission for an item. */
const isGrant = ({ grants, spender }: GrantedPermission): boolean => grants && spender !== ZERO_ADDRESS;

/**
 * The same bytes can grant a permission if the contract isn't of the expected kind (EIP-721's approval of
 * item 0).
 */
const grantsAnything = (analyses: readonly ItemAnalysis[], remaining: RemainingAllowance | null) =>
	analyses.some(({ permissions }) => permissions.some((row) => isGrant(row) && !isRemaining(row, remaining)));

const onlyRevokes = (analyses: readonly ItemAnalysis[]) =>
	analyses.every(({ permissions }) => permissions.length > 0 && permissions.every(({ grants }) => !grants));

function loweredHeadline(
	input: ReviewInput,
	remaining: RemainingAllowance,
	analyses: readonly ItemAnalysis[],
): Headline | null {
	const rows = analyses.flatMap(({ permissions }) => permissions);
	const row = rows.find((each) => each.source === "decoded" && isRemaining(each, remaining));
	if (row?.amount == null) return null;
	const { chain_family: family, revokes } = remaining.frozen;
	const who = (family === "svm" ? svmNameParam : nameParam)(input.user, revokes.spender);
	const code = revokes.kind === "permit2" ? "headline.lower.permit2" : "headline.lower";
	return { text: message(code, { who, amount: amountParam(row.amount) }), known: true, amount: null };
}

/**
 * Prefers our own decoding. Without it, the match still guarantees that the bytes are exactly the revocation.
 */
function headlineOf(input: ReviewInput, asset: string, analyses: readonly ItemAnalysis[]): Headline {
	const own = analyses[0]?.headline ?? null;
	const remaining = remainingOf(input);
	const unseen = own ?? { text: message("headline.unseen"), known: false, amount: null };
	if (remaining !== null)
		return (
			(grantsAnything(analyses, remaining) ? null : loweredHeadline(input, remaining, analyses)) ?? unseen
		);
	if (own !== null && (grantsAnything(analyses, null) || (own.known && onlyRevokes(analyses)))) return own;
	const frozen = input.freezing.ok ? input.freezing.frozen : null;
	return frozen?.kind === "revocation" &&
		frozen.lowers_to === undefined &&
		matchRevocation(frozen).verdict === "matched"
		? { text: matchedText(frozen, input, asset), known: true, amount: null }
		: unseen;
}

const GRANTS: ApprovalObstacle = {
	text: message("against.revocation.gives"),
	passing: false,
};

/** The bytes set an amount that our own decoding doesn't find, so the contract is of a different kind. */
const UNSEEN_AMOUNT: ApprovalObstacle = {
	text: message("against.revocation.amount-unseen"),
	passing: false,
};

function grantObstacles(input: ReviewInput, analyses: readonly ItemAnalysis[]): readonly ApprovalObstacle[] {
	const remaining = remainingOf(input);
	if (grantsAnything(analyses, remaining)) return [GRANTS];
	return remaining !== null && loweredHeadline(input, remaining, analyses) === null ? [UNSEEN_AMOUNT] : [];
}

/** A revocation should only cost its fee, so the contract is the cause of any loss or change of control. */
const causesLoss = ({ analyses, effects }: Pick<Review, "analyses" | "effects">) =>
	analyses.some(({ comparison }) =>
		(comparison?.effects ?? []).some(
			({ kind, ours }) => kind === "balance" && ours !== null && ours.raw < 0n,
		),
	) || (effects?.simulations ?? []).some((simulation) => simulation?.losesControl === true);

const CAUSES_LOSS: ApprovalObstacle = {
	text: message("against.revocation.takes"),
	passing: false,
};

function composeRevocation(input: ReviewInput, { planned }: RequestOf<"revocation">): Review {
	const common = composeCommon(input);
	const { analyses } = common;
	return {
		...common,
		headline: headlineOf(input, planned?.asset ?? "", analyses),
		approval: approvalFor(
			input,
			common,
			[],
			[...grantObstacles(input, analyses), ...(causesLoss(common) ? [CAUSES_LOSS] : [])],
		),
		canReject: false,
	};
}

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

/**
 * A view that doesn't mention the attempt counts as open, because the service decides whether a commit can be
 * rejected after a wallet has claimed it.
 */
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
		headline: common.analyses[0]?.headline ?? headline ?? headlineWithout(read),
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
	return composeUnreadable(input, { reason, canReject: commitId !== null && asks });
}

/**
 * A pure function: the same input always produces the same review. The request can be approved only if it
 * needs a signature, the service has confirmed it, it matches, and it hasn't expired. In addition, the user's
 * RPC must be on the right chain, the balance must be sufficient, and the signer must be ready.
 */
export function composeReview(of: ReviewInput): Review {
	const chainRef = of.freezing.ok ? of.freezing.frozen.chain_ref : null;
	const input = { ...of, user: { ...of.user, chainRef } };
	const review = composeRequest(input);
	const { kind } = input.request;
	const isAsked = kind === "commit" || kind === "action" || kind === "proposal";
	const headline = isAsked ? flowHeadline(review) : null;
	return headline === null ? review : { ...review, headline };
}

function composeRequest(input: ReviewInput): Review {
	const { request } = input;
	switch (request.kind) {
		case "commit":
			return composeCommit(input, request);
		case "action":
		case "proposal":
			return composeAction(input, request);
		case "unreadable":
			return composeUnreadableAction(input, request.action);
		case "replacement":
			return composeReplacement(input, request);
		case "revocation":
			return composeRevocation(input, request);
		case "transfer":
			return composeTransfer(input);
	}
}
