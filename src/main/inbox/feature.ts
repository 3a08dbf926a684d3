import type { RequestOwner } from "../../core/match/frozen.ts";
import type { Text } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { ApprovalRequest } from "../../core/review/approval-request.ts";
import type { PriceSource } from "../../core/worth/price.ts";
import type { UserState } from "../../service-api/user-state.ts";
import type { Events } from "../events.ts";
import type { Ports } from "../ports.ts";
import type { Intents } from "../storage/intents.ts";
import type { Journal } from "../storage/journal-db.ts";
import { timeZoneAt } from "../time-zone.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import { createEntries, type Entries, type EntryReviews } from "./entries/entries.ts";
import { actionEntryId, actionKeyOf, type Entry } from "./entries/entry.ts";
import { rejectWaitingOf, waitingOf } from "./entries/of-account.ts";
import { titled } from "./entries/titles.ts";
import { createExpiryWatch, type ExpiryWatch, type ExpiryWatchParts } from "./notices/expiry-watch.ts";
import { createNotices, type Notices, type NoticesDeps } from "./notices/notices.ts";
import { createQuiet } from "./notices/quiet.ts";
import { createSnoozes } from "./notices/snoozes.ts";
import { createPager, type Pager } from "./pager.ts";
import type { RejectingAccount } from "./rejecting/delivery.ts";
import { Rejections } from "./rejecting/rejections.ts";
import { foldedActions } from "./requests/deduplication.ts";
import type { Freezings } from "./requests/freezings.ts";
import {
	actionRequest,
	commitRequest,
	committedRequest,
	type Requests,
	unreadableRequest,
} from "./requests/requests.ts";
import { createSharedReading } from "./shared-reading.ts";
import type { TurnBudget } from "./turn-budget.ts";

/** What waits for the user, one intent one entry, and what is told of it. */
export interface Inbox {
	/** The inbox, oldest first. */
	readonly entries: () => readonly Entry[];
	entry(id: string): Entry | null;
	/** One line of an entry for a list or a notification. */
	readonly headline: (entry: Entry) => Text;
	/** What a list tells of an entry. */
	readonly summary: Entries["summary"];
	/** The rows of a list, as the desk draws them. */
	readonly views: Entries["views"];
	/** Ids of entries that wait for a signature of this account. */
	waitingOf(address: string): readonly string[];
	/** Rejects them, because nobody here can sign for it any more. */
	rejectWaitingOf(address: string): void;
	readonly notices: Notices;
	readonly rejections: Rejections;
	readonly expiry: ExpiryWatch;
	/** The order in which waiting reviews are paged through. */
	readonly pager: Pager;
	/** Something changed: the list is read anew. */
	drop(): void;
	/** Views are composed of one reading of the list, while nothing of it changes. */
	readonly composing: (compose: () => void) => void;
	/** Out of sight until then, Unix ms; null: in sight again. */
	snooze(entryIds: readonly string[], until: number | null): void;
	/** Nothing is told until then, Unix ms; null: it goes on at once, with what came meanwhile. */
	pause(until: number | null): void;
	/** Time went on without the app: what is due by now is done, and the rest is waited for anew. */
	wake(): void;
	start(): void;
	stop(): void;
}

/** Of whoever is signed in. */
interface InboxAccount extends RejectingAccount {
	readonly owner: RequestOwner;
}

export interface InboxParts {
	readonly ports: NoticesDeps["ports"];
	readonly events: Events;
	readonly window: Pick<TrustedWindow, "route" | "go">;
	/** Its timers cost nothing but themselves where they fail. */
	readonly clock: Ports["clock"];
	readonly journal: Journal;
	readonly intents: Intents;
	readonly requests: Requests;
	readonly freezings: Freezings;
	readonly budget: TurnBudget;
	readonly reviews: EntryReviews & NoticesDeps["reviews"];
	readonly account: () => InboxAccount;
	/** The user's accounts, as far as they are believed. */
	readonly ownAddresses: () => readonly string[];
	/** Apps that a rule of the user's blocks, in lower case. */
	blockedApps(): ReadonlySet<string>;
	/** The user's own names for addresses. */
	readonly labels: () => Labels;
	/** The user's own name for a network, else the known one. */
	chainNameOf(chainRef: string): string;
	/** What one unit is worth; null without a price, or where nobody wants to see worth. */
	readonly price: PriceSource;
	/** Of each of the user's limits of a day: how much is spent. */
	budgets(): readonly Text[];
	/** Something that a window shows has changed. */
	readonly changed: () => void;
	/** The list at each look for what has run out. */
	readonly onLook: NonNullable<ExpiryWatchParts["onLook"]>;
	/** What the agent is told about the user's wallet. */
	userState(): UserState;
	/** False once it stops. */
	readonly running: () => boolean;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
}

/** An action that was approved before its commits came stays in sight: it is on its way. */
function isAnswered(journal: Journal, scope: string, sessionId: string, actionId: string): boolean {
	const row = journal.ofEntry(scope, actionEntryId(sessionId, actionId));
	return row !== null && (row.live || row.answer !== null);
}

