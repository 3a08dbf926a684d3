import { agentOfSession } from "../../../core/identities/agents.ts";
import { LOCAL_SCOPE } from "../../../core/journal/intent-id.ts";
import type { JournalRow } from "../../../core/journal/types.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import { riskOf } from "../../../core/risk/finding.ts";
import type { AppLevel } from "../../../ipc/settings.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Ports } from "../../ports.ts";
import type { Rules } from "../../rules/rules.ts";
import type { AgentStore } from "../../storage/agent-store.ts";
import { readOr } from "../../storage/database.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { BuildCommits } from "../entries/build-commits.ts";
import type { Entries } from "../entries/entries.ts";
import { actionEntryId, type Entry, entryKeyOf, scopeOfEntry } from "../entries/entry.ts";
import { titled } from "../entries/titles.ts";
import { carriesSame, isFolded } from "../requests/deduplication.ts";
import { type TurnBudget, TurnQueue } from "../turn-budget.ts";
import { LockPrivacy } from "./lock-privacy.ts";
import { contentOf, dangersAmong, isGrave, type Occasion, waitingState } from "./notification-content.ts";
import { chosenLevel, type Quiet } from "./notification-settings.ts";
import { Announcements, NotificationThrottle } from "./notification-throttle.ts";
import { OutcomeNotifications, rowKey } from "./outcome-notifications.ts";

const ROW = rowKey("");
const BACK = "back:";

type Deferred =
	| { readonly kind: "row"; readonly rowId: string }
	| { readonly kind: "back"; readonly entryId: string };

function deferredOf(key: string): Deferred | null {
	if (key.startsWith(ROW)) return { kind: "row", rowId: key.slice(ROW.length) };
	return key.startsWith(BACK) ? { kind: "back", entryId: key.slice(BACK.length) } : null;
}

/** Returns whether a commit answers this action. If so, the notification is about the commit. */
function isAnsweredByCommit(
	{ id, sessionId, request }: Entry,
	sessions: Pick<Sessions, "action" | "commits">,
): boolean {
	if (request.kind !== "action" || entryKeyOf(id)?.kind !== "action") return false;
	const stored = sessions.action(sessionId, request.action.id);
	return stored !== null && isFolded(stored, sessions.commits());
}

