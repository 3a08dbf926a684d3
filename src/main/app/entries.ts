import { isDeepStrictEqual } from "node:util";
import type { InboxEntryView } from "../../bridge/views.ts";
import type { CommitView, ReadCommit } from "../../contract/commit.ts";
import type { Action } from "../../contract/events.ts";
import { chainName } from "../chains/names.ts";
import { actionStanding, type Entry, rowStanding, standingOf } from "../inbox/entry.ts";
import type { Owner } from "../match/frozen.ts";
import type { Labels } from "../policy/labels.ts";
import { type Summary, summariseAction, summariseCommit } from "../review/summary.ts";
import { actionIntentId } from "../signing/door.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { amountView } from "../views/amounts.ts";
import { type LegSteps, outcomeOf, progressSteps } from "../views/progress-view.ts";
import type { ReviewBrief, Reviews } from "./parts.ts";
import type { Request } from "./requests.ts";

/** From what is stored to the inbox, and to the rows that windows draw. */

export interface EntriesParts {
	readonly journal: Journal;
	readonly reviews: Reviews;
	readonly owner: () => Owner;
	readonly scope: () => string;
	readonly accounts: () => readonly string[];
	readonly labels: () => Labels;
	readonly muted: () => readonly string[];
	readonly title: (sessionId: string) => string;
	/** Unix ms. */
	readonly now: () => number;
	/** The list was not read whole: it is to be read again soon. */
	readonly onLate: () => void;
}

/** One reading of the list decodes requests that it has not seen before for so long, in ms; the others follow. */
const FRESH_MS = 40;

export interface Entries {
	of(request: Request): Entry;
	/** Those that one reading has no time for stand as they stood before, or come with the next one (`onLate`). */
	all(requests: readonly Request[]): Entry[];
	/** Of a wish of the person's own that is in the journal, whether or not it is still remembered. */
	ofRow(row: JournalRow): Entry;
	summary(entry: Entry): Summary;
	views(entries: readonly Entry[]): InboxEntryView[];
}

/** What a wish is called before its review is there. */
const WISHES = { replacement: "Replace a transaction", revocation: "Take a permission back" } as const;

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
	readonly owner: Owner;
	readonly scope: string;
	readonly accounts: readonly string[];
	readonly labels: Labels;
	/** Changes with anything that changes a summary. */
	readonly key: string;
	/** Unix ms. */
	readonly now: number;
}

