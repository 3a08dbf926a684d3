import { isDeepStrictEqual } from "node:util";
import type { EvmFacts } from "../../../core/chain/evm.ts";
import type { Labels } from "../../../core/identities/labels.ts";
import { message } from "../../../core/localized-text.ts";
import type { Freezing } from "../../../core/match/freeze.ts";
import {
	type ActionLikeRequest,
	commitViewOf,
	isActionLikeRequest,
} from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/review.ts";
import {
	givenIntents,
	type Summary,
	summariseAction,
	summariseCommit,
	UNREADABLE_SUMMARY,
} from "../../../core/review/summary.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { CommitView, ReadCommit } from "../../../service-api/commit.ts";
import { viewOfAmount } from "../../views/amounts.ts";
import type { FrozenRequests } from "../requests/frozen-requests.ts";
import type { TurnBudget } from "../turn-budget.ts";
import type { Entry } from "./entry.ts";

export interface Viewer {
	readonly scope: string;
	readonly accounts: readonly string[];
	readonly labels: Labels;
	/** Cache key for everything outside the request that affects a summary. */
	readonly key: string;
	readonly now: number;
}

const LOCAL_HEADLINES = {
	replacement: message("headline.own.replacement"),
	revocation: message("headline.own.revocation"),
	transfer: message("headline.own.transfer"),
} as const;

/**
 * Returns whether two views request the same thing. A request that is no longer open at the service counts as
 * unchanged.
 */
export function isSameRequest(now: CommitView, then: CommitView | null): boolean {
	if (then === null) return false;
	const parts = (view: CommitView) => [view.chain_ref, view.signer, view.batch, view.review];
	const asks = now.action === null || isDeepStrictEqual(now.action, then.action);
	return asks && isDeepStrictEqual(parts(now), parts(then));
}

const named = (made: Summary, { headline: { text, amount } }: Review): Summary => ({
	...made,
	headline: text,
	amount,
});

export class Summaries {
	readonly #reviews;
	readonly #frozenRequests: FrozenRequests;
	readonly #budget: TurnBudget;
	/** Views are immutable, so they can be cache keys. */
	readonly #made = new WeakMap<object, { readonly key: string; readonly summary: Summary }>();
	readonly #amounts = new WeakMap<Summary, InboxEntryView["amount"]>();

	constructor(
		reviews: {
			composeCurrent(entryId: string): Review | null;
			decoded(entryId: string): Review | null;
			facts(entryId: string): EvmFacts | null;
		},
		frozenRequests: FrozenRequests,
		budget: TurnBudget,
	) {
		this.#reviews = reviews;
		this.#frozenRequests = frozenRequests;
		this.#budget = budget;
	}

	has(of: object): boolean {
		return this.#made.has(of);
	}

	of(
		{ id, sessionId, request, row }: Pick<Entry, "id" | "sessionId" | "request" | "row">,
		viewer: Viewer,
	): Summary {
		if (request.kind === "commit") return this.#ofCommit(id, request.read, viewer);
		if (request.kind === "unreadable") return UNREADABLE_SUMMARY;
		if (isActionLikeRequest(request)) return this.#ofAction(id, sessionId, request, viewer);
		const review = this.#reviews.composeCurrent(id);
		return {
			headline: row?.headline ?? review?.headline.text ?? LOCAL_HEADLINES[request.kind],
			amount: null,
			app: null,
			chainRef: row?.chainRef ?? review?.frozen?.chain_ref ?? "",
			expiresAt: null,
			match: "matched",
		};
	}

	amountOf(summary: Summary): InboxEntryView["amount"] {
		const known = this.#amounts.get(summary);
		if (known !== undefined) return known;
		const view = viewOfAmount(summary.amount);
		this.#amounts.set(summary, view);
		return view;
	}

	#remembered(of: object, key: string, make: () => Summary): Summary {
		const known = this.#made.get(of);
		if (known?.key === key) return known.summary;
		const summary = this.#budget.spend(make);
		this.#made.set(of, { key, summary });
		return summary;
	}

	#freezingOf(read: ReadCommit): Freezing | null {
		return read.kind === "known" ? this.#frozenRequests.commit(read.view, []) : null;
	}

	#ofCommit(entryId: string, read: ReadCommit, viewer: Viewer): Summary {
		const reviews = this.#reviews;
		const facts = reviews.facts(entryId);
		return this.#remembered(read, `${facts === null ? "bare" : "named"} ${viewer.key}`, () => {
			const made = summariseCommit(read, this.#freezingOf(read), viewer, facts);
			const last = facts === null && read.kind === "known" ? reviews.decoded(entryId) : null;
			const then = last === null ? null : commitViewOf(last.request);
			// A new version keeps its previous headline until the chain has been queried. If the commit has
			// ended, the chain is never queried again.
			return last !== null && read.kind === "known" && isSameRequest(read.view, then)
				? named(made, last)
				: made;
		});
	}

	#ofAction(entryId: string, sessionId: string, request: ActionLikeRequest, viewer: Viewer): Summary {
		const { action } = request;
		const decoded = this.#reviews.decoded(entryId);
		const same =
			decoded !== null &&
			isActionLikeRequest(decoded.request) &&
			isDeepStrictEqual(decoded.request.action.request, action.request);
		const key = `${same ? "named" : "bare"} ${viewer.key}`;
		return this.#remembered(action, key, () => {
			const intents = givenIntents(action);
			const freezing =
				intents === null ? null : this.#frozenRequests.actionLike({ ...request, sessionId }, intents);
			const made = summariseAction(action, freezing, viewer);
			return same && decoded !== null ? named(made, decoded) : made;
		});
	}
}
