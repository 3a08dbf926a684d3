import { isDeepStrictEqual } from "node:util";
import type { EvmFacts } from "../../core/chain/evm.ts";
import type { Amount } from "../../core/format/amount.ts";
import { actionIntentId, isOfRevision } from "../../core/journal/intent-id.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { type Message, message, type Text } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { Review, ReviewedCommit } from "../../core/review/compose.ts";
import {
	givenIntents,
	type Summary,
	summariseAction,
	summariseCommit,
	UNREADABLE_SUMMARY,
} from "../../core/review/summary.ts";
import type { Severity } from "../../core/risk/finding.ts";
import { centsOf, type Rounding } from "../../core/worth/price.ts";
import type { InboxEntryView } from "../../ipc/inbox.ts";
import type { CommitView, ReadCommit } from "../../service-api/commit.ts";
import type { Action } from "../../service-api/events.ts";
import type { Journal } from "../storage/journal-db.ts";
import { viewOfAmount } from "../views/amounts.ts";
import type { PriceSource } from "../views/worth-view.ts";
import {
	actionStanding,
	type Entry,
	type EntryStanding,
	entryKeyOf,
	REJECTING,
	rowStanding,
	standingOf,
	unreadableStanding,
} from "./entry.ts";
import type { Freezings } from "./freezings.ts";
import { outcomeOf, progressSteps, type StepProgress } from "./progress-view.ts";
import type { Request } from "./requests.ts";
import type { TurnBudget } from "./turn-budget.ts";

/** From what is stored to the inbox, and to the rows that windows draw. */

/** What a list tells of a review. */
export interface ReviewBrief {
	readonly verdict: Review["match"]["verdict"];
	readonly findings: number;
	/** The gravest finding that is more than information. */
	readonly worst: { readonly severity: Exclude<Severity, "info">; readonly text: Text } | null;
	/** Somebody may take without a limit afterwards. */
	readonly unlimited: boolean;
	/** What the headline's amount is of, where a change of the user's own balances is just that. */
	readonly stake: {
		readonly chainRef: string;
		/** `native`, or a token's address. */
		readonly asset: string;
		readonly amount: Amount;
		readonly rounding: Rounding;
	} | null;
}

/** What the list takes of the reviews that were composed. */
export interface EntryReviews {
	/** As composed last; null before the first time. */
	get(entryId: string): Review | null;
	/** Of the review as loaded last; null before, and where the request has changed since. */
	brief(entryId: string): ReviewBrief | null;
	/** The last review of this entry that could be decoded, whatever the request is now. */
	decoded(entryId: string): Review | null;
	/** What the chain said of this request as it stands; null where it said nothing. */
	facts(entryId: string): EvmFacts | null;
}

export interface EntriesParts {
	readonly journal: Journal;
	readonly reviews: EntryReviews;
	readonly freezings: Freezings;
	readonly scope: () => string;
	readonly accounts: () => readonly string[];
	readonly labels: () => Labels;
	readonly muted: () => readonly string[];
	/** The user has said no to this request as it stands. */
	readonly isAnsweredNo: (entry: Pick<Entry, "id" | "asked">) => boolean;
	/** What one unit is worth; null without a price, or where nobody wants to see worth. */
	readonly price: PriceSource;
	/** Until when it is out of sight, Unix ms; null where it is not. */
	readonly snoozed: (entryId: string) => number | null;
	readonly mutedApps: () => readonly string[];
	/** Apps that a rule of the user's blocks, in lower case. */
	readonly blockedApps: () => ReadonlySet<string>;
	readonly title: (sessionId: string) => Text;
	/** The user's own name for a network, else the known one. */
	readonly chainNameOf: (chainRef: string) => string;
	/** The Build that a commit was made of; null for a conversation's. */
	readonly buildOf: (commitId: string) => string | null;
	/** Unix ms. */
	readonly now: () => number;
	/** What decoding requests that were not seen before may take. */
	readonly budget: TurnBudget;
	/** The list was not read whole: it is to be read again soon. */
	readonly onLate: () => void;
}

export interface Entries {
	of(request: Request): Entry;
	/** Those that this turn has no time for stand as they stood before, or come with the next one (`onLate`). */
	all(requests: readonly Request[]): Entry[];
	/** Of a request of the user's own that is in the journal, whether or not it is still remembered. */
	ofRow(row: JournalRow): Entry;
	summary(entry: Entry): Summary;
	views(entries: readonly Entry[]): InboxEntryView[];
}

