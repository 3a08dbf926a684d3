import type { InboxEntryView } from "../../bridge/views.ts";
import { chainName } from "../chains/names.ts";
import { type Entry, entryIdOf, standingOf } from "../inbox/entry.ts";
import type { Owner } from "../match/frozen.ts";
import type { Labels } from "../policy/labels.ts";
import type { Review } from "../review/compose.ts";
import { type Summary, summariseCommit } from "../review/summary.ts";
import type { StoredCommit } from "../sessions/types.ts";
import type { Journal } from "../storage/journal-db.ts";
import { amountView } from "../views/amounts.ts";
import { outcomeOf, progressSteps } from "../views/progress-view.ts";
import type { Reviews } from "./parts.ts";

/** From stored commits to the inbox, and to the rows that windows draw. */

export interface EntriesParts {
	readonly journal: Journal;
	readonly reviews: Reviews;
	readonly owner: () => Owner;
	readonly scope: () => string;
	readonly accounts: () => readonly string[];
	readonly labels: () => Labels;
	readonly muted: (sessionId: string) => boolean;
	readonly title: (sessionId: string) => string;
	/** Unix ms. */
	readonly now: () => number;
}

export interface Entries {
	of(stored: StoredCommit): Entry;
	summary(entry: Entry): Summary;
	view(entry: Entry): InboxEntryView;
}

/** How an entry compares at a glance: the whole review where it was composed, else the view alone. */
function glance(entry: Entry, summary: Summary, review: Review | null): InboxEntryView["match"] {
	if (summary.match === "unreadable") return "unreadable";
	if (entry.state !== "waiting") return summary.match;
	if (review === null) return summary.match === "refused" ? "refused" : "checking";
	return review.match.verdict;
}

export function createEntries(parts: EntriesParts): Entries {
	// A view is immutable: what was made of it stays true until labels or accounts change.
	const summaries = new WeakMap<object, { readonly at: string; readonly summary: Summary }>();

	function summary(entry: Entry): Summary {
		const facts = parts.reviews.facts(entry.commitId);
		const at = JSON.stringify([parts.accounts(), parts.labels(), facts === null]);
		const known = summaries.get(entry.read);
		if (known?.at === at) return known.summary;
		const made = summariseCommit(
			entry.read,
			{ ...parts.owner(), accounts: parts.accounts(), labels: parts.labels() },
			facts,
		);
		summaries.set(entry.read, { at, summary: made });
		return made;
	}

	return {
		summary,
		of(stored) {
			const id = entryIdOf(stored.commitId);
			const row = parts.journal.ofCommit(parts.scope(), stored.commitId);
			const base: Entry = {
				id,
				commitId: stored.commitId,
				sessionId: stored.sessionId,
				read: stored.read,
				confirmedByGet: stored.confirmedByGet !== null,
				row,
				firstSeen: parts.journal.inbox.firstSeen(parts.scope(), id),
				state: "waiting",
				actionable: true,
				expiresAt: null,
				note: null,
			};
			const { expiresAt } = summary(base);
			return { ...base, expiresAt, ...standingOf(stored.read, row, expiresAt, parts.now()) };
		},
		view(entry) {
			const brief = summary(entry);
			const { row } = entry;
			const signed = row !== null && row.state !== "refused" ? row : null;
			const steps = signed === null ? [] : progressSteps(signed, parts.journal.steps(signed.id));
			const review = entry.state === "waiting" ? parts.reviews.get(entry.commitId) : null;
			return {
				id: entry.id,
				sessionId: entry.sessionId,
				session: parts.title(entry.sessionId),
				app: brief.app,
				headline: signed?.headline ?? brief.headline,
				amount: brief.amount === null ? null : amountView(brief.amount.raw, brief.amount),
				chain: chainName(brief.chainRef),
				expiresAt: entry.expiresAt,
				arrivedAt: entry.firstSeen,
				state: entry.state,
				match: glance(entry, brief, review),
				findings: review?.insight?.findings.length ?? 0,
				stepsDone: steps.filter((step) => step.state === "done").length,
				note: entry.note ?? (signed === null ? null : noteOf(outcomeOf(signed))),
				muted: parts.muted(entry.sessionId),
			};
		},
	};
}

function noteOf(outcome: ReturnType<typeof outcomeOf>): string | null {
	if (outcome === "confirmed") return "Confirmed";
	return outcome === "failed" ? "Failed" : null;
}
