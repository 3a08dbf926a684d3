import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { transaction } from "./database.ts";

export const SEEN_ENTRIES_SQL = `
CREATE TABLE inbox (
	scope TEXT NOT NULL,
	entry_id TEXT NOT NULL,
	first_seen INTEGER NOT NULL,
	notified_for TEXT,
	PRIMARY KEY (scope, entry_id)
) STRICT;
`;

interface DeferredNotification {
	readonly entryId: string;
	readonly what: string;
}

/** Before what is not told yet, in the place of what is. */
const DEFERRED = "owed:";

const deferredColumns = z.object({ entry_id: z.string(), notified_for: z.string() });
const columns = z.object({ first_seen: z.number(), notified_for: z.string().nullable() });

/** When entries of the inbox were first seen, and their notifications, over the journal's database. */
export class SeenEntries {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #see: StatementSync;
	readonly #seen: StatementSync;
	readonly #notified: StatementSync;
	readonly #deferred: StatementSync;
	/** By scope; a time never changes, and is read at every drawing. */
	readonly #firstSeen = new Map<string, Map<string, number>>();

	/** @param now Unix ms */
	constructor(db: DatabaseSync, now: () => number) {
		this.#db = db;
		this.#now = now;
		this.#see = db.prepare("INSERT OR IGNORE INTO inbox (scope, entry_id, first_seen) VALUES (?, ?, ?)");
		this.#seen = db.prepare("SELECT first_seen, notified_for FROM inbox WHERE scope = ? AND entry_id = ?");
		this.#notified = db.prepare("UPDATE inbox SET notified_for = ? WHERE scope = ? AND entry_id = ?");
		this.#deferred = db.prepare(
			`SELECT entry_id, notified_for FROM inbox WHERE scope = ? AND notified_for LIKE '${DEFERRED}%' ORDER BY rowid`,
		);
	}

	/** Returns when this entry was first seen, which is stored at the first call. */
	firstSeen(scope: string, entryId: string): number {
		const known = this.#firstSeen.get(scope) ?? new Map<string, number>();
		this.#firstSeen.set(scope, known);
		const cached = known.get(entryId);
		if (cached !== undefined) return cached;
		try {
			this.#relaxed(() => this.#see.run(scope, entryId, this.#now()));
		} catch {
			// A full disk hides no entry: its time is stored once there is room.
			return this.#now();
		}
		const at = columns.parse(this.#seen.get(scope, entryId)).first_seen;
		known.set(entryId, at);
		return at;
	}

	/** Returns true once for each `what`: the caller then notifies. */
	notifyOnce(scope: string, entryId: string, what: string): boolean {
		const last = this.#lastNotified(scope, entryId);
		if (last === what) return false;
		if (last?.startsWith(DEFERRED)) this.#write(scope, entryId, what);
		else this.#relaxed(() => this.#write(scope, entryId, what));
		return true;
	}

	/** Whether it was notified, and is not owed. */
	wasNotified(scope: string, entryId: string, what: string): boolean {
		return this.#lastNotified(scope, entryId) === what;
	}

	/** Owes a notification, also to a later run of the app, until `notifyOnce`. One that was given stays given. */
	defer(scope: string, entryId: string, what: string): void {
		if (this.#lastNotified(scope, entryId) !== what) this.#write(scope, entryId, `${DEFERRED}${what}`);
	}

	/** Owed notifications, oldest first. */
	listDeferred(scope: string): readonly DeferredNotification[] {
		return deferredColumns
			.array()
			.parse(this.#deferred.all(scope))
			.map((row) => ({ entryId: row.entry_id, what: row.notified_for.slice(DEFERRED.length) }));
	}

	/**
	 * Writes without waiting for the disk: first sights and notifications are hints, not money. They may be lost with the
	 * power, never their order; waiting at each of a thousand entries would hold up everything else. What is owed is rare
	 * and durable, and so is that it was given, or a new start would notify again.
	 */
	#relaxed(write: () => void): void {
		this.#db.exec("PRAGMA synchronous = NORMAL");
		try {
			write();
		} finally {
			this.#db.exec("PRAGMA synchronous = FULL");
		}
	}

	#lastNotified(scope: string, entryId: string): string | null {
		const known = this.#seen.get(scope, entryId);
		return known === undefined ? null : columns.parse(known).notified_for;
	}

	#write(scope: string, entryId: string, what: string): void {
		transaction(this.#db, () => {
			this.#see.run(scope, entryId, this.#now());
			this.#notified.run(what, scope, entryId);
		});
	}
}