/** What a request of the user's own is called before its review is there. */
const OWN_HEADLINES = {
	replacement: message("headline.own.replacement"),
	revocation: message("headline.own.revocation"),
} as const;

/** How an entry compares at a glance: the whole review where it was composed, else the view alone. */
function glance(entry: Entry, summary: Summary, brief: ReviewBrief | null): InboxEntryView["match"] {
	if (summary.match === "unreadable") return "unreadable";
	if (entry.state !== "waiting") return summary.match;
	if (brief === null) return summary.match === "refused" ? "refused" : "checking";
	return brief.verdict;
}

/** What the service asks for now is still what it asked for then, or it asks no more. */
function sameRequest(now: CommitView, then: CommitView | null): boolean {
	if (then === null) return false;
	const parts = (view: CommitView) => [view.chain_ref, view.signer, view.batch, view.review];
	const asks = now.action === null || isDeepStrictEqual(now.action, then.action);
	return asks && isDeepStrictEqual(parts(now), parts(then));
}

/** Whose eyes a whole list is made for: asked for once, not for each of its thousands. */
interface Eyes {
	readonly scope: string;
	readonly accounts: readonly string[];
	readonly labels: Labels;
	/** Changes with anything that changes a summary. */
	readonly key: string;
	/** Unix ms. */
	readonly now: number;
}