/**
 * Returns the entries of actions that contain the commit's transaction. The commit's state determines their
 * notifications.
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

function isRevised({ request }: Entry): boolean {
	if (request.kind === "action" || request.kind === "unreadable") return (request.action.revision ?? 0) > 0;
	return (
		request.kind === "commit" &&
		request.read.kind === "known" &&
		(request.read.view.review?.revision ?? 1) > 1
	);
}

interface PendingNotification {
	readonly id: string;
	readonly entry: Entry;
	readonly occasion: Occasion;
}

export interface NotificationsContext {
	readonly ports: Pick<Ports, "clock" | "settings" | "desktop" | "log">;
	readonly budget: TurnBudget;
	readonly stores: {
		readonly journal: Pick<Journal, "inbox" | "row" | "stepRowsOf">;
		readonly agents: Pick<AgentStore, "get">;
	};
	readonly rules: Pick<Rules, "budgets">;
	readonly reviewing: {
		readonly reviews: { loadSoon(entryId: string): Promise<unknown>; isStale(entryId: string): boolean };
	};
	readonly signedIn: {
		current(): {
			readonly scope: string;
			readonly sessions: Sessions;
			readonly buildCommits: BuildCommits;
		};
		isRunning(): boolean;
	};
}

/**
 * Notifies the user about new, returning and expiring requests, and about the outcome of approvals. Nothing
 * relies on the user seeing a notification.
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
	readonly #checks: TurnQueue;
	readonly #lastChecks: TurnQueue;
	readonly #reminders: TurnQueue;

	constructor(
		app: NotificationsContext,
		inbox: {
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
		this.#checks = new TurnQueue(turns, (id) => this.#checkAll(id));
		this.#lastChecks = new TurnQueue(turns, (id) => this.#notifyLast(id));
		this.#reminders = new TurnQueue(turns, (id) => this.#notifyBack(id));
	}

	checkEntry(entryId: string): void {
		this.#checks.add(entryId);
	}

	last(entryId: string): void {
		this.#lastChecks.add(entryId);
	}

	remind(entryId: string): void {
		if (this.#quiet.isNow()) this.#deferBack(entryId);
		else this.#reminders.add(entryId);
	}

	settled(row: JournalRow): void {
		this.#outcomes.onMoved(row);
	}

	wake(): void {
		this.#privacy.wake();
	}

	showsDetails(): boolean {
		return this.#privacy.showsDetails();
	}

	catchUp(): void {
		for (const { id } of this.#inbox.latest()) this.checkEntry(id);
		this.notifyDeferred();
	}

	notifyDeferred(): void {
		if (this.#privacy.isDeferred()) return;
		for (const scope of [this.#app.signedIn.current().scope, LOCAL_SCOPE]) this.#notifyDeferredOf(scope);
	}

	#notifyDeferredOf(scope: string): void {
		const { journal } = this.#app.stores;
		for (const { entryId: key, what } of journal.inbox.listDeferred(scope)) {
			const deferred = deferredOf(key);
			// Right after startup, the entry may not be loaded yet.
			if (deferred?.kind === "back" && this.#inbox.entry(deferred.entryId) === null) continue;
			const row = deferred?.kind === "row" ? journal.row(deferred.rowId) : null;
			if (row !== null) this.#outcomes.notify(row);
			const isDue = journal.inbox.notifyOnce(scope, key, what);
			// `look` shows a request's first notification.
			if (isDue && deferred?.kind === "back" && this.#isNotified(deferred.entryId))
				this.remind(deferred.entryId);
		}
	}

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

	#allWaiting(): readonly Entry[] {
		return this.#app.signedIn.isRunning() ? this.#inbox.latest().filter((entry) => entry.actionable) : [];
	}

	#levelOf(sessionId: string, entry: Entry | null): AppLevel {
		const settings = this.#app.ports.settings.get();
		if (!settings.notifications || this.#isAgentMuted(sessionId, entry)) return "muted";
		return chosenLevel(settings, sessionId, entry === null ? null : this.#entries.summary(entry).app);
	}

	/** A request that is still being checked isn't muted just because it has no findings yet. */
	#isAgentMuted(sessionId: string, entry: Entry | null): boolean {
		const agentId = agentOfSession(sessionId);
		if (agentId === null) return false;
		const agent = readOr(() => this.#app.stores.agents.get(agentId), null);
		if (agent === null) return false;
		if (agent.pausedAt !== null || agent.notify === "none") return true;
		if (agent.notify === "all" || entry === null) return false;
		return this.#entries.badges([entry]).every((badge) => riskOf(badge) === "calm");
	}

	#isWanted(entry: Entry): boolean {
		return this.#levelOf(entry.sessionId, entry) !== "muted";
	}

	#isSilent(entry: Entry): boolean {
		return this.#levelOf(entry.sessionId, entry) === "silent";
	}

	#scopeOf(entryId: string): string {
		return scopeOfEntry(entryId, this.#app.signedIn.current().scope);
	}

	#isNotified(entryId: string): boolean {
		const { journal } = this.#app.stores;
		const entry = this.#inbox.entry(entryId);
		if (entry === null) return false;
		return journal.inbox.wasNotified(this.#scopeOf(entryId), entryId, revisionKeyOf(entry.request));
	}

	#waiting(entryId: string): Entry | null {
		const entry = this.#inbox.entry(entryId);
		if (entry === null || !entry.actionable) return null;
		return isAnsweredByCommit(entry, this.#app.signedIn.current().sessions) ? null : entry;
	}

	#checkAll(entryId: string): void {
		this.#checkNow(entryId);
		const entry = this.#inbox.entry(entryId);
		if (entry === null) return;
		for (const action of actionsLike(entry, this.#app.signedIn.current().sessions)) this.#checkNow(action);
	}

	#checkNow(entryId: string): void {
		const { reviewing, stores } = this.#app;
		const { reviews } = reviewing;
		const entry = this.#waiting(entryId);
		if (entry === null) {
			// The request was answered or merged into another, or a different account signed in.
			this.#throttle.removeEntry(entryId);
			this.#privacy.endPrivacy();
			return;
		}
		const revision = revisionKeyOf(entry.request);
		const occasion = isRevised(entry) ? "revised" : "waits";
		const isLater = this.#privacy.isDeferred();
		if (isLater && !this.#quiet.isNow() && !this.#isNotified(entry.id) && this.#isWanted(entry))
			this.#count(entry, occasion);
		// Recorded once per revision, so the user is notified again about a revised request.
		if (isLater || !stores.journal.inbox.notifyOnce(this.#scopeOf(entryId), entry.id, revision)) {
			// The user was already notified about this request before the last restart, but the list still
			// needs its severity.
			if (reviews.isStale(entryId)) void reviews.loadSoon(entryId);
			return;
		}
		if (this.#isWanted(entry)) this.#announcements.announce({ id: entry.id, entry, occasion });
		else void reviews.loadSoon(entryId);
	}

	#notify(entryId: string, occasion: Occasion): boolean | null {
		const { ports, signedIn } = this.#app;
		const entry = this.#waiting(entryId);
		const [view] = entry === null ? [] : this.#entries.views([entry]);
		if (entry === null || view === undefined || !signedIn.isRunning()) return null;
		// The review may have found nothing that the user wants to be notified about.
		if (!this.#isWanted(entry)) return null;
		if (!this.#privacy.showsDetails()) {
			this.#count(entry, occasion);
			// The entry is already marked as notified, so unlocking has to show the notification again.
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

	#count(entry: Entry, occasion: Occasion): void {
		const key = `${occasion} ${entry.id} ${revisionKeyOf(entry.request)}`;
		this.#privacy.count(key, this.#isSilent(entry));
	}

	#correct({ entry: before, occasion }: PendingNotification): void {
		const entry = this.#waiting(before.id);
		if (entry === null || revisionKeyOf(entry.request) !== revisionKeyOf(before.request)) return;
		if (this.#quiet.isNow() || !this.#isWanted(entry) || !this.#entries.views([entry]).some(isGrave)) return;
		this.#notify(entry.id, occasion);
	}

	#deferBack(entryId: string): void {
		const { ports, stores } = this.#app;
		stores.journal.inbox.defer(this.#scopeOf(entryId), `${BACK}${entryId}`, String(ports.clock.now()));
	}

	#notifyBack(entryId: string): void {
		const entry = this.#waiting(entryId);
		if (entry !== null && this.#isWanted(entry)) this.#notify(entryId, "waits");
	}

	#notifyLast(entryId: string): void {
		const { journal } = this.#app.stores;
		const entry = this.#waiting(entryId);
		if (entry === null || this.#quiet.isNow() || !this.#isWanted(entry)) return;
		// While the screen is locked, requests are only counted. The next `look` may show notifications for
		// them.
		if (this.#privacy.isDeferred()) this.#count(entry, "last");
		else if (
			journal.inbox.notifyOnce(this.#scopeOf(entryId), `last:${entryId}`, revisionKeyOf(entry.request))
		)
			this.#notify(entryId, "last");
	}
}
