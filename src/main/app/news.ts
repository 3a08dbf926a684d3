import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import type { Contradictions } from "../../core/review/effects/contradiction.ts";
import type { Recorder } from "../activity/recorder.ts";
import type { Allowances } from "../allowances/allowances.ts";
import type { SessionsChange } from "../conversations/types.ts";
import type { Home } from "../home/home.ts";
import { actionEntryId, entryIdOf } from "../inbox/entries/entry.ts";
import type { Inbox } from "../inbox/feature.ts";
import type { Reviews } from "../reviewing/reviews/reviews-types.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { WindowRoute } from "../window-route.ts";
import { type Cause, causeOf } from "./causes.ts";
import type { Scope } from "./scope.ts";

export interface NewsParts {
	readonly journal: Journal;
	readonly contradictions: Contradictions;
	readonly reviews: Pick<Reviews, "stale" | "load">;
	readonly inbox: Inbox;
	readonly home: Pick<Home, "moved">;
	readonly allowances: Pick<Allowances, "moved">;
	readonly recorder: Pick<Recorder, "moved">;
	/** What is asked may be another request by now. */
	revised(entryId: string): void;
	readonly account: () => Scope;
	readonly place: () => WindowRoute;
	/** Something that a window shows has changed. @param sessionId the only conversation that it concerns */
	readonly changed: (cause: Cause, sessionId?: string | null) => void;
}

export interface News {
	/** The sessions read something new, and it is durable. */
	readonly heard: (change: SessionsChange) => void;
	/** A row of the journal moved. */
	readonly rowChanged: (row: JournalRow) => void;
}

/** What news of the service and of the journal set in motion: notifications, the runner, the review that is open. */
export function createNews(parts: NewsParts): News {
	const { account, changed, inbox, journal, place, reviews } = parts;

	/** What is being carried out shows its progress: a review of it would only ask the service once more. */
	function reloadOpen(entryId: string): void {
		const open = place();
		if (open.kind === "entry" && open.entryId === entryId && reviews.stale(entryId))
			void reviews.load(entryId);
	}

	function commitChanged(commitId: string): void {
		const { sessions, scope, reading, runner } = account();
		const read = sessions.commit(commitId)?.read;
		if (read?.kind === "known") parts.contradictions.note(read.view);
		const entryId = entryIdOf(commitId);
		parts.revised(entryId);
		inbox.notices.look(entryId);
		const row = journal.ofIntent(scope, commitId);
		const atWork = row !== null && !ENDED.has(row.state);
		// What its own read has brought, it knows: woken by it, it would ask again at once, for ever.
		if (atWork && !reading.has(commitId)) runner.kick(row.id);
		if (!atWork) reloadOpen(entryId);
		inbox.expiry.lookSoon();
	}

	function actionsChanged(sessionId: string): void {
		const { sessions, scope, runner } = account();
		for (const stored of [...sessions.actions(), ...sessions.unreadableActions()]) {
			if (stored.sessionId !== sessionId) continue;
			const entryId = actionEntryId(sessionId, stored.action.id);
			parts.revised(entryId);
			inbox.notices.look(entryId);
			const row = journal.ofEntry(scope, entryId);
			if (row !== null && !ENDED.has(row.state)) runner.kick(row.id);
			else reloadOpen(entryId);
		}
		inbox.expiry.lookSoon();
	}

	return {
		heard(change) {
			if (change.kind === "commit" && change.commitId !== undefined) commitChanged(change.commitId);
			if (change.kind === "action" && change.sessionId !== null) actionsChanged(change.sessionId);
			changed(causeOf(change), change.sessionId);
		},
		rowChanged(row) {
			inbox.notices.settled(row);
			parts.allowances.moved(row);
			parts.recorder.moved(row);
			parts.home.moved(row);
			if (row.kind !== "leg") inbox.notices.look(row.entryId);
			changed("journal");
		},
	};
}
