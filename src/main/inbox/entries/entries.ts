import type { EvmFacts } from "../../../core/chain/evm.ts";
import { actionIntentId, isOfRevision } from "../../../core/journal/intent-id.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import type { Labels } from "../../../core/people/labels.ts";
import type { ApprovalRequest } from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/compose.ts";
import type { Summary } from "../../../core/review/summary.ts";
import type { Glance } from "../../../core/risk/glance.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { AppLevelSetting } from "../../../ipc/settings.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { Freezings } from "../requests/freezings.ts";
import type { TurnBudget } from "../turn-budget.ts";
import {
	actionStanding,
	type Entry,
	type EntryStanding,
	REJECTING,
	rowStanding,
	standingOf,
	unreadableStanding,
} from "./entry.ts";
import { type EntryContext, entryView, glanceOf, type ReviewBrief, signedRowOf } from "./entry-view.ts";
import { progressSteps, type StepProgress } from "./progress-view.ts";
import { Summaries, type Viewer } from "./summaries.ts";

/** From a request and the journal to what is asked, which row answers it, and how it stands. */

type Rows = Pick<Journal, "ofIntent" | "ofEntry">;

/** The journal's row that stands for this request; an answer to another revision is no answer to this one. */
export function rowFor(journal: Rows, request: ApprovalRequest, scope: string): JournalRow | null {
	if (request.kind === "commit") return journal.ofIntent(scope, request.commitId);
	if (request.kind === "unreadable") return rowOfUnreadable(journal, request, scope);
	if (request.kind !== "action" || request.build !== undefined)
		return journal.ofIntent(scope, request.entryId);
	const { action } = request;
	if (action.state !== "pending") return journal.ofEntry(scope, request.entryId);
	const { id: action_id, revision: action_revision } = action;
	const row = journal.ofIntent(
		scope,
		actionIntentId({ action_id, action_revision, request: action.request }),
	);
	// An action's id is its session's own: one of another conversation neither hides nor answers this one.
	return row?.sessionId === request.sessionId ? row : null;
}

/** What was approved of it before it came in this form: its transactions, or a signature of this very revision. */
function rowOfUnreadable(
	journal: Rows,
	request: ApprovalRequest & { kind: "unreadable" },
	scope: string,
): JournalRow | null {
	const row = journal.ofEntry(scope, request.entryId);
	if (row === null || row.live || (request.action.state ?? "pending") !== "pending") return row;
	const { id: action_id, revision } = request.action;
	return isOfRevision(row.intentId, action_id, revision) ? row : null;
}

/**
 * How it stands by the journal and the service alone, whatever the user did with its line.
 * @param expiresAt Unix ms; null where the review states none
 * @param now Unix ms
 */
export function standingByRequest(
	request: ApprovalRequest,
	row: JournalRow | null,
	expiresAt: number | null,
	now: number,
): EntryStanding {
	if (request.kind === "commit") return standingOf(request.read, row, expiresAt, now);
	if (request.kind === "action") return actionStanding(request.action, row, expiresAt, now);
	if (request.kind === "unreadable") return unreadableStanding(request.action, row);
	return rowStanding(row);
}

/** From what is stored to the inbox, and to the rows that windows draw. */

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

export interface EntriesParts
	extends Pick<EntryContext, "title" | "chainNameOf" | "buildOf" | "snoozed" | "price"> {
	readonly journal: Journal;
	readonly reviews: EntryReviews;
	readonly freezings: Freezings;
	readonly scope: () => string;
	readonly accounts: () => readonly string[];
	readonly labels: () => Labels;
	readonly muted: () => readonly string[];
	/** The user has said no to this request as it stands. */
	readonly isAnsweredNo: (entry: Pick<Entry, "id" | "request">) => boolean;
	readonly appLevels: () => readonly AppLevelSetting[];
	/** Apps that a rule of the user's blocks, in lower case. */
	readonly blockedApps: () => ReadonlySet<string>;
	/** Unix ms. */
	readonly now: () => number;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
	/** What decoding requests that were not seen before may take. */
	readonly budget: TurnBudget;
	/** The list was not read whole: it is to be read again soon. */
	readonly onLate: () => void;
}

export interface Entries {
	of(request: ApprovalRequest): Entry;
	/** Those that this turn has no time for stand as they stood before, or come with the next one (`onLate`). */
	all(requests: readonly ApprovalRequest[]): Entry[];
	/** Of a request of the user's own that is in the journal, whether or not it is still remembered. */
	ofRow(row: JournalRow): Entry;
	summary(entry: Entry): Summary;
	/** Of each, for one look at who views them. */
	summaries(entries: readonly Entry[]): readonly Summary[];
	views(entries: readonly Entry[]): InboxEntryView[];
	/** What one glance tells of each. */
	glances(entries: readonly Entry[]): readonly Glance[];
}

/** Reads the list, and keeps what it decoded. */
class InboxEntries implements Entries {
	readonly #parts: EntriesParts;
	readonly #summaries: Summaries;
	/** As the list was read last, by id. */
	#before: ReadonlyMap<string, Entry> = new Map();

