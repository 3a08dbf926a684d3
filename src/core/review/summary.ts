import type { ReadCommit } from "../../service-api/commit.ts";
import type { Action } from "../../service-api/events.ts";
import type { EvmFacts } from "../chain/evm.ts";
import { signedItemsOf } from "../decoded-transaction/signed-item.ts";
import type { Headline } from "../describe/evm/headline.ts";
import type { Amount } from "../format/amount.ts";
import { NO_HISTORY, NO_USES } from "../identities/counterparties.ts";
import { appNamed, type Labels } from "../identities/labels.ts";
import { message, type Text } from "../localized-text.ts";
import { matchAction } from "../match/action.ts";
import type { Freezing } from "../match/freeze.ts";
import {
	type ActionFreezing,
	intentIndexOf,
	type ProposalFreezing,
	requestEnd,
} from "../match/freeze-action.ts";
import { expiryOf, type Intent } from "../match/frozen.ts";
import { matchFrozen } from "../match/match.ts";
import { indexInRequest, toSeconds } from "../match/member.ts";
import { headlineOfAction, headlineOfUnread } from "./compose/compose-action.ts";
import { UNREADABLE } from "./compose.ts";
import { analyzeItems } from "./item-analysis.ts";
import { headlineOfReview } from "./reviewed.ts";

/** One-line summary of a request for a list. It is cheap to create, because it doesn't query the chain. */

export interface Summary {
	readonly headline: Text;
	readonly amount: Amount | null;
	/** Decimal chain ID or cluster. Empty if the request doesn't name one. */
	readonly chainRef: string;
	readonly app: string | null;
	/** In Unix ms. */
	readonly expiresAt: number | null;
	/** Based on the view alone. The chain's state is only checked in the review. */
	readonly match: "matched" | "refused" | "unproven" | "unreadable";
}

export interface SummaryUser {
	readonly accounts: readonly string[];
	readonly labels: Labels;
}

function appOf(read: ReadCommit): string | null {
	if (read.kind === "unreadable") return null;
	const { review, batch } = read.view;
	if (review?.request.type !== "execute_evm") return null;
	return appNamed(review.request.transactions[indexInRequest({ ...review, batch })]?.protocol);
}

const NO_SIGNER = {
	signerState: "missing",
	counterparties: NO_HISTORY,
	uses: NO_USES,
	device: null,
} as const;

function labelOf(read: Extract<ReadCommit, { kind: "known" }>): string | undefined {
	const { review, batch } = read.view;
	if (review === null || review.request.type === "sign") return undefined;
	const { request } = review;
	const index = indexInRequest({ ...review, batch });
	return request.type === "execute_evm"
		? request.transactions[index]?.label
		: request.transactions[index]?.description;
}

export const UNREADABLE_SUMMARY: Summary = {
	headline: UNREADABLE.text,
	amount: null,
	chainRef: "",
	app: null,
	expiresAt: null,
	match: "unreadable",
};

function without(read: ReadCommit): Summary {
	const blank = { amount: null, app: appOf(read), expiresAt: null };
	if (read.kind === "unreadable") return UNREADABLE_SUMMARY;
	const { view } = read;
	const base = { ...blank, chainRef: view.chain_ref };
	const label = labelOf(read);
	if (view.review === null) return { ...base, headline: message("headline.no-review"), match: "unreadable" };
	return {
		...base,
		headline: label ?? message("headline.no-signature"),
		match: "unproven",
	};
}

function headlineOfFrozen(
	frozen: Parameters<typeof signedItemsOf>[0],
	user: SummaryUser,
	facts: EvmFacts | null,
): Headline | null {
	const { accounts, labels } = user;
	const [analysis] = analyzeItems(signedItemsOf(frozen), facts === null ? [] : [{ family: "evm", facts }], {
		user: { accounts, labels, ...NO_SIGNER, chainRef: frozen.chain_ref },
		shown: { title: "", app: null },
		now: 0,
		sameNonceHeadline: null,
		opinions: [],
	});
	return analysis?.headline ?? null;
}

export function summariseCommit(
	read: ReadCommit,
	freezing: Freezing | null,
	user: SummaryUser,
	facts: EvmFacts | null = null,
): Summary {
	if (freezing === null || read.kind === "unreadable") return without(read);
	const blank = without(read);
	if (!freezing.ok) {
		const described = headlineOfReview(read.view, facts, { ...user, ...NO_SIGNER });
		const summary =
			described === null ? blank : { ...blank, headline: described.text, amount: described.amount };
		const asks = read.view.action !== null && read.view.action.kind !== "broadcast";
		const differs = asks || read.view.wallet_attempt?.state === "mismatched";
		return differs && summary.match !== "unreadable" ? { ...summary, match: "refused" } : summary;
	}
	const { frozen } = freezing;
	const { verdict } = matchFrozen(frozen);
	const headline =
		headlineOfFrozen(frozen, user, facts) ?? headlineOfReview(read.view, facts, { ...user, ...NO_SIGNER });
	if (headline === null) return { ...blank, headline: message("headline.undecoded"), match: verdict };
	return {
		headline: headline.text,
		amount: headline.amount,
		chainRef: frozen.chain_ref,
		app: appOf(read),
		expiresAt: expiryOf(frozen),
		match: verdict,
	};
}

export function givenIntents({ request }: Action): readonly Intent[] | null {
	if (request.type !== "sign") return null;
	return request.payloads.map((payload) =>
		payload.kind === "svm_transaction" ? { ...payload, signer: request.signer, lookups: [] } : payload,
	);
}

function earliest(ends: readonly (number | null)[]): number | null {
	const known = ends.filter((end) => end !== null);
	return known.length === 0 ? null : Math.min(...known) * 1000;
}

/** Uses the action's own request, because transactions are only completed for the review. */
export function summariseAction(
	action: Action,
	freezing: ActionFreezing | ProposalFreezing | null,
	{ accounts, labels }: SummaryUser,
): Summary {
	const { request } = action;
	const frozen = freezing?.ok === true ? freezing.frozen : null;
	const user = { accounts, labels, ...NO_SIGNER };
	const counted = freezing === null || (frozen !== null && frozen.intents.length > 1);
	const own = frozen?.intents.length === 1 ? headlineOfFrozen(frozen, { accounts, labels }, null) : null;
	const headline = own ?? (counted ? headlineOfAction(action, user) : headlineOfUnread(action, user));
	return {
		headline: headline.text,
		amount: headline.amount,
		chainRef: intentIndexOf(request).chain_ref ?? "",
		app: request.type === "execute_evm" ? appNamed(request.transactions[0]?.protocol) : null,
		expiresAt: earliest([
			action.expires_at === null ? null : toSeconds(action.expires_at),
			requestEnd(request),
		]),
		match: frozen === null ? (freezing === null ? "unproven" : "refused") : matchAction(frozen).verdict,
	};
}
