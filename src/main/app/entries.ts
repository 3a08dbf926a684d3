import { isDeepStrictEqual } from "node:util";
import type { InboxEntryView } from "../../bridge/views.ts";
import type { CommitView, ReadCommit } from "../../contract/commit.ts";
import { chainName } from "../chains/names.ts";
import { type Entry, entryIdOf, standingOf } from "../inbox/entry.ts";
import type { Owner } from "../match/frozen.ts";
import type { Labels } from "../policy/labels.ts";
import { type Summary, summariseCommit } from "../review/summary.ts";
import type { StoredCommit } from "../sessions/types.ts";
import type { Journal } from "../storage/journal-db.ts";
import { amountView } from "../views/amounts.ts";
import { outcomeOf, progressSteps } from "../views/progress-view.ts";
import type { ReviewBrief, Reviews } from "./parts.ts";

/** From stored commits to the inbox, and to the rows that windows draw. */

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
}

export interface Entries {
	of(stored: StoredCommit): Entry;
	all(stored: readonly StoredCommit[]): Entry[];
	summary(entry: Entry): Summary;
	views(entries: readonly Entry[]): InboxEntryView[];
}

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

	function eyes(): Eyes {
		const [owner, accounts, labels] = [parts.owner(), parts.accounts(), parts.labels()];
		const key = JSON.stringify([owner.environment, owner.identity, accounts, labels]);
		return { owner, scope: parts.scope(), accounts, labels, key, now: parts.now() };
	}

	function summaryFor(commitId: string, read: ReadCommit, seen: Eyes): Summary {
		const facts = parts.reviews.facts(commitId);
		const key = `${facts === null ? "bare" : "named"} ${seen.key}`;
		const known = summaries.get(read);
		if (known?.key === key) return known.summary;
		const { accounts, labels } = seen;
		const made = summariseCommit(read, { ...seen.owner, accounts, labels }, facts);
		const last = facts === null && read.kind === "known" ? parts.reviews.decoded(commitId) : null;
		// Of a new version the chain was not asked yet, of one that is over it never is: each keeps the name it had.
		const summary =
			last !== null && read.kind === "known" && sameRequest(read.view, last.view)
				? { ...made, headline: last.headline.text, amount: last.headline.amount }
				: made;
		summaries.set(read, { key, summary });
		return summary;
	}

	function entryOf(stored: StoredCommit, seen: Eyes): Entry {
		const { commitId, sessionId, read } = stored;
		const id = entryIdOf(commitId);
		const row = parts.journal.ofCommit(seen.scope, commitId);
		const { expiresAt } = summaryFor(commitId, read, seen);
		return {
			id,
			commitId,
			sessionId,
			read,
			confirmedByGet: stored.confirmedByGet !== null,
			row,
			firstSeen: parts.journal.inbox.firstSeen(seen.scope, id),
			expiresAt,
			...standingOf(read, row, expiresAt, seen.now),
		};
	}

	function viewOf(entry: Entry, seen: Eyes, muted: ReadonlySet<string>): InboxEntryView {
		const summary = summaryFor(entry.commitId, entry.read, seen);
		const { row } = entry;
		const signed = row !== null && row.state !== "refused" ? row : null;
		const steps = signed === null ? [] : progressSteps(signed, parts.journal.steps(signed.id));
		const brief = entry.state === "waiting" ? parts.reviews.brief(entry.commitId) : null;
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
			stepsDone: steps.filter((step) => step.state === "done").length,
			note: entry.note ?? (signed === null ? null : noteOf(outcomeOf(signed))),
			muted: muted.has(entry.sessionId),
		};
	}

	return {
		summary: (entry) => summaryFor(entry.commitId, entry.read, eyes()),
		of: (stored) => entryOf(stored, eyes()),
		all(stored) {
			const seen = eyes();
			return stored.map((each) => entryOf(each, seen));
		},
		views(entries) {
			const seen = eyes();
			const muted = new Set(parts.muted());
			return entries.map((entry) => viewOf(entry, seen, muted));
		},
	};
}

function noteOf(outcome: ReturnType<typeof outcomeOf>): string | null {
	if (outcome === "confirmed") return "Confirmed";
	return outcome === "failed" ? "Failed" : null;
}