/** What the inbox shows: an action that is answered through commits has no entry of its own. */
function inboxRequests(journal: Journal, { sessions, scope, committed }: InboxAccount): ApprovalRequest[] {
	const [commits, actions] = [sessions.commits(), sessions.actions()];
	const folded = foldedActions(commits, actions);
	const own = actions.filter(
		({ sessionId, action }) =>
			!folded.has(actionKeyOf(sessionId, action.id)) || isAnswered(journal, scope, sessionId, action.id),
	);
	return [
		...commits.map(commitRequest),
		...own.map(actionRequest),
		...sessions.unreadableActions().map(unreadableRequest),
		...committed.all().map(committedRequest),
	];
}

export function createInbox(parts: InboxParts): Inbox {
	const { account, changed, clock, journal, requests, running } = parts;
	let cancelLate: (() => void) | null = null;

	const snoozes = createSnoozes({
		ports: parts.ports,
		clock,
		end: (entryId) => entry(entryId)?.expiresAt ?? null,
		back(entryIds) {
			shared.drop();
			for (const entryId of entryIds) notices.remind(entryId);
			changed();
		},
	});
	const entries = createEntries({
		journal,
		reviews: parts.reviews,
		freezings: parts.freezings,
		scope: () => account().scope,
		accounts: parts.ownAddresses,
		labels: parts.labels,
		price: parts.price,
		snoozed: (entryId) => snoozes.until(entryId),
		appLevels: () => parts.ports.settings.get().appLevels,
		blockedApps: () => parts.blockedApps(),
		isAnsweredNo: (entry) => rejections.answers(entry),
		chainNameOf: (chainRef) => parts.chainNameOf(chainRef),
		muted: () => parts.ports.settings.get().mutedSessions,
		title: (sessionId) => titled(account(), sessionId),
		buildOf: (commitId) => account().cohort.buildOf(commitId),
		now: () => clock.now(),
		clockOffset: parts.clockOffset,
		budget: parts.budget,
		onLate() {
			cancelLate ??= clock.after(0, () => {
				cancelLate = null;
				if (!running()) return;
				expiry.lookSoon();
				changed();
			});
		},
	});
	const rejections = new Rejections({
		...parts,
		inbox: {
			entry: (id) => entry(id),
			notify: (entryId) => notices.look(entryId),
			reviewHeadline: (entryId) => parts.reviews.get(entryId)?.headline.text ?? null,
		},
	});
	const shared = createSharedReading(() =>
		parts.budget.count(() =>
			entries.all(inboxRequests(journal, account())).toSorted((a, b) => a.firstSeen - b.firstSeen),
		),
	);

	function entry(id: string): Entry | null {
		const request = requests.get(id);
		if (request !== null) return entries.of(request);
		const row = journal.ofIntent(account().scope, id);
		return row?.kind === "replacement" || row?.kind === "revocation" ? entries.ofRow(row) : null;
	}

	function lookAgain(): void {
		shared.drop();
		for (const { id } of shared.latest()) notices.look(id);
		expiry.look();
		changed();
	}

	const quiet = createQuiet({
		ports: parts.ports,
		clock,
		timeZone: () => timeZoneAt(clock.now()),
		onOver() {
			shared.drop();
			notices.catchUp();
			lookAgain();
		},
	});
	const notices: Notices = createNotices(
		{ ...parts, isQuiet: quiet.isNow, entries: shared.latest, entry },
		entries,
		parts.budget,
	);
	const expiry: ExpiryWatch = createExpiryWatch({
		clock,
		entries: shared.latest,
		onExpiry: lookAgain,
		onLast: ({ id }) => notices.last(id),
		onLook: parts.onLook,
		running,
	});

	return {
		entries: shared.get,
		entry,
		headline: (of) => entries.summary(of).headline,
		summary: (of) => entries.summary(of),
		views: (all) => entries.views(all),
		waitingOf: (address) => waitingOf({ entries: shared.get }, address),
		rejectWaitingOf: (address) => rejectWaitingOf({ entries: shared.get, inbox: { rejections } }, address),
		notices,
		rejections,
		expiry,
		pager: createPager(),
		drop: shared.drop,
		composing: (compose) => parts.budget.count(() => shared.during(compose)),
		snooze(entryIds, until) {
			snoozes.set(entryIds, until);
			shared.drop();
			for (const entryId of entryIds) notices.look(entryId);
			changed();
		},
		pause(until) {
			quiet.pause(until);
			changed();
		},
		wake() {
			snoozes.start();
			quiet.look();
			notices.wake();
			lookAgain();
		},
		start() {
			snoozes.start();
			quiet.look();
			notices.notifyOwed();
		},
		stop() {
			quiet.stop();
			snoozes.stop();
			expiry.stop();
			cancelLate?.();
		},
	};
}
