import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import { actionEntryId, entryIdOf } from "../inbox/entries/entry.ts";
import type { Features } from "./features.ts";

/** Forwards changes from the service and the journal to notifications, runner and the open review. */
export function routeChanges(app: Features): void {
	const { events, home, inbox, powers, reviewing, signedIn, window } = app;
	const { journal } = app.stores;

	/** A row in progress has no review on screen, so loading one would only query the service. */
	function reloadOpen(entryId: string): void {
		const open = window.route();
		if (open.kind === "entry" && open.entryId === entryId && reviewing.reviews.stale(entryId))
			void reviewing.reviews.load(entryId);
	}

	/**
	 * @param wakes `false` if the runner caused the change, because otherwise each of its reads would wake it
	 * again
	 */
	function onRevised(entryId: string, row: JournalRow | null, wakes: boolean): void {
		inbox.rejections.onRevised(entryId);
		inbox.notifications.checkEntry(entryId);
		if (row === null || ENDED.has(row.state)) reloadOpen(entryId);
		else if (wakes) signedIn.current().runner.wake(row.id);
	}

	events.on("commit-changed", ({ commitId }) => {
		const { commits, sessions, scope } = signedIn.current();
		const read = sessions.commit(commitId)?.read;
		if (read?.kind === "known") reviewing.contradictions.addView(read.view);
		onRevised(entryIdOf(commitId), journal.ofIntent(scope, commitId), !commits.isReading(commitId));
		inbox.expiry.checkSoon();
	});
	events.on("action-changed", ({ sessionId }) => {
		const { sessions, scope } = signedIn.current();
		for (const stored of [...sessions.actions(), ...sessions.unreadableActions()]) {
			if (stored.sessionId !== sessionId) continue;
			const entryId = actionEntryId(stored.sessionId, stored.action.id);
			onRevised(entryId, journal.ofEntry(scope, entryId), true);
		}
		inbox.expiry.checkSoon();
	});
	events.on("journal-changed", ({ row }) => {
		inbox.notifications.settled(row);
		powers.moved(row);
		app.activity.recorder.moved(row);
		home.moved(row);
		if (row.nonce !== null && signedIn.isRunning()) reviewing.reviews.nonceTaken(row);
		if (row.kind !== "leg") inbox.notifications.checkEntry(row.entryId);
	});
}