	constructor(parts: EntriesParts) {
		this.#parts = parts;
		this.#summaries = new Summaries(parts);
	}

	summary(entry: Entry): Summary {
		return this.#summaries.of(entry, this.#viewer());
	}

	summaries(entries: readonly Entry[]): readonly Summary[] {
		const viewer = this.#viewer();
		return entries.map((entry) => this.#summaries.of(entry, viewer));
	}

	of(request: ApprovalRequest): Entry {
		return this.#entryOf(request, this.#viewer());
	}

	all(requests: readonly ApprovalRequest[]): Entry[] {
		const viewer = this.#viewer();
		const read = new Map<string, Entry>();
		let late = false;
		for (const request of requests) {
			const isLate = !this.#summaries.has(request.source) && this.#parts.budget.isSpent();
			const entry = isLate ? this.#before.get(request.entryId) : this.#entryOf(request, viewer);
			late ||= isLate;
			if (entry !== undefined) read.set(request.entryId, entry);
		}
		this.#before = read;
		if (late) this.#parts.onLate();
		return [...read.values()];
	}

	ofRow(row: JournalRow): Entry {
		return {
			// Of what the user asked for, the journal's own name is the entry's.
			id: row.intentId,
			sessionId: row.sessionId,
			request: {
				kind: row.kind === "revocation" ? "revocation" : "replacement",
				entryId: row.intentId,
				sessionId: row.sessionId,
				receivedAt: row.approvedAt,
				source: row,
				planned: null,
			},
			row,
			firstSeen: row.approvedAt,
			expiresAt: null,
			...rowStanding(row),
		};
	}

	views(entries: readonly Entry[]): InboxEntryView[] {
		const { muted, appLevels, blockedApps } = this.#parts;
		const viewer = this.#viewer();
		const context: EntryContext = {
			...this.#parts,
			mutedSessions: new Set(muted()),
			appLevels: appLevels(),
			blockedApps: blockedApps(),
		};
		return entries.map((entry) => this.#viewOf(entry, viewer, context));
	}

	glances(entries: readonly Entry[]): readonly Glance[] {
		const { blockedApps, reviews } = this.#parts;
		const [viewer, blocked] = [this.#viewer(), blockedApps()];
		return entries.map((entry) => {
			const brief = entry.state === "waiting" ? reviews.brief(entry.id) : null;
			return glanceOf(entry, { summary: this.#summaries.of(entry, viewer), brief }, blocked);
		});
	}

	#viewer(): Viewer {
		const { accounts, freezings, labels, now, scope } = this.#parts;
		const [addresses, names] = [accounts(), labels()];
		const key = JSON.stringify([freezings.settings(), addresses, names]);
		return { scope: scope(), accounts: addresses, labels: names, key, now: now() };
	}

	#entryOf(request: ApprovalRequest, viewer: Viewer): Entry {
		const { journal } = this.#parts;
		const { entryId: id, sessionId } = request;
		const row = rowFor(journal, request, viewer.scope);
		const { expiresAt: stated } = this.#summaries.of({ id, sessionId, request, row }, viewer);
		const expiresAt = stated === null ? null : stated + this.#parts.clockOffset();
		const isOwn = request.kind === "replacement" || request.kind === "revocation";
		return {
			id,
			sessionId,
			request,
			row,
			firstSeen: isOwn ? request.receivedAt : journal.inbox.firstSeen(viewer.scope, id),
			expiresAt,
			...this.#standing({ id, request }, standingByRequest(request, row, expiresAt, viewer.now)),
		};
	}

	/** How it stands once the user's own "no" or "later" is counted. */
	#standing(entry: Pick<Entry, "id" | "request">, found: EntryStanding): EntryStanding {
		if (found.state !== "waiting") return found;
		if (this.#parts.isAnsweredNo(entry)) return REJECTING;
		return this.#parts.snoozed(entry.id) === null ? found : { ...found, actionable: false };
	}

	#viewOf(entry: Entry, viewer: Viewer, context: EntryContext): InboxEntryView {
		const { journal, reviews } = this.#parts;
		const summary = this.#summaries.of(entry, viewer);
		const signed = signedRowOf(entry);
		const facts = {
			summary,
			amount: this.#summaries.amountOf(summary),
			brief: entry.state === "waiting" ? reviews.brief(entry.id) : null,
			steps:
				signed === null
					? []
					: progressSteps(signed, journal.steps(signed.id), stepProgressOf(journal, signed)),
		};
		return entryView(entry, facts, context);
	}
}

export function createEntries(parts: EntriesParts): Entries {
	return new InboxEntries(parts);
}

/** The legs of an action's row with their steps; none of every other. */
export function stepProgressOf(
	journal: Pick<Journal, "stepRowsOf" | "steps">,
	row: JournalRow,
): readonly StepProgress[] {
	if (row.kind !== "action") return [];
	return journal.stepRowsOf(row.id).map((leg) => ({ row: leg, steps: journal.steps(leg.id) }));
}