export function createEntries(parts: EntriesParts): Entries {
	// A view is immutable: what was made of it stays true until labels, accounts or owner change.
	const summaries = new WeakMap<object, { readonly key: string; readonly summary: Summary }>();
	/** As the list was read last, by id. */
	let before: ReadonlyMap<string, Entry> = new Map();

	function eyes(): Eyes {
		const [owner, accounts, labels] = [parts.owner(), parts.accounts(), parts.labels()];
		const key = JSON.stringify([owner.environment, owner.identity, accounts, labels]);
		return { owner, scope: parts.scope(), accounts, labels, key, now: parts.now() };
	}

	/** Keyed by the object that was read: it is immutable. */
	function remembered(of: object, key: string, make: () => Summary): Summary {
		const known = summaries.get(of);
		if (known?.key === key) return known.summary;
		const summary = make();
		summaries.set(of, { key, summary });
		return summary;
	}

	function commitSummary(entryId: string, read: ReadCommit, seen: Eyes): Summary {
		const facts = parts.reviews.facts(entryId);
		return remembered(read, `${facts === null ? "bare" : "named"} ${seen.key}`, () => {
			const { accounts, labels } = seen;
			const made = summariseCommit(read, { ...seen.owner, accounts, labels }, facts);
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
			const { accounts, labels } = seen;
			const made = summariseAction(action, { ...seen.owner, accounts, labels, sessionId });
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
		if (asked.kind === "action") return actionSummary(id, sessionId, asked.action, seen);
		const review = parts.reviews.get(id);
		return {
			headline: row?.headline ?? review?.headline.text ?? WISHES[asked.kind],
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
		if (request.kind !== "action") return journal.ofIntent(scope, request.entryId);
		const { action } = request;
		if (action.state !== "pending") return journal.ofEntry(scope, request.entryId);
		const { id: action_id, revision: action_revision, request: asked } = action;
		const row = journal.ofIntent(scope, actionIntentId({ action_id, action_revision, request: asked }));
		// An action's id is its session's own: one of another conversation neither hides nor answers this one.
		return row?.entryId === request.entryId ? row : null;
	}

	function standing(request: Request, row: JournalRow | null, expiresAt: number | null, seen: Eyes) {
		if (request.kind === "commit") return standingOf(request.read, row, expiresAt, seen.now);
		if (request.kind === "action") return actionStanding(request.action, row, expiresAt, seen.now);
		return rowStanding(row);
	}

	function askedOf(request: Request): Entry["asked"] {
		if (request.kind === "action") return { kind: "action", action: request.action };
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
				request.kind === "commit" || request.kind === "action"
					? parts.journal.inbox.firstSeen(seen.scope, id)
					: request.receivedAt,
			expiresAt,
			...standing(request, row, expiresAt, seen),
		};
	}

	function viewOf(entry: Entry, seen: Eyes, muted: ReadonlySet<string>): InboxEntryView {
		const summary = summaryFor(entry, seen);
		const { row } = entry;
		const signed = row !== null && entry.state !== "waiting" && row.state !== "refused" ? row : null;
		const steps =
			signed === null
				? []
				: progressSteps(signed, parts.journal.steps(signed.id), legStepsOf(parts.journal, signed));
		const brief = entry.state === "waiting" ? parts.reviews.brief(entry.id) : null;
		return {
			id: entry.id,
			sessionId: entry.sessionId,
			session: parts.title(entry.sessionId),
			app: summary.app,
			headline: signed?.headline ?? summary.headline,
			amount: summary.amount === null ? null : amountView(summary.amount.raw, summary.amount),
			chain: chainName(summary.chainRef),
			expiresAt: entry.expiresAt,
			arrivedAt: entry.firstSeen,
			state: entry.state,
			match: glance(entry, summary, brief),
			findings: brief?.findings ?? 0,
			steps: steps.map((step) => step.name),
			stepsDone: steps.filter((step) => step.state === "done").length,
			note: entry.note ?? (signed === null ? null : noteOf(signed)),
			muted: muted.has(entry.sessionId),
		};
	}

	return {
		summary: (entry) => summaryFor(entry, eyes()),
		of: (request) => entryOf(request, eyes()),
		all(requests) {
			const seen = eyes();
			const read = new Map<string, Entry>();
			let late = false;
			/** On what was not seen before; the rest costs next to nothing. */
			let spent = 0;
			for (const request of requests) {
				const isFresh = !summaries.has(request.of);
				const isLate = isFresh && spent > FRESH_MS;
				const began = isFresh ? parts.now() : 0;
				const entry = isLate ? before.get(request.entryId) : entryOf(request, seen);
				if (isFresh) spent += parts.now() - began;
				late ||= isLate;
				if (entry !== undefined) read.set(request.entryId, entry);
			}
			before = read;
			if (late) parts.onLate();
			return [...read.values()];
		},
		ofRow: (row) => ({
			// Of what the person wished, the journal's own name is the entry's.
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
			return entries.map((entry) => viewOf(entry, seen, muted));
		},
	};
}

/** The legs of an action's row with their steps; none of every other. */
export function legStepsOf(journal: Pick<Journal, "legsOf" | "steps">, row: JournalRow): readonly LegSteps[] {
	if (row.kind !== "action") return [];
	return journal.legsOf(row.id).map((leg) => ({ row: leg, steps: journal.steps(leg.id) }));
}

function noteOf(row: JournalRow): string | null {
	if (row.outcome === "answered") return "Answered";
	const outcome = outcomeOf(row);
	if (outcome === "confirmed") return "Confirmed";
	return outcome === "failed" ? "Failed" : null;
}
