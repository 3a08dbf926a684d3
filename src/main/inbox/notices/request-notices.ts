import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { AppLevel } from "../../../ipc/settings.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Ports } from "../../ports.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { Entries } from "../entries/entries.ts";
import { actionEntryId, type Entry, entryKeyOf } from "../entries/entry.ts";
import { carriesSame, isFolded } from "../requests/deduplication.ts";
import type { TurnBudget } from "../turn-budget.ts";
import { createTurnQueue, type TurnQueue } from "../turn-queue.ts";
import { type Announcements, createAnnouncements } from "./announcements.ts";
import { contentOf, isGrave, type Occasion } from "./content.ts";
import type { Disclosure } from "./disclosure.ts";
import { createNotificationThrottle, type NotificationThrottle } from "./notification-throttle.ts";
import { backKey } from "./owed.ts";
import { dangersAmong } from "./waiting-state.ts";

/** An action that is answered through a commit has no notice of its own: the commit is told of in its place. */

/** It is answered through a commit, as both stand now. */
function isAnsweredByCommit(
	{ id, sessionId, request }: Entry,
	sessions: Pick<Sessions, "action" | "commits">,
): boolean {
	if (request.kind !== "action" || entryKeyOf(id)?.kind !== "action") return false;
	const stored = sessions.action(sessionId, request.action.id);
	return stored !== null && isFolded(stored, sessions.commits());
}

/**
 * The entries of the actions that carry this commit's transaction: whether they are told of hangs on how it stands.
 * None of what is not a commit that can be read.
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

export interface RequestNoticesParts {
	readonly ports: Pick<Ports, "clock" | "desktop" | "log">;
	readonly journal: Pick<Journal, "inbox">;
	readonly reviews: {
		loadSoon(entryId: string): Promise<unknown>;
		stale(entryId: string): boolean;
	};
	readonly entries: Entries;
	readonly budget: TurnBudget;
	readonly disclosure: Disclosure;
	readonly account: () => { readonly scope: string; readonly sessions: Sessions };
	/** The user wants to be left alone now. */
	readonly isQuiet: () => boolean;
	/** False once it stops. */
	readonly running: () => boolean;
	readonly entry: (id: string) => Entry | null;
	/** What waits for the user, oldest first; nothing once it stops. */
	readonly waiting: () => readonly Entry[];
	readonly levelOf: (entry: Entry) => AppLevel;
}

/** What is still to be told: of the request as it stood then. */
interface Told {
	readonly id: string;
	readonly entry: Entry;
	readonly occasion: Occasion;
}

/** It was told of before in another form. */
function isRevised({ request }: Entry): boolean {
	if (request.kind === "action" || request.kind === "unreadable") return (request.action.revision ?? 0) > 0;
	return (
		request.kind === "commit" &&
		request.read.kind === "known" &&
		(request.read.view.review?.revision ?? 1) > 1
	);
}

/** Tells of requests that wait: once a revision, again when they come back into sight, and before they end. */
export class RequestNotices {
	/** The inbox may have changed: tells what is new, takes back what is over. */
	readonly look: TurnQueue["add"];
	/** It ends soon: tells of it once a revision. */
	readonly last: TurnQueue["add"];
	readonly #parts: RequestNoticesParts;
	readonly #throttle: NotificationThrottle;
	readonly #announcements: Announcements<Told>;
	readonly #reminders: TurnQueue;

