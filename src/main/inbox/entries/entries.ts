import type { EvmFacts } from "../../../core/chain/evm.ts";
import type { PriceSource } from "../../../core/fiat/price.ts";
import { actionIntentId, isOfRevision, LOCAL_SCOPE } from "../../../core/journal/intent-id.ts";
import { hasStepRows, type JournalRow } from "../../../core/journal/types.ts";
import {
	type ApprovalRequest,
	isActionLikeRequest,
	isOwnKind,
} from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/review.ts";
import type { Summary } from "../../../core/review/summary.ts";
import type { RiskBadge } from "../../../core/risk/finding.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Networks } from "../../networks/networks.ts";
import type { Clock, Ports } from "../../ports.ts";
import type { Rules } from "../../rules/rules.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { FrozenRequests } from "../requests/frozen-requests.ts";
import type { TurnBudget } from "../turn-budget.ts";
import type { BuildCommits } from "./build-commits.ts";
import {
	actionEntryStatus,
	commitEntryStatus,
	type Entry,
	type EntryStatus,
	REJECTING,
	rowEntryStatus,
	scopeOfEntry,
	unreadableEntryStatus,
} from "./entry.ts";
import { badgeOf, type EntryContext, entryView, type ReviewBrief, signedRowOf } from "./entry-view.ts";
import { isCutShort, progressSteps, type StepProgress } from "./progress-view.ts";
import { Summaries, type Viewer } from "./summaries.ts";
import { titled } from "./titles.ts";

type Rows = Pick<Journal, "ofIntent" | "ofEntry">;

/** Returns the journal row that answers this request. Rows for other revisions don't count. */
export function rowFor(journal: Rows, request: ApprovalRequest, scope: string): JournalRow | null {
	if (request.kind === "commit") return journal.ofIntent(scope, request.commitId);
	if (request.kind === "unreadable") return rowOfUnreadable(journal, request, scope);
	if (request.kind === "replacement") return replacementRow(journal, request.entryId, scope);
	if (request.kind !== "action" || request.build !== undefined)
		return journal.ofIntent(scope, request.entryId);
	const { action } = request;
	if (action.state !== "pending") return journal.ofEntry(scope, request.entryId);
	const { id: action_id, revision: action_revision } = action;
	const row = journal.ofIntent(
		scope,
		actionIntentId({ action_id, action_revision, request: action.request }),
	);
	// Action IDs are only unique within a session.
	return row?.sessionId === request.sessionId ? row : null;
}

/** A replacement for a proposal's transaction is stored in this computer's scope. */
export const replacementRow = (
	journal: Pick<Journal, "ofIntent">,
	entryId: string,
	scope: string,
): JournalRow | null => journal.ofIntent(scope, entryId) ?? journal.ofIntent(LOCAL_SCOPE, entryId);

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
 * Returns the status according to the journal and the service. The caller applies snoozing.
 * @param expiresAt Unix ms; `null` if the review has no expiry
 * @param now Unix ms
 */
export function entryStatusOf(
	request: ApprovalRequest,
	row: JournalRow | null,
	expiresAt: number | null,
	now: number,
): EntryStatus {
	if (request.kind === "commit") return commitEntryStatus(request.read, row, expiresAt, now);
	if (isActionLikeRequest(request)) return actionEntryStatus(request.action, row, expiresAt, now);
	if (request.kind === "unreadable") return unreadableEntryStatus(request.action, row);
	return rowEntryStatus(row);
}

export interface EntryReviews {
	composeCurrent(entryId: string): Review | null;
	brief(entryId: string): ReviewBrief | null;
	decoded(entryId: string): Review | null;
	facts(entryId: string): EvmFacts | null;
}

export class Entries {
	readonly #app;
	readonly #inbox;
	readonly #summaries: Summaries;
	#before: ReadonlyMap<string, Entry> = new Map();

