import type { JournalRow } from "../../../core/journal/types.ts";
import type { Text } from "../../../core/message.ts";
import type { AppLevel } from "../../../ipc/settings.ts";
import type { Sessions } from "../../conversations/types.ts";
import type { Ports } from "../../ports.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { Cohort } from "../entries/cohort.ts";
import type { Entries } from "../entries/entries.ts";
import { type Entry, revisionOf } from "../entries/entry.ts";
import { titled } from "../entries/titles.ts";
import type { TurnBudget } from "../turn-budget.ts";
import { createTurnQueue } from "../turn-queue.ts";
import { createAnnouncements } from "./announcements.ts";
import { actionsLike, isAnsweredByCommit } from "./answered-by-commit.ts";
import { chosenLevel } from "./app-levels.ts";
import { contentOf, isGrave, type Occasion } from "./content.ts";
import { Disclosure } from "./disclosure.ts";
import { createNotificationThrottle } from "./notification-throttle.ts";
import { createOutcomeNotices, ROW } from "./outcome-notices.ts";
import { dangersAmong, waitingState } from "./waiting-state.ts";

export interface NoticesDeps {
	readonly ports: Pick<Ports, "clock" | "settings" | "desktop" | "log">;
	readonly journal: Pick<Journal, "inbox" | "row">;
	readonly reviews: {
		loadSoon(entryId: string): Promise<unknown>;
		stale(entryId: string): boolean;
	};
	account(): { readonly scope: string; readonly sessions: Sessions; readonly cohort: Cohort };
	/** The user wants to be left alone now. */
	isQuiet(): boolean;
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
	entry(id: string): Entry | null;
	/** Of each of the user's limits of a day: how much is spent. */
	budgets(): readonly Text[];
	/** False once it stops. */
	running(): boolean;
}

/** What is owed is of a row of the journal, or of an entry that is back in sight. */
const BACK = "back:";

/** It was told of before in another form. */
function isRevised({ asked }: Entry): boolean {
	if (asked.kind === "action" || asked.kind === "unreadable") return (asked.action.revision ?? 0) > 0;
	return (
		asked.kind === "commit" && asked.read.kind === "known" && (asked.read.view.review?.revision ?? 1) > 1
	);
}

export interface Notices {
	/** The screen may have been unlocked: tells what waited for that. */
	wake(): void;
	/** A notification may say what it is about; else it gives no more than a count. */
	showsDetails(): boolean;
	/** It is quiet no more: tells what came meanwhile, as far as it is still to be told. */
	catchUp(): void;
	/** Tells what is owed of an earlier quiet, of this run or of one before it; nothing while it is quiet. */
	notifyOwed(): void;
	/** The inbox may have changed: tells what is new, takes back what is over. */
	look(entryId: string): void;
	/** A row of the journal moved: tells how it ended. */
	settled(row: JournalRow): void;
	/** It is in sight again after a while: tells of it as of one that is new. */
	remind(entryId: string): void;
	/** It ends soon: tells of it once a revision. */
	last(entryId: string): void;
	/** In tray, dock and badge. */
	readonly showWaiting: () => void;
}

/** What is still to be told: of the request as it stood then. */
interface Told {
	readonly id: string;
	readonly entry: Entry;
	readonly occasion: Occasion;
}