	constructor(parts: RequestNoticesParts) {
		this.#parts = parts;
		const { ports, reviews, entries, budget } = parts;
		const { clock, desktop, log } = ports;
		const turns = { clock, budget, log };
		this.#throttle = createNotificationThrottle({
			clock,
			waiting: parts.waiting,
			dangers: (all) => dangersAmong(all, entries),
			headline: (entry) => entries.summary(entry).headline,
			notify: (notification) => desktop.notify(notification),
			withdraw: (id) => desktop.withdraw(id),
			log,
		});
		this.#announcements = createAnnouncements({
			...turns,
			load: (id) => reviews.loadSoon(id),
			stale: (id) => reviews.stale(id),
			tell: ({ id, occasion }) => this.#notify(id, occasion),
			correct: (told) => this.#correct(told),
		});
		this.look = createTurnQueue({ ...turns, work: (id) => this.#lookAll(id) }).add;
		this.last = createTurnQueue({ ...turns, work: (id) => this.#notifyLast(id) }).add;
		this.#reminders = createTurnQueue({ ...turns, work: (id) => this.#notifyBack(id) });
	}

	/** It is in sight again after a while: tells of it as of one that is new. */
	remind(entryId: string): void {
		if (this.#parts.isQuiet()) this.#oweBack(entryId);
		else this.#reminders.add(entryId);
	}

	/** It was told of as it stands now. */
	isTold(entryId: string): boolean {
		const { journal, account, entry: find } = this.#parts;
		const entry = find(entryId);
		return (
			entry !== null && journal.inbox.wasNotified(account().scope, entryId, revisionKeyOf(entry.request))
		);
	}

	/** The entry, where it still waits for the user and has a line of its own. */
	#waiting(entryId: string): Entry | null {
		const entry = this.#parts.entry(entryId);
		if (entry === null || !entry.actionable) return null;
		return isAnsweredByCommit(entry, this.#parts.account().sessions) ? null : entry;
	}

	#isWanted(entry: Entry): boolean {
		return this.#parts.levelOf(entry) !== "muted";
	}

	/** @returns whether it is told as grave; null where there is nothing to tell */
	#notify(entryId: string, occasion: Occasion): boolean | null {
		const { ports, entries, disclosure, levelOf, running } = this.#parts;
		const entry = this.#waiting(entryId);
		const [view] = entry === null ? [] : entries.views([entry]);
		if (entry === null || view === undefined || !running()) return null;
		if (!disclosure.showsDetails()) {
			this.#count(entry, occasion);
			// It is written down as told, and is not.
			if (disclosure.isAwaitingUnlock()) this.#oweBack(entryId);
			return isGrave(view);
		}
		const { title, body, acts } = contentOf(view, occasion, ports.clock.now());
		this.#throttle.notify({
			id: entry.id,
			entryId: entry.id,
			title,
			body,
			silent: levelOf(entry) === "silent",
			offer: { acts, revision: revisionKeyOf(entry.request) },
		});
		return isGrave(view);
	}

	/** No more than that it is there may be told now. */
	#count(entry: Entry, occasion: Occasion): void {
		const { disclosure, levelOf } = this.#parts;
		disclosure.count(`${occasion} ${entry.id} ${revisionKeyOf(entry.request)}`, levelOf(entry) === "silent");
	}

	/** Told before it was checked, and now known to be grave: that is told in its place. */
	#correct({ entry: before, occasion }: Told): void {
		const { entries, isQuiet } = this.#parts;
		const entry = this.#waiting(before.id);
		if (entry === null || revisionKeyOf(entry.request) !== revisionKeyOf(before.request)) return;
		if (isQuiet() || !this.#isWanted(entry) || !entries.views([entry]).some(isGrave)) return;
		this.#notify(entry.id, occasion);
	}

	#lookAll(entryId: string): void {
		this.#look(entryId);
		const entry = this.#parts.entry(entryId);
		if (entry === null) return;
		for (const action of actionsLike(entry, this.#parts.account().sessions)) this.#look(action);
	}

	#look(entryId: string): void {
		const { account, disclosure, isQuiet, journal, reviews } = this.#parts;
		const entry = this.#waiting(entryId);
		if (entry === null) {
			// Answered, folded into another, or of another account by now.
			this.#throttle.over(entryId);
			disclosure.over();
			return;
		}
		const occasion = isRevised(entry) ? "revised" : "waits";
		const isLater = disclosure.isHeldBack();
		if (isLater && !isQuiet() && !this.isTold(entry.id) && this.#isWanted(entry))
			this.#count(entry, occasion);
		// Once a revision, so that a revised review is told again.
		if (isLater || !journal.inbox.notifyOnce(account().scope, entry.id, revisionKeyOf(entry.request))) {
			// To be told later, or told before, perhaps by an earlier run of the app: the list still needs its verdict.
			if (reviews.stale(entryId)) void reviews.loadSoon(entryId);
			return;
		}
		if (this.#isWanted(entry)) this.#announcements.announce({ id: entry.id, entry, occasion });
		else void reviews.loadSoon(entryId);
	}

	/** It is told of once more, as one that came back: each time that it does is one of its own. */
	#oweBack(entryId: string): void {
		const { account, journal, ports } = this.#parts;
		journal.inbox.owe(account().scope, backKey(entryId), String(ports.clock.now()));
	}

	#notifyBack(entryId: string): void {
		const entry = this.#waiting(entryId);
		if (entry !== null && this.#isWanted(entry)) this.#notify(entryId, "waits");
	}

	#notifyLast(entryId: string): void {
		const { account, disclosure, isQuiet, journal } = this.#parts;
		const entry = this.#waiting(entryId);
		if (entry === null || isQuiet() || !this.#isWanted(entry)) return;
		// While the screen is locked it is not told: the next look may.
		if (disclosure.isHeldBack()) this.#count(entry, "last");
		else if (journal.inbox.notifyOnce(account().scope, `last:${entryId}`, revisionKeyOf(entry.request)))
			this.#notify(entryId, "last");
	}
}
