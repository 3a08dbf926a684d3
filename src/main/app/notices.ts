import { actionEntryId, type Entry } from "../inbox/entry.ts";
import { carriesSame, isFolded } from "../inbox/folding.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { outcomeOf } from "../views/progress-view.ts";
import type { Entries } from "./entries.ts";
import { createFlood } from "./flood.ts";
import type { App } from "./parts.ts";
import { titled } from "./titles.ts";
import { createTurnQueue } from "./turn-queue.ts";

/** A notification waits this long for the chain to name a token, in ms; then it goes out as it is. */
const NAMING_MS = 700;

/** It was told of before in another form. */
function isRevised({ asked }: Entry): boolean {
	if (asked.kind === "action") return asked.action.revision > 0;
	return (
		asked.kind === "commit" && asked.read.kind === "known" && (asked.read.view.review?.revision ?? 1) > 1
	);
}

/** What is being told about an entry: once a revision, so that a revised review is told again. */
function occasion(entry: Entry): string {
	const { asked } = entry;
	if (asked.kind === "replacement" || asked.kind === "revocation") return "wished";
	if (asked.kind === "action") return `revision ${asked.action.revision}`;
	if (asked.read.kind === "unreadable") return "unreadable";
	const { review } = asked.read.view;
	return review === null ? "no review" : `${review.digest} ${review.revision}`;
}

export interface Notices {
	/** The inbox may have changed: tells what is new, takes back what is over. */
	look(entryId: string): void;
	/** A row of the journal moved: tells how it ended. */
	settled(row: JournalRow): void;
	count(): void;
}

const ENDINGS: Readonly<Partial<Record<ReturnType<typeof outcomeOf>, string>>> = {
	confirmed: "Confirmed",
	failed: "Failed on chain",
	refused: "Not signed",
	replaced: "Replaced",
	ended: "Can no longer happen",
	stuck: "Needs your attention",
};

function endingOf(row: JournalRow, outcome: ReturnType<typeof outcomeOf>): string | undefined {
	return row.outcome === "answered" ? "Signed" : ENDINGS[outcome];
}

/** Hints to the person: nothing depends on one being seen. */
export function createNotices(app: App, entries: Entries): Notices {
	const { ports, journal } = app;
	const wanted = (sessionId: string) => {
		const settings = ports.settings.get();
		return settings.notifications && !settings.mutedSessions.includes(sessionId);
	};
	const titleOf = (sessionId: string) => titled(app.account().sessions, sessionId);
	const flood = createFlood({
		clock: ports.clock,
		waiting: () => (app.running() ? app.entries().filter((entry) => entry.actionable) : []),
		headline: (entry) => entries.summary(entry).headline,
		notify: (notification) => ports.desktop.notify(notification),
		withdraw: (id) => ports.desktop.withdraw(id),
		log: ports.log,
	});

	/** The entry, where it still waits for the person and has a line of its own. */
	function waiting(entryId: string): Entry | null {
		const entry = app.entry(entryId);
		if (entry === null || !entry.actionable) return null;
		return isToldElsewhere(entry) ? null : entry;
	}

	/** It is answered through a commit, which is told of in its place. */
	function isToldElsewhere({ sessionId, asked, firstSeen }: Entry): boolean {
		if (asked.kind !== "action") return false;
		const stored = { sessionId, action: asked.action, receivedAt: firstSeen };
		return isFolded(stored, app.account().sessions.commits());
	}

	/** The actions that carry this commit's transaction: whether they are told of hangs on how it stands. */
	function actionsLike({ sessionId, asked }: Entry): readonly string[] {
		if (asked.kind !== "commit" || asked.read.kind === "unreadable") return [];
		const { view } = asked.read;
		return app
			.account()
			.sessions.actions()
			.filter(({ sessionId: of, action }) => of === sessionId && action.state === "pending")
			.filter(({ action }) => carriesSame(view, action.request))
			.map(({ action }) => actionEntryId(sessionId, action.id));
	}

	function tell(entryId: string, revised: boolean): void {
		const entry = waiting(entryId);
		if (entry === null || !app.running()) return;
		flood.tell({
			id: entry.id,
			entryId: entry.id,
			title: `${revised ? "Revised" : "Waiting for you"}: ${titleOf(entry.sessionId)}`,
			body: entries.summary(entry).headline,
		});
	}

	function announce(entry: Entry, revised: boolean): void {
		const named = entries.summary(entry).amount;
		const load = app.reviews.loadSoon(entry.id);
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

	function lookAt(entryId: string): void {
		const entry = waiting(entryId);
		if (entry === null) {
			// Answered, folded into another, or of another account by now.
			flood.over(entryId);
			return;
		}
		const { scope } = app.account();
		if (!journal.inbox.notifyOnce(scope, entry.id, occasion(entry))) {
			// Told before, perhaps by an earlier run of the app: the list still needs its verdict.
			if (app.reviews.stale(entryId)) void app.reviews.loadSoon(entryId);
			return;
		}
		if (wanted(entry.sessionId)) announce(entry, isRevised(entry));
		else void app.reviews.loadSoon(entryId);
	}

	function lookAll(entryId: string): void {
		lookAt(entryId);
		const entry = app.entry(entryId);
		if (entry === null) return;
		for (const action of actionsLike(entry)) lookAt(action);
	}

	const looks = createTurnQueue(ports.clock, lookAll, ports.log);

	return {
		look: looks.add,
		settled(row) {
			const outcome = outcomeOf(row);
			const over = row.state === "settled" || row.state === "refused" || row.state === "held";
			// A leg is told of with its action.
			const title = over && row.kind !== "leg" ? endingOf(row, outcome) : undefined;
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
			const count = app.entries().filter((entry) => entry.actionable).length;
			const words = count === 0 ? "Nothing is waiting for you" : `${count} waiting for you`;
			ports.desktop.showCount(count, words);
		},
	};
}
