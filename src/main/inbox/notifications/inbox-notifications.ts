import type { JournalRow } from "../../../core/journal/types.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { AppLevel } from "../../../ipc/settings.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Ports } from "../../ports.ts";
import type { Rules } from "../../rules/feature.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { BuildCommits } from "../entries/build-commits.ts";
import type { Entries } from "../entries/entries.ts";
import { actionEntryId, type Entry, entryKeyOf } from "../entries/entry.ts";
import { titled } from "../entries/titles.ts";
import { carriesSame, isFolded } from "../requests/deduplication.ts";
import type { TurnBudget } from "../turn-budget.ts";
import { TurnQueue } from "../turn-queue.ts";
import { LockPrivacy } from "./lock-privacy.ts";
import { contentOf, dangersAmong, isGrave, type Occasion, waitingState } from "./notification-content.ts";
import { chosenLevel, type Quiet } from "./notification-settings.ts";
import { Announcements, NotificationThrottle } from "./notification-throttle.ts";
import { OutcomeNotifications, rowKey } from "./outcome-notifications.ts";

/** Prefix of a key under which the ending of a journal's row is deferred. */
const ROW = rowKey("");
/** Prefix of a key under which an entry is deferred that came back into sight. */
const BACK = "back:";

type Deferred =
	| { readonly kind: "row"; readonly rowId: string }
	| { readonly kind: "back"; readonly entryId: string };

/** Returns what is deferred under this key; `null` if this app does not know it. */
function deferredOf(key: string): Deferred | null {
	if (key.startsWith(ROW)) return { kind: "row", rowId: key.slice(ROW.length) };
	return key.startsWith(BACK) ? { kind: "back", entryId: key.slice(BACK.length) } : null;
}

/** Whether an action is answered through a commit, as both are now: then the commit is notified in its place. */
function isAnsweredByCommit(
	{ id, sessionId, request }: Entry,
	sessions: Pick<Sessions, "action" | "commits">,
): boolean {
	if (request.kind !== "action" || entryKeyOf(id)?.kind !== "action") return false;
	const stored = sessions.action(sessionId, request.action.id);
	return stored !== null && isFolded(stored, sessions.commits());
}

/**
 * Lists the entries of actions that carry this commit's transaction: whether they are notified depends on its state.
 * Empty for anything but a readable commit.
 */
function actionsLike({ sessionId, request }: Entry, sessions: Pick<Sessions, "actions">): readonly string[] {
	if (request.kind !== "commit" || request.read.kind === "unreadable") return [];
	const { view } = request.read;
	return sessions
		.actions()
		.filter(({ sessionId: of, action }) => of === sessionId && action.state === "pending")
		.filter(({ action }) => carriesSame(view, action.request))
		.map(({ action }) => actionEntryId(sessionId, action.id));
}

/** Whether it was notified before in another form. */
function isRevised({ request }: Entry): boolean {
	if (request.kind === "action" || request.kind === "unreadable") return (request.action.revision ?? 0) > 0;
	return (
		request.kind === "commit" &&
		request.read.kind === "known" &&
		(request.read.view.review?.revision ?? 1) > 1
	);
}

/** A pending notification, with the request as it was then. */
interface PendingNotification {
	readonly id: string;
	readonly entry: Entry;
	readonly occasion: Occasion;
}

/**
 * Notifications of requests that wait (once a revision, again when they come back into sight, and before they end) and
 * of how approvals ended. Hints to the user: nothing depends on one being seen.
 */
