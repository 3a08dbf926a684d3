import type { JournalRow } from "../../../core/journal/types.ts";
import type { Text } from "../../../core/message.ts";
import type { AppLevel } from "../../../ipc/settings.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Ports } from "../../ports.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { Cohort } from "../entries/cohort.ts";
import type { Entries } from "../entries/entries.ts";
import type { Entry } from "../entries/entry.ts";
import { titled } from "../entries/titles.ts";
import type { TurnBudget } from "../turn-budget.ts";
import { chosenLevel } from "./app-levels.ts";
import { Disclosure } from "./disclosure.ts";
import { createOutcomeNotices } from "./outcome-notices.ts";
import { owedOf } from "./owed.ts";
import { RequestNotices, type RequestNoticesParts } from "./request-notices.ts";
import { waitingState } from "./waiting-state.ts";

export interface NoticesDeps extends Pick<RequestNoticesParts, "reviews" | "isQuiet" | "running" | "entry"> {
	readonly ports: Pick<Ports, "clock" | "settings" | "desktop" | "log">;
	readonly journal: Pick<Journal, "inbox" | "row">;
	readonly account: () => { readonly scope: string; readonly sessions: Sessions; readonly cohort: Cohort };
	/** The inbox, oldest first. */
	readonly entries: () => readonly Entry[];
	/** Of each of the user's limits of a day: how much is spent. */
	budgets(): readonly Text[];
}

export interface Notices extends Pick<RequestNotices, "look" | "remind" | "last"> {
	/** The screen may have been unlocked: tells what waited for that. */
	wake(): void;
	/** A notification may say what it is about; else it gives no more than a count. */
	showsDetails(): boolean;
	/** It is quiet no more: tells what came meanwhile, as far as it is still to be told. */
	catchUp(): void;
	/** Tells what is owed of an earlier quiet, of this run or of one before it; nothing while it is quiet. */
	notifyOwed(): void;
	/** A row of the journal moved: tells how it ended. */
	settled(row: JournalRow): void;
	/** In tray, dock and badge. */
	readonly showWaiting: () => void;
}

/** Hints to the user: nothing depends on one being seen. */
export function createNotices(deps: NoticesDeps, entries: Entries, budget: TurnBudget): Notices {
	const { ports, journal } = deps;
	const actionable = () => (deps.running() ? deps.entries().filter((entry) => entry.actionable) : []);
	/** @param entry null where it is not known any more: then no app is */
	const levelOf = (sessionId: string, entry: Entry | null): AppLevel => {
		const settings = ports.settings.get();
		if (!settings.notifications) return "muted";
		return chosenLevel(settings, sessionId, entry === null ? null : entries.summary(entry).app);
	};
	const disclosure = new Disclosure({
		ports,
		isQuiet: deps.isQuiet,
		running: deps.running,
		waiting: actionable,
		onOpen: catchUp,
	});
	const outcomes = createOutcomeNotices({
		ports,
		journal,
		disclosure,
		isQuiet: deps.isQuiet,
		levelOf: ({ sessionId, entryId }) => levelOf(sessionId, deps.entry(entryId)),
		title: (sessionId) => titled(deps.account(), sessionId),
	});
	const requests = new RequestNotices({
		...deps,
		entries,
		budget,
		disclosure,
		waiting: actionable,
		levelOf: (entry) => levelOf(entry.sessionId, entry),
	});

	function notifyOwed(): void {
		if (disclosure.isHeldBack()) return;
		const { scope } = deps.account();
		for (const { entryId: key, what } of journal.inbox.owed(scope)) {
			const owed = owedOf(key);
			// What is not read yet after a start waits until it is.
			if (owed?.kind === "back" && deps.entry(owed.entryId) === null) continue;
			const row = owed?.kind === "row" ? journal.row(owed.rowId) : null;
			if (row !== null) outcomes.notify(row);
			// Told, or no more to be told: muted meanwhile, under way again, or back in sight.
			const isDue = journal.inbox.notifyOnce(scope, key, what);
			// One that was never told of is told by the look at it.
			if (isDue && owed?.kind === "back" && requests.isTold(owed.entryId)) requests.remind(owed.entryId);
		}
	}

	function catchUp(): void {
		for (const { id } of deps.entries()) requests.look(id);
		notifyOwed();
	}

	return {
		look: requests.look,
		last: requests.last,
		remind: (entryId) => requests.remind(entryId),
		settled: (row) => outcomes.settled(row),
		wake: () => void disclosure.wake(),
		showsDetails: () => disclosure.showsDetails(),
		catchUp,
		notifyOwed,
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
