import type { Entry } from "../inbox/entry.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { outcomeOf } from "../views/progress-view.ts";
import { UNTITLED } from "./desk-screen.ts";
import type { Entries } from "./entries.ts";
import { createFlood } from "./flood.ts";
import type { App } from "./parts.ts";

/** A notification waits this long for the chain to name a token, in ms; then it goes out as it is. */
const NAMING_MS = 700;

/** What is being told about an entry: once a revision, so that a revised review is told again. */
function occasion(entry: Entry): string {
	if (entry.read.kind === "unreadable") return "unreadable";
	const { review } = entry.read.view;
	return review === null ? "no review" : `${review.digest} ${review.revision}`;
}

export interface Notices {
	/** The inbox may have changed: tells what is new, takes back what is over. */
	look(commitId: string): void;
	/** A row of the journal moved: tells how it ended. */
	settled(row: JournalRow): void;
	count(): void;
}

const ENDINGS: Readonly<Partial<Record<ReturnType<typeof outcomeOf>, string>>> = {
	confirmed: "Confirmed",
	failed: "Failed on chain",
	refused: "Not signed",
	ended: "Can no longer happen",
	stuck: "Needs your attention",
};

/** Hints to the person: nothing depends on one being seen. */
export function createNotices(app: App, entries: Entries): Notices {
	const { ports, journal } = app;
	const wanted = (sessionId: string) => {
		const settings = ports.settings.get();
		return settings.notifications && !settings.mutedSessions.includes(sessionId);
	};
	const titleOf = (sessionId: string) => app.account().sessions.title(sessionId) ?? UNTITLED;
	const flood = createFlood({
		clock: ports.clock,
		waiting: () => (app.running() ? app.entries().filter((entry) => entry.actionable) : []),
		headline: (entry) => entries.summary(entry).headline,
		notify: (notification) => ports.desktop.notify(notification),
		withdraw: (id) => ports.desktop.withdraw(id),
		log: ports.log,
	});

	function tell(entryId: string, revised: boolean): void {
		const entry = app.entry(entryId);
		if (entry === null || !entry.actionable || !app.running()) return;
		flood.tell({
			id: entry.id,
			entryId: entry.id,
			title: `${revised ? "Revised" : "Waiting for you"}: ${titleOf(entry.sessionId)}`,
			body: entries.summary(entry).headline,
		});
	}

	function announce(entry: Entry, revised: boolean): void {
		const named = entries.summary(entry).amount;
		const load = app.reviews.loadSoon(entry.commitId);
		// The native coin needs no naming; a token's name comes with the review, if the chain answers in time.
		if (named?.checked === true) {
			tell(entry.id, revised);
			return;
		}
		let told = false;
		const once = () => {
			if (told) return;
			told = true;
			tell(entry.id, revised);
		};
		const cancel = ports.clock.after(NAMING_MS, once);
		void load.then(() => {
			cancel();
			once();
		});
	}

	return {
		look(commitId) {
			const entry = app.entry(`commit:${commitId}`);
			if (entry === null) return;
			const { scope } = app.account();
			if (!entry.actionable) {
				flood.over(entry.id);
				return;
			}
			const revised = entry.read.kind === "known" && (entry.read.view.review?.revision ?? 1) > 1;
			if (!journal.inbox.notifyOnce(scope, entry.id, occasion(entry))) {
				// Told before, perhaps by an earlier run of the app: the list still needs its verdict.
				if (app.reviews.stale(commitId)) void app.reviews.loadSoon(commitId);
				return;
			}
			if (wanted(entry.sessionId)) announce(entry, revised);
			else void app.reviews.loadSoon(commitId);
		},
		settled(row) {
			const outcome = outcomeOf(row);
			const over = row.state === "settled" || row.state === "refused" || row.state === "held";
			const title = over ? ENDINGS[outcome] : undefined;
			if (title === undefined || !wanted(row.sessionId)) return;
			if (!journal.inbox.notifyOnce(row.scope, `row:${row.id}`, row.state)) return;
			ports.desktop.notify({
				id: `row:${row.id}`,
				entryId: row.entryId,
				title: `${title}: ${titleOf(row.sessionId)}`,
				body: row.words === null ? row.headline : `${row.headline}. ${row.words}`,
			});
		},
		count() {
			const waiting = app.entries().filter((entry) => entry.actionable).length;
			const words = waiting === 0 ? "Nothing is waiting for you" : `${waiting} waiting for you`;
			ports.desktop.showCount(waiting, words);
		},
	};
}