export function createEntries(parts: EntriesParts): Entries {
	// A view is immutable: what was made of it stays true until labels, accounts, owner or settings change.
	const summaries = new WeakMap<object, { readonly key: string; readonly summary: Summary }>();
	/** Summaries are immutable, and drawn many times. */
	const amounts = new WeakMap<Summary, InboxEntryView["amount"]>();
	const { freezings } = parts;
	/** As the list was read last, by id. */
	let before: ReadonlyMap<string, Entry> = new Map();

	function eyes(): Eyes {
		const [accounts, labels] = [parts.accounts(), parts.labels()];
		const key = JSON.stringify([freezings.settings(), accounts, labels]);
		return { scope: parts.scope(), accounts, labels, key, now: parts.now() };
	}

	/** Keyed by the object that was read: it is immutable. */
	function remembered(of: object, key: string, make: () => Summary): Summary {
		const known = summaries.get(of);
		if (known?.key === key) return known.summary;
		const summary = parts.budget.spend(make);
		summaries.set(of, { key, summary });
		return summary;
	}

	/** As if no chain could be asked. */
	const reviewedOf = (read: ReadCommit): ReviewedCommit =>
		read.kind === "known"
			? { kind: "commit", read, freezing: freezings.commit(read.view, []) }
			: { kind: "commit", read, freezing: null };

	function commitSummary(entryId: string, read: ReadCommit, seen: Eyes): Summary {
		const facts = parts.reviews.facts(entryId);
		return remembered(read, `${facts === null ? "bare" : "named"} ${seen.key}`, () => {
			const made = summariseCommit(reviewedOf(read), seen, facts);
			const last = facts === null && read.kind === "known" ? parts.reviews.decoded(entryId) : null;
			const then = last?.subject.kind === "commit" ? last.subject.view : null;
			// Of a new version the chain was not asked yet, of one that is over it never is: each keeps the name it had.
			return last !== null && read.kind === "known" && sameRequest(read.view, then)
				? { ...made, headline: last.headline.text, amount: last.headline.amount }
				: made;
		});
	}

	function actionSummary(entryId: string, sessionId: string, action: Action, seen: Eyes): Summary {
		const decoded = parts.reviews.decoded(entryId);
		const same =
			decoded?.subject.kind === "action" && isDeepStrictEqual(decoded.subject.action.request, action.request);
		const key = `${same ? "named" : "bare"} ${seen.key}`;
		return remembered(action, key, () => {
			const intents = givenIntents(action);
			const freezing = intents === null ? null : freezings.action(action, sessionId, intents, undefined);
			const made = summariseAction(action, freezing, seen);
			return same && decoded !== null
				? { ...made, headline: decoded.headline.text, amount: decoded.headline.amount }
				: made;
		});
	}

	function summaryFor(
		{ id, sessionId, asked, row }: Pick<Entry, "id" | "sessionId" | "asked" | "row">,
		seen: Eyes,
	): Summary {
		if (asked.kind === "commit") return commitSummary(id, asked.read, seen);
		if (asked.kind === "unreadable") return UNREADABLE_SUMMARY;
		if (asked.kind === "action") return actionSummary(id, sessionId, asked.action, seen);
		const review = parts.reviews.get(id);
		return {
			headline: row?.headline ?? review?.headline.text ?? OWN_HEADLINES[asked.kind],
			amount: null,
			app: null,
			chainRef: row?.chainRef ?? review?.frozen?.chain_ref ?? "",
			expiresAt: null,
			match: "matched",
		};
	}

	/** The journal's row that stands for this request; an answer to another revision is no answer to this one. */
	function rowFor(request: Request, scope: string): JournalRow | null {
		const { journal } = parts;
		if (request.kind === "commit") return journal.ofIntent(scope, request.commitId);
		if (request.kind === "unreadable") return rowOfUnreadable(request, scope);
		if (request.kind !== "action" || request.build !== undefined)
			return journal.ofIntent(scope, request.entryId);
		const { action } = request;
		if (action.state !== "pending") return journal.ofEntry(scope, request.entryId);
		const { id: action_id, revision: action_revision, request: asked } = action;
		const row = journal.ofIntent(scope, actionIntentId({ action_id, action_revision, request: asked }));
		// An action's id is its session's own: one of another conversation neither hides nor answers this one.
		return row?.entryId === request.entryId ? row : null;
	}

	/** What was approved of it before it came in this form: its transactions, or a signature of this very revision. */
	function rowOfUnreadable(request: Request & { kind: "unreadable" }, scope: string): JournalRow | null {
		const row = parts.journal.ofEntry(scope, request.entryId);
		if (row === null || row.live || (request.action.state ?? "pending") !== "pending") return row;
		const { id: action_id, revision } = request.action;
		return isOfRevision(row.intentId, action_id, revision) ? row : null;
	}

	function standing(request: Request, row: JournalRow | null, expiresAt: number | null, seen: Eyes) {
		const found = standingByRequest(request, row, expiresAt, seen);
		if (found.state !== "waiting") return found;
		if (parts.isAnsweredNo({ id: request.entryId, asked: askedOf(request) })) return REJECTING;
		return parts.snoozed(request.entryId) === null ? found : { ...found, actionable: false };
	}

	function standingByRequest(
		request: Request,
		row: JournalRow | null,
		expiresAt: number | null,
		seen: Eyes,
	): EntryStanding {
		if (request.kind === "commit") return standingOf(request.read, row, expiresAt, seen.now);
		if (request.kind === "action") return actionStanding(request.action, row, expiresAt, seen.now);
		if (request.kind === "unreadable") return unreadableStanding(request.action, row);
		return rowStanding(row);
	}

	function askedOf(request: Request): Entry["asked"] {
		if (request.kind === "action") return { kind: "action", action: request.action };
		if (request.kind === "unreadable") return { kind: "unreadable", action: request.action };
		if (request.kind !== "commit") return { kind: request.kind };
		const { commitId, read, stored } = request;
		return { kind: "commit", commitId, read, confirmedByGet: stored.confirmedByGet !== null };
	}

	function entryOf(request: Request, seen: Eyes): Entry {
		const { entryId: id, sessionId } = request;
		const row = rowFor(request, seen.scope);
		const asked = askedOf(request);
		const { expiresAt } = summaryFor({ id, sessionId, asked, row }, seen);
		return {
			id,
			sessionId,
			asked,
			row,
			firstSeen:
				request.kind !== "replacement" && request.kind !== "revocation"
					? parts.journal.inbox.firstSeen(seen.scope, id)
					: request.receivedAt,
			expiresAt,
			...standing(request, row, expiresAt, seen),
		};
	}

	function amountOf(summary: Summary): InboxEntryView["amount"] {
		const known = amounts.get(summary);
		if (known !== undefined) return known;
		const view = viewOfAmount(summary.amount);
		amounts.set(summary, view);
		return view;
	}

	/** By a price that is there: a list never waits for one. */
	function centsOfBrief(brief: ReviewBrief | null): string | null {
		const stake = brief?.stake ?? null;
		if (stake === null || stake.amount.decimals === null || !stake.amount.checked) return null;
		const price = parts.price(stake.chainRef, stake.asset);
		if (price === null) return null;
		return centsOf(stake.amount.raw, stake.amount.decimals, price, stake.rounding).toString();
	}

	function viewOf(
		entry: Entry,
		seen: Eyes,
		muted: ReadonlySet<string>,
		mutedApps: ReadonlySet<string>,
		blockedApps: ReadonlySet<string>,
	): InboxEntryView {
		const summary = summaryFor(entry, seen);
		const { row } = entry;
		const signed = row !== null && entry.state !== "waiting" && row.state !== "refused" ? row : null;
		const steps =
			signed === null
				? []
				: progressSteps(signed, parts.journal.steps(signed.id), stepProgressOf(parts.journal, signed));
		const brief = entry.state === "waiting" ? parts.reviews.brief(entry.id) : null;
		const key = entryKeyOf(entry.id);
		const build =
			key?.kind === "pipeline" ? key.digest : key?.kind === "commit" ? parts.buildOf(key.commitId) : null;
		return {
			id: entry.id,
			...(build === null ? {} : { build }),
			sessionId: entry.sessionId,
			session: parts.title(entry.sessionId),
			app: summary.app,
			headline: signed?.headline ?? summary.headline,
			amount: amountOf(summary),
			chain: parts.chainNameOf(summary.chainRef),
			expiresAt: entry.expiresAt,
			arrivedAt: entry.firstSeen,
			state: entry.state,
			match: glance(entry, summary, brief),
			findings: brief?.findings ?? 0,
			worst: brief?.worst ?? null,
			unlimited: brief?.unlimited ?? false,
			cents: centsOfBrief(brief),
			batch: batchOf(entry),
			snoozedUntil: entry.state === "waiting" ? parts.snoozed(entry.id) : null,
			steps: steps.map((step) => step.name),
			stepsDone: steps.filter((step) => step.state === "done").length,
			note: entry.note ?? (signed === null ? null : noteOf(signed)),
			muted: muted.has(entry.sessionId) || (summary.app !== null && mutedApps.has(summary.app)),
			blocked: entry.state === "waiting" && isBlocked(entry, summary.app, blockedApps),
		};
	}

	return {
		summary: (entry) => summaryFor(entry, eyes()),
		of: (request) => entryOf(request, eyes()),
		all(requests) {
			const seen = eyes();
			const read = new Map<string, Entry>();
			let late = false;
			for (const request of requests) {
				const isLate = !summaries.has(request.of) && parts.budget.isSpent();
				const entry = isLate ? before.get(request.entryId) : entryOf(request, seen);
				late ||= isLate;
				if (entry !== undefined) read.set(request.entryId, entry);
			}
			before = read;
			if (late) parts.onLate();
			return [...read.values()];
		},
		ofRow: (row) => ({
			// Of what the user asked for, the journal's own name is the entry's.
			id: row.intentId,
			sessionId: row.sessionId,
			asked: { kind: row.kind === "revocation" ? "revocation" : "replacement" },
			row,
			firstSeen: row.approvedAt,
			expiresAt: null,
			...rowStanding(row),
		}),
		views(entries) {
			const seen = eyes();
			const muted = new Set(parts.muted());
			const mutedApps = new Set(parts.mutedApps());
			const blocked = parts.blockedApps();
			return entries.map((entry) => viewOf(entry, seen, muted, mutedApps, blocked));
		},
	};
}

