import type { Cursors } from "./cursors.ts";
import type { SessionLog, SessionRow } from "./log.ts";
import { type OddityName, oddEvent, oddPage } from "./oddities.ts";
import { Problem } from "./problem.ts";

/** Builds event pages from the log: events as they were stored, and the views of commits that changed. */

export interface Page {
	/** The EventPage as JSON text. */
	readonly text: string;
	/** Number of events and commit changes. */
	readonly count: number;
	/** Start of the next page. */
	readonly position: number;
	readonly hasMore: boolean;
	readonly commitIds: readonly string[];
}

export class Pages {
	readonly #log: SessionLog;
	readonly #cursors: Cursors;
	/** Returns a commit's view as JSON text; `null` if it no longer exists. */
	readonly #commit: (commitId: string) => string | null;
	readonly #pageSize: () => number;
	readonly #oddities: () => readonly OddityName[];

	constructor(
		log: SessionLog,
		cursors: Cursors,
		commit: (commitId: string) => string | null,
		pageSize: () => number,
		oddities: () => readonly OddityName[],
	) {
		this.#oddities = oddities;
		this.#log = log;
		this.#cursors = cursors;
		this.#commit = commit;
		this.#pageSize = pageSize;
	}

	/** @throws Problem 404 */
	session(sessionId: string): SessionRow {
		const session = this.#log.session(sessionId);
		if (session === null) throw new Problem(404, "session_not_found", "There is no such session.");
		return session;
	}

	/** @throws Problem 400 `invalid_cursor`, 410 `cursor_expired` */
	positionOf(session: SessionRow, cursor: string | null): number {
		return cursor === null ? 0 : this.#cursors.read(session, cursor);
	}

	after(session: SessionRow, position: number): Page {
		const size = this.#pageSize();
		const found = this.#log.entries(session.id, position, size + 1);
		const entries = found.slice(0, size);
		const odd = this.#oddities();
		const events = entries.flatMap(({ event }) => (event === null ? [] : [oddEvent(odd, event)]));
		const changed = new Set(entries.flatMap(({ commitId }) => (commitId === null ? [] : [commitId])));
		const views = [...changed].flatMap((commitId) => this.#commit(commitId) ?? []);
		const end = entries.at(-1)?.position ?? position;
		const cursor = this.#cursors.make(session, end);
		const head = `{"session_id":${JSON.stringify(session.id)},"cursor":"${cursor}"`;
		const tail = views.length === 0 ? "" : `,"commits":[${views.join(",")}]`;
		const hasMore = found.length > size;
		return {
			text: oddPage(odd, `${head},"events":[${events.join(",")}],"has_more":${hasMore}${tail}}`),
			count: entries.length,
			position: end,
			hasMore,
			commitIds: [...changed],
		};
	}
}