/** Hints to the user: nothing depends on one being seen. */
export function createNotices(deps: NoticesDeps, entries: Entries, budget: TurnBudget): Notices {
	const { ports, journal } = deps;
	/** @param entry null where it is not known any more: then no app is */
	const levelFor = (sessionId: string, entry: Entry | null): AppLevel => {
		if (!ports.settings.get().notifications) return "muted";
		return chosenLevel(ports.settings.get(), sessionId, entry === null ? null : entries.summary(entry).app);
	};
	const levelOfEntry = (entry: Entry) => levelFor(entry.sessionId, entry);
	const isWanted = (entry: Entry) => levelOfEntry(entry) !== "muted";
	const titleOf = (sessionId: string) => titled(deps.account(), sessionId);
	const actionable = () => (deps.running() ? deps.entries().filter((entry) => entry.actionable) : []);
	const throttle = createNotificationThrottle({
		clock: ports.clock,
		waiting: actionable,
		dangers: (all) => dangersAmong(all, entries),
		headline: (entry) => entries.summary(entry).headline,
		notify: (notification) => ports.desktop.notify(notification),
		withdraw: (id) => ports.desktop.withdraw(id),
		log: ports.log,
	});
	const disclosure = new Disclosure({
		ports,
		isQuiet: () => deps.isQuiet(),
		running: () => deps.running(),
		waiting: actionable,
		onOpen: catchUp,
	});
	const outcomes = createOutcomeNotices({
		ports,
		journal,
		levelOf: ({ sessionId, entryId }) => levelFor(sessionId, deps.entry(entryId)),
		showsDetails: () => disclosure.showsDetails(),
		title: titleOf,
	});

	/** Counts it in, where no more than that may be told now. @returns whether that is so */
	function countOnly(entry: Entry, occasion: Occasion): boolean {
		if (disclosure.showsDetails()) return false;
		disclosure.count(`${occasion} ${entry.id} ${revisionOf(entry)}`, levelOfEntry(entry) === "silent");
		return true;
	}

	/** The entry, where it still waits for the user and has a line of its own. */
	function waiting(entryId: string): Entry | null {
		const entry = deps.entry(entryId);
		if (entry === null || !entry.actionable) return null;
		return isAnsweredByCommit(entry, deps.account().sessions) ? null : entry;
	}

	/** @returns whether it is told as grave; null where there is nothing to tell */
	function notify(entryId: string, occasion: Occasion): boolean | null {
		const entry = waiting(entryId);
		const [view] = entry === null ? [] : entries.views([entry]);
		if (entry === null || view === undefined || !deps.running()) return null;
		if (countOnly(entry, occasion)) {
			// It is written down as told, and is not.
			if (disclosure.isAwaitingUnlock()) oweBack(entryId);
			return isGrave(view);
		}
		const { title, body, acts } = contentOf(view, occasion, ports.clock.now());
		throttle.notify({
			id: entry.id,
			entryId: entry.id,
			title,
			body,
			silent: levelOfEntry(entry) === "silent",
			offer: { acts, revision: revisionOf(entry) },
		});
		return isGrave(view);
	}

	/** Told before it was checked, and now known to be grave: that is told in its place. */
	function notifyGrave({ entry: before, occasion }: Told): void {
		const entry = waiting(before.id);
		if (entry === null || revisionOf(entry) !== revisionOf(before)) return;
		if (deps.isQuiet() || !isWanted(entry) || !entries.views([entry]).some(isGrave)) return;
		notify(entry.id, occasion);
	}

	const turns = { clock: ports.clock, budget, log: ports.log };
	const announcements = createAnnouncements<Told>({
		...turns,
		load: (id) => deps.reviews.loadSoon(id),
		stale: (id) => deps.reviews.stale(id),
		tell: ({ id, occasion }) => notify(id, occasion),
		correct: notifyGrave,
	});

	function lookAt(entryId: string): void {
		const entry = waiting(entryId);
		if (entry === null) {
			// Answered, folded into another, or of another account by now.
			throttle.over(entryId);
			disclosure.over();
			return;
		}
		const { scope } = deps.account();
		const revision = revisionOf(entry);
		const isLater = disclosure.isHeldBack();
		if (isLater && !deps.isQuiet() && !isTold(entry.id) && isWanted(entry))
			countOnly(entry, isRevised(entry) ? "revised" : "waits");
		// Once a revision, so that a revised review is told again.
		if (isLater || !journal.inbox.notifyOnce(scope, entry.id, revision)) {
			// To be told later, or told before, perhaps by an earlier run of the app: the list still needs its verdict.
			if (deps.reviews.stale(entryId)) void deps.reviews.loadSoon(entryId);
			return;
		}
		if (isWanted(entry))
			announcements.announce({ id: entry.id, entry, occasion: isRevised(entry) ? "revised" : "waits" });
		else void deps.reviews.loadSoon(entryId);
	}

	function lookAll(entryId: string): void {
		lookAt(entryId);
		const entry = deps.entry(entryId);
		if (entry === null) return;
		for (const action of actionsLike(entry, deps.account().sessions)) lookAt(action);
	}

	function isTold(entryId: string): boolean {
		const entry = deps.entry(entryId);
		return entry !== null && journal.inbox.wasNotified(deps.account().scope, entryId, revisionOf(entry));
	}

	/** It is told of once more, as one that came back: each time that it does is one of its own. */
	function oweBack(entryId: string): void {
		journal.inbox.owe(deps.account().scope, `${BACK}${entryId}`, String(ports.clock.now()));
	}

	function remind(entryId: string): void {
		if (deps.isQuiet()) {
			oweBack(entryId);
			return;
		}
		reminders.add(entryId);
	}

	function notifyBack(entryId: string): void {
		const entry = waiting(entryId);
		if (entry !== null && isWanted(entry)) notify(entryId, "waits");
	}

	function notifyLast(entryId: string): void {
		const entry = waiting(entryId);
		if (entry === null || deps.isQuiet() || !isWanted(entry)) return;
		// While the screen is locked it is not told: the next look may.
		if (disclosure.isHeldBack()) countOnly(entry, "last");
		else if (journal.inbox.notifyOnce(deps.account().scope, `last:${entryId}`, revisionOf(entry)))
			notify(entryId, "last");
	}

	function settled(row: JournalRow): void {
		const wanted = outcomes.wanted(row);
		if (wanted === null) return;
		if (!disclosure.isHeldBack()) {
			outcomes.notify(row, wanted);
			return;
		}
		journal.inbox.owe(row.scope, `${ROW}${row.id}`, row.state);
		if (!deps.isQuiet()) disclosure.awaitUnlock();
	}

	function notifyOwed(): void {
		if (disclosure.isHeldBack()) return;
		const { scope } = deps.account();
		for (const { entryId: key, what } of journal.inbox.owed(scope)) {
			const back = key.startsWith(BACK) ? key.slice(BACK.length) : null;
			// What is not read yet after a start waits until it is.
			if (back !== null && deps.entry(back) === null) continue;
			const row = key.startsWith(ROW) ? journal.row(key.slice(ROW.length)) : null;
			const wanted = row === null ? null : outcomes.wanted(row);
			if (row !== null && wanted !== null) outcomes.notify(row, wanted);
			// Told, or no more to be told: muted meanwhile, under way again, or back in sight.
			const isDue = journal.inbox.notifyOnce(scope, key, what);
			// One that was never told of is told by the look at it.
			if (isDue && back !== null && isTold(back)) remind(back);
		}
	}

	const looks = createTurnQueue({ ...turns, work: lookAll });
	const reminders = createTurnQueue({ ...turns, work: notifyBack });
	const lasts = createTurnQueue({ ...turns, work: notifyLast });

	function catchUp(): void {
		for (const { id } of deps.entries()) looks.add(id);
		notifyOwed();
	}

	return {
		look: looks.add,
		wake: () => void disclosure.wake(),
		showsDetails: () => disclosure.showsDetails(),
		catchUp,
		notifyOwed,
		remind,
		last: lasts.add,
		settled,
		showWaiting() {
			const facts = {
				inbox: deps.entries(),
				connection: deps.account().sessions.connection().state,
				settings: ports.settings.get(),
				budgets: deps.budgets(),
				now: ports.clock.now(),
			};
			ports.desktop.showWaiting(waitingState(facts, entries));
		},
	};
}