/** A request that names no app may be of a blocked one; the user's own are of none. */
function isBlocked({ asked }: Entry, app: string | null, blocked: ReadonlySet<string>): boolean {
	if (blocked.size === 0 || asked.kind === "replacement" || asked.kind === "revocation") return false;
	return app === null || blocked.has(app.trim().toLowerCase());
}

/** The batch that it is a step of; null where it is of none. */
function batchOf({ asked }: Entry): InboxEntryView["batch"] {
	const batch = asked.kind === "commit" && asked.read.kind === "known" ? asked.read.view.batch : null;
	return batch === null ? null : { id: batch.batch_id, index: batch.index };
}

/** The legs of an action's row with their steps; none of every other. */
export function stepProgressOf(
	journal: Pick<Journal, "stepRowsOf" | "steps">,
	row: JournalRow,
): readonly StepProgress[] {
	if (row.kind !== "action") return [];
	return journal.stepRowsOf(row.id).map((leg) => ({ row: leg, steps: journal.steps(leg.id) }));
}

function noteOf(row: JournalRow): Message | null {
	if (row.outcome === "answered") return message("inbox.note.answered");
	const outcome = outcomeOf(row);
	if (outcome === "confirmed") return message("inbox.note.confirmed");
	if (outcome === "unanswered") return message("inbox.note.unanswered");
	return outcome === "failed" ? message("inbox.note.failed") : null;
}