	constructor(
		app: {
			readonly ports: Pick<Ports, "settings">;
			readonly clock: Pick<Clock, "now">;
			readonly budget: TurnBudget;
			readonly stores: { readonly journal: Journal };
			readonly networks: Pick<Networks, "chainNameOf">;
			readonly fiat: { readonly prices: { readonly of: PriceSource } };
			readonly rules: Pick<Rules, "userAddresses" | "labels" | "blockedApps">;
			readonly requests: { readonly frozenRequests: FrozenRequests };
			readonly reviewing: { readonly reviews: EntryReviews };
			readonly signedIn: {
				current(): {
					readonly scope: string;
					readonly sessions: Pick<Sessions, "title">;
					readonly buildCommits: Pick<BuildCommits, "buildOf" | "isThread">;
				};
				clockOffset(): number;
			};
		},
		inbox: {
			readonly snoozedUntil: (entryId: string) => number | null;
			readonly isRejected: (entry: Pick<Entry, "id" | "request">) => boolean;
			readonly onLate: () => void;
		},
	) {
		this.#app = app;
		this.#inbox = inbox;
		this.#summaries = new Summaries(app.reviewing.reviews, app.requests.frozenRequests, app.budget);
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

	/**
	 * Returns the requests' entries. When the time budget is spent, the remaining requests keep their
	 * previous entry, or get one in the next turn (`onLate`).
	 */
	all(requests: readonly ApprovalRequest[]): Entry[] {
		const viewer = this.#viewer();
		const read = new Map<string, Entry>();
		let late = false;
		for (const request of requests) {
			const isLate = !this.#summaries.has(request.source) && this.#app.budget.isSpent();
			const entry = isLate ? this.#before.get(request.entryId) : this.#entryOf(request, viewer);
			late ||= isLate;
			if (entry !== undefined) read.set(request.entryId, entry);
		}
		this.#before = read;
		if (late) this.#inbox.onLate();
		return [...read.values()];
	}

	ofRow(row: JournalRow): Entry {
		return {
			// For the user's own requests, the intent ID is the same as the entry ID.
			id: row.intentId,
			sessionId: row.sessionId,
			request: {
				kind: isOwnKind(row.kind) ? row.kind : "replacement",
				entryId: row.intentId,
				sessionId: row.sessionId,
				receivedAt: row.approvedAt,
				source: row,
				planned: null,
			},
			row,
			firstSeen: row.approvedAt,
			expiresAt: null,
			...rowEntryStatus(row),
		};
	}

	views(entries: readonly Entry[]): InboxEntryView[] {
		const { fiat, networks, ports, rules, signedIn } = this.#app;
		const viewer = this.#viewer();
		const { mutedSessions, appLevels } = ports.settings.get();
		const context: EntryContext = {
			mutedSessions: new Set(mutedSessions),
			appLevels,
			blockedApps: rules.blockedApps(),
			title: (sessionId) => titled(signedIn.current(), sessionId),
			chainNameOf: (chainRef) => networks.chainNameOf(chainRef),
			buildOf: (commitId) => signedIn.current().buildCommits.buildOf(commitId),
			snoozed: this.#inbox.snoozedUntil,
			price: fiat.prices.of,
		};
		return entries.map((entry) => this.#viewOf(entry, viewer, context));
	}

	badges(entries: readonly Entry[]): readonly RiskBadge[] {
		const { reviews } = this.#app.reviewing;
		const [viewer, blocked] = [this.#viewer(), this.#app.rules.blockedApps()];
		return entries.map((entry) => {
			const brief = entry.state === "waiting" ? reviews.brief(entry.id) : null;
			return badgeOf(entry, { summary: this.#summaries.of(entry, viewer), brief }, blocked);
		});
	}

	#viewer(): Viewer {
		const { clock, requests, rules, signedIn } = this.#app;
		const [accounts, labels] = [rules.userAddresses(), rules.labels()];
		const key = JSON.stringify([requests.frozenRequests.settings(), accounts, labels]);
		return { scope: signedIn.current().scope, accounts, labels, key, now: clock.now() };
	}

	#entryOf(request: ApprovalRequest, viewer: Viewer): Entry {
		const { signedIn, stores } = this.#app;
		const { journal } = stores;
		const { entryId: id, sessionId } = request;
		const scope = scopeOfEntry(id, viewer.scope);
		const row = rowFor(journal, request, scope);
		const { expiresAt: stated } = this.#summaries.of({ id, sessionId, request, row }, viewer);
		const offset = request.kind === "proposal" ? 0 : signedIn.clockOffset();
		const expiresAt = stated === null ? null : stated + offset;
		const isOwn = isOwnKind(request.kind);
		return {
			id,
			sessionId,
			request,
			row,
			firstSeen: isOwn ? request.receivedAt : journal.inbox.firstSeen(scope, id),
			expiresAt,
			...this.#withUserChoice({ id, request }, entryStatusOf(request, row, expiresAt, viewer.now)),
		};
	}

	#withUserChoice(entry: Pick<Entry, "id" | "request">, found: EntryStatus): EntryStatus {
		if (found.state !== "waiting") return found;
		if (this.#inbox.isRejected(entry)) return REJECTING;
		return this.#inbox.snoozedUntil(entry.id) === null ? found : { ...found, actionable: false };
	}

	#viewOf(entry: Entry, viewer: Viewer, context: EntryContext): InboxEntryView {
		const { journal } = this.#app.stores;
		const { reviews } = this.#app.reviewing;
		const summary = this.#summaries.of(entry, viewer);
		const signed = signedRowOf(entry);
		const items = signed === null ? [] : stepProgressOf(journal, signed);
		const facts = {
			summary,
			amount: this.#summaries.amountOf(summary),
			brief: entry.state === "waiting" ? reviews.brief(entry.id) : null,
			steps: signed === null ? [] : progressSteps(signed, journal.steps(signed.id), items),
			isCutShort: isCutShort(items.map(({ row }) => row)),
		};
		return entryView(entry, facts, context);
	}
}

export function stepProgressOf(
	journal: Pick<Journal, "stepRowsOf" | "steps">,
	row: JournalRow,
): readonly StepProgress[] {
	if (!hasStepRows(row)) return [];
	return journal.stepRowsOf(row.id).map((item) => ({ row: item, steps: journal.steps(item.id) }));
}
