import { isDeepStrictEqual } from "node:util";
import type { EvmFacts } from "../../../core/chain/evm.ts";
import type { Freezing } from "../../../core/match/freeze.ts";
import { message } from "../../../core/message.ts";
import type { Labels } from "../../../core/people/labels.ts";
import { commitViewOf } from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/compose.ts";
import {
	givenIntents,
	type Summary,
	summariseAction,
	summariseCommit,
	UNREADABLE_SUMMARY,
} from "../../../core/review/summary.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { CommitView, ReadCommit } from "../../../service-api/commit.ts";
import type { Action } from "../../../service-api/events.ts";
import { viewOfAmount } from "../../views/amounts.ts";
import type { FrozenRequests } from "../requests/frozen-requests.ts";
import type { TurnBudget } from "../turn-budget.ts";
import type { Entry } from "./entry.ts";

/** User for whom a list is composed, queried once per list. */
export interface Viewer {
	readonly scope: string;
	readonly accounts: readonly string[];
	readonly labels: Labels;
	/** Changes with anything that changes a summary. */
	readonly key: string;
	/** Unix ms. */
	readonly now: number;
}

/** Names of the user's own requests before their review exists. */
const OWN_HEADLINES = {
	replacement: message("headline.own.replacement"),
	revocation: message("headline.own.revocation"),
} as const;

/** Returns whether the service still requests the same, or nothing any more. */
export function isSameRequest(now: CommitView, then: CommitView | null): boolean {
	if (then === null) return false;
	const parts = (view: CommitView) => [view.chain_ref, view.signer, view.batch, view.review];
	const asks = now.action === null || isDeepStrictEqual(now.action, then.action);
	return asks && isDeepStrictEqual(parts(now), parts(then));
}

/** The same line under the name that the review knew. */
const named = (made: Summary, { headline: { text, amount } }: Review): Summary => ({
	...made,
	headline: text,
	amount,
});

/** One line of each entry, decoded once and remembered. */
export class Summaries {
	readonly #reviews;
	readonly #frozenRequests: FrozenRequests;
	readonly #budget: TurnBudget;
	/** A view is immutable: what was made of it stays true until labels, accounts, owner or settings change. */
	readonly #made = new WeakMap<object, { readonly key: string; readonly summary: Summary }>();
	/** Summaries are immutable, and drawn many times. */
	readonly #amounts = new WeakMap<Summary, InboxEntryView["amount"]>();

	/** @param budget limits the decoding of requests that were not seen before */
	constructor(
		reviews: {
			/** Returns the last composed review; `null` before the first. */
			get(entryId: string): Review | null;
			/** The last review of this entry that could be decoded, whatever the request is now. */
			decoded(entryId: string): Review | null;
			/** Returns the chain's facts about the current request; `null` if there are none. */
			facts(entryId: string): EvmFacts | null;
		},
		frozenRequests: FrozenRequests,
		budget: TurnBudget,
	) {
		this.#reviews = reviews;
		this.#frozenRequests = frozenRequests;
		this.#budget = budget;
	}

	/** Whether this request was decoded before, for whomever. @param of the object that was read */
	has(of: object): boolean {
		return this.#made.has(of);
	}

	of(
		{ id, sessionId, request, row }: Pick<Entry, "id" | "sessionId" | "request" | "row">,
		viewer: Viewer,
	): Summary {
		if (request.kind === "commit") return this.#ofCommit(id, request.read, viewer);
		if (request.kind === "unreadable") return UNREADABLE_SUMMARY;
		if (request.kind === "action") return this.#ofAction(id, sessionId, request.action, viewer);
		const review = this.#reviews.get(id);
		return {
			headline: row?.headline ?? review?.headline.text ?? OWN_HEADLINES[request.kind],
			amount: null,
			app: null,
			chainRef: row?.chainRef ?? review?.frozen?.chain_ref ?? "",
			expiresAt: null,
			match: "matched",
		};
	}

	/** Its amount as windows draw it. */
	amountOf(summary: Summary): InboxEntryView["amount"] {
		const known = this.#amounts.get(summary);
		if (known !== undefined) return known;
		const view = viewOfAmount(summary.amount);
		this.#amounts.set(summary, view);
		return view;
	}

	/** Keyed by the object that was read: it is immutable. */
	#remembered(of: object, key: string, make: () => Summary): Summary {
		const known = this.#made.get(of);
		if (known?.key === key) return known.summary;
		const summary = this.#budget.spend(make);
		this.#made.set(of, { key, summary });
		return summary;
	}

	/** Freezes a commit without asking a chain. */
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
			// The chain was not queried yet about a new version and never is about an ended one: both keep
			// their name.
			return last !== null && read.kind === "known" && isSameRequest(read.view, then)
				? named(made, last)
				: made;
		});
	}

	#ofAction(entryId: string, sessionId: string, action: Action, viewer: Viewer): Summary {
		const decoded = this.#reviews.decoded(entryId);
		const same =
			decoded?.request.kind === "action" && isDeepStrictEqual(decoded.request.action.request, action.request);
		const key = `${same ? "named" : "bare"} ${viewer.key}`;
		return this.#remembered(action, key, () => {
			const intents = givenIntents(action);
			const freezing =
				intents === null ? null : this.#frozenRequests.action(action, sessionId, intents, undefined);
			const made = summariseAction(action, freezing, viewer);
			return same && decoded !== null ? named(made, decoded) : made;
		});
	}
}