export class InboxNotifications {
	readonly #app;
	readonly #inbox;
	readonly #entries: Pick<Entries, "badges" | "summaries" | "summary" | "views">;
	readonly #quiet: Pick<Quiet, "isNow">;
	readonly #privacy: LockPrivacy;
	readonly #outcomes: OutcomeNotifications;
	readonly #throttle: NotificationThrottle;
	readonly #announcements: Announcements<PendingNotification>;
	readonly #looks: TurnQueue;
	readonly #lastLooks: TurnQueue;
	readonly #reminders: TurnQueue;

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "settings" | "desktop" | "log">;
			readonly budget: TurnBudget;
			readonly stores: { readonly journal: Pick<Journal, "inbox" | "row"> };
			readonly rules: Pick<Rules, "budgets">;
			readonly reviewing: {
				readonly reviews: { loadSoon(entryId: string): Promise<unknown>; stale(entryId: string): boolean };
			};
			readonly signedIn: {
				current(): {
					readonly scope: string;
					readonly sessions: Sessions;
					readonly buildCommits: BuildCommits;
				};
				isRunning(): boolean;
			};
		},
		inbox: {
			/** The inbox as it was read last, oldest first. */
			latest(): readonly Entry[];
			entry(id: string): Entry | null;
		},
		entries: Pick<Entries, "badges" | "summaries" | "summary" | "views">,
		quiet: Pick<Quiet, "isNow">,
	) {
		this.#app = app;
		this.#inbox = inbox;
		this.#entries = entries;
		this.#quiet = quiet;
		const { budget, ports, reviewing } = app;
		const waiting = () => this.#allWaiting();
		this.#privacy = new LockPrivacy(app, quiet, waiting, () => this.catchUp());
		this.#outcomes = new OutcomeNotifications(app, this.#privacy, quiet, {
			levelOf: ({ sessionId, entryId }) => this.#levelOf(sessionId, inbox.entry(entryId)),
			title: (sessionId) => titled(app.signedIn.current(), sessionId),
		});
		this.#throttle = new NotificationThrottle(ports, {
			waiting,
			dangers: (all) => dangersAmong(all, entries),
			headline: (entry) => entries.summary(entry).headline,
		});
		const turns = { clock: ports.clock, budget, log: ports.log };
		this.#announcements = new Announcements(turns, reviewing.reviews, {
			notify: ({ id, occasion }) => this.#notify(id, occasion),
			correct: (told) => this.#correct(told),
		});
		this.#looks = new TurnQueue(turns, (id) => this.#lookAll(id));
		this.#lastLooks = new TurnQueue(turns, (id) => this.#notifyLast(id));
		this.#reminders = new TurnQueue(turns, (id) => this.#notifyBack(id));
	}

	/** Follows an entry that may have changed: notifies what is new, withdraws what is over. */
	look(entryId: string): void {
		this.#looks.add(entryId);
	}

	/** Notifies that it ends soon: once a revision. */
	last(entryId: string): void {
		this.#lastLooks.add(entryId);
	}

	/** Notifies what is in sight again after a while, like one that is new. */
	remind(entryId: string): void {
		if (this.#quiet.isNow()) this.#deferBack(entryId);
		else this.#reminders.add(entryId);
	}

	/** Notifies how a row of the journal ended that has just moved. */
	settled(row: JournalRow): void {
		this.#outcomes.onMoved(row);
	}

	/** Shows what waited for the screen to be unlocked, which may have happened. */
	wake(): void {
		this.#privacy.wake();
	}

	/** Whether a notification may say what it is about; else it shows no more than a count. */
	showsDetails(): boolean {
		return this.#privacy.showsDetails();
	}

	/** Notifies what came while it was quiet, if it is still to be notified. */
	catchUp(): void {
		for (const { id } of this.#inbox.latest()) this.look(id);
		this.notifyDeferred();
	}

	/** Notifies what was deferred in this run or an earlier one; nothing while it is quiet. */
	notifyDeferred(): void {
		if (this.#privacy.isHeldBack()) return;
		const { journal } = this.#app.stores;
		const { scope } = this.#app.signedIn.current();
		for (const { entryId: key, what } of journal.inbox.listDeferred(scope)) {
			const deferred = deferredOf(key);
			// An entry that was not read yet after start waits.
			if (deferred?.kind === "back" && this.#inbox.entry(deferred.entryId) === null) continue;
			const row = deferred?.kind === "row" ? journal.row(deferred.rowId) : null;
			if (row !== null) this.#outcomes.notify(row);
			// Notified, or no more to be: muted meanwhile, under way again, or back in sight.
			const isDue = journal.inbox.notifyOnce(scope, key, what);
			// One that was never notified is notified by the look at it.
			if (isDue && deferred?.kind === "back" && this.#isNotified(deferred.entryId))
				this.remind(deferred.entryId);
		}
	}

	/** Shows in tray, dock and badge what waits. */
	showWaiting(): void {
		const { ports, rules, signedIn } = this.#app;
		const facts = {
			inbox: this.#inbox.latest(),
			connection: signedIn.current().sessions.connection().state,
			settings: ports.settings.get(),
			budgets: rules.budgets(),
			now: ports.clock.now(),
		};
		ports.desktop.showWaiting(waitingState(facts, this.#entries));
	}

	/** Lists what waits for the user, oldest first; nothing once the app stops. */
	#allWaiting(): readonly Entry[] {
		return this.#app.signedIn.isRunning() ? this.#inbox.latest().filter((entry) => entry.actionable) : [];
	}

	/** @param entry `null` if it is not known any more: then no app is */
	#levelOf(sessionId: string, entry: Entry | null): AppLevel {
		const settings = this.#app.ports.settings.get();
		if (!settings.notifications) return "muted";
		return chosenLevel(settings, sessionId, entry === null ? null : this.#entries.summary(entry).app);
	}

	#isWanted(entry: Entry): boolean {
		return this.#levelOf(entry.sessionId, entry) !== "muted";
	}

	#isSilent(entry: Entry): boolean {
		return this.#levelOf(entry.sessionId, entry) === "silent";
	}

	/** Whether it was notified as it is now. */
	#isNotified(entryId: string): boolean {
		const { signedIn, stores } = this.#app;
		const entry = this.#inbox.entry(entryId);
		if (entry === null) return false;
		return stores.journal.inbox.wasNotified(signedIn.current().scope, entryId, revisionKeyOf(entry.request));
	}

	/** Returns the entry; `null` if it does not wait for the user, or has no line of its own. */
	#waiting(entryId: string): Entry | null {
		const entry = this.#inbox.entry(entryId);
		if (entry === null || !entry.actionable) return null;
		return isAnsweredByCommit(entry, this.#app.signedIn.current().sessions) ? null : entry;
	}

	#lookAll(entryId: string): void {
		this.#look(entryId);
		const entry = this.#inbox.entry(entryId);
		if (entry === null) return;
		for (const action of actionsLike(entry, this.#app.signedIn.current().sessions)) this.#look(action);
	}

	#look(entryId: string): void {
		const { reviewing, signedIn, stores } = this.#app;
		const { reviews } = reviewing;
		const entry = this.#waiting(entryId);
		if (entry === null) {
			// Answered, folded into another, or of another account by now.
			this.#throttle.over(entryId);
			this.#privacy.over();
			return;
		}
		const revision = revisionKeyOf(entry.request);
		const occasion = isRevised(entry) ? "revised" : "waits";
		const isLater = this.#privacy.isHeldBack();
		if (isLater && !this.#quiet.isNow() && !this.#isNotified(entry.id) && this.#isWanted(entry))
			this.#count(entry, occasion);
		// Once a revision, so that a revised review is notified again.
		if (isLater || !stores.journal.inbox.notifyOnce(signedIn.current().scope, entry.id, revision)) {
			// To be notified later, or notified before, perhaps by an earlier run: the list still needs its verdict.
			if (reviews.stale(entryId)) void reviews.loadSoon(entryId);
			return;
		}
		if (this.#isWanted(entry)) this.#announcements.announce({ id: entry.id, entry, occasion });
		else void reviews.loadSoon(entryId);
	}

	/** @returns whether it was shown as grave; `null` if there is nothing to show */
	#notify(entryId: string, occasion: Occasion): boolean | null {
		const { ports, signedIn } = this.#app;
		const entry = this.#waiting(entryId);
		const [view] = entry === null ? [] : this.#entries.views([entry]);
		if (entry === null || view === undefined || !signedIn.isRunning()) return null;
		if (!this.#privacy.showsDetails()) {
			this.#count(entry, occasion);
			// It is stored as notified, and is not.
			if (this.#privacy.isAwaitingUnlock()) this.#deferBack(entryId);
			return isGrave(view);
		}
		const { title, body, acts } = contentOf(view, occasion, ports.clock.now());
		this.#throttle.notify({
			id: entry.id,
			entryId: entry.id,
			title,
			body,
			silent: this.#isSilent(entry),
			offer: { acts, revision: revisionKeyOf(entry.request) },
		});
		return isGrave(view);
	}

	/** Counts a request in of which no more may be shown now. */
	#count(entry: Entry, occasion: Occasion): void {
		const key = `${occasion} ${entry.id} ${revisionKeyOf(entry.request)}`;
		this.#privacy.count(key, this.#isSilent(entry));
	}

	/** Notifies in its place what was shown before it was checked, and is now known to be grave. */
	#correct({ entry: before, occasion }: PendingNotification): void {
		const entry = this.#waiting(before.id);
		if (entry === null || revisionKeyOf(entry.request) !== revisionKeyOf(before.request)) return;
		if (this.#quiet.isNow() || !this.#isWanted(entry) || !this.#entries.views([entry]).some(isGrave)) return;
		this.#notify(entry.id, occasion);
	}

	/** Defers one that came back into sight: each time that it does is one of its own. */
	#deferBack(entryId: string): void {
		const { ports, signedIn, stores } = this.#app;
		stores.journal.inbox.defer(signedIn.current().scope, `${BACK}${entryId}`, String(ports.clock.now()));
	}

	#notifyBack(entryId: string): void {
		const entry = this.#waiting(entryId);
		if (entry !== null && this.#isWanted(entry)) this.#notify(entryId, "waits");
	}

	#notifyLast(entryId: string): void {
		const { signedIn, stores } = this.#app;
		const entry = this.#waiting(entryId);
		if (entry === null || this.#quiet.isNow() || !this.#isWanted(entry)) return;
		// While the screen is locked it is not shown: the next look may.
		if (this.#privacy.isHeldBack()) this.#count(entry, "last");
		else if (
			stores.journal.inbox.notifyOnce(
				signedIn.current().scope,
				`last:${entryId}`,
				revisionKeyOf(entry.request),
			)
		)
			this.#notify(entryId, "last");
	}
}
