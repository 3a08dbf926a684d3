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

/** Prefix for a deferred notification. */
const DEFERRED = "owed:";

const deferredColumns = z.object({ entry_id: z.string(), notified_for: z.string() });
const columns = z.object({ first_seen: z.number(), notified_for: z.string().nullable() });

export class SeenEntries {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #see: StatementSync;
	readonly #seen: StatementSync;
	readonly #notified: StatementSync;
	readonly #deferred: StatementSync;
	/** When each entry was first seen, by scope. These times never change and are read on every render. */
	readonly #firstSeen = new Map<string, Map<string, number>>();

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

	firstSeen(scope: string, entryId: string): number {
		const known = this.#firstSeen.get(scope) ?? new Map<string, number>();
		this.#firstSeen.set(scope, known);
		const cached = known.get(entryId);
		if (cached !== undefined) return cached;
		try {
			this.#relaxed(() => this.#see.run(scope, entryId, this.#now()));
		} catch {
			// An entry must appear even if the disk is full. Its time is stored later.
			return this.#now();
		}
		const at = columns.parse(this.#seen.get(scope, entryId)).first_seen;
		known.set(entryId, at);
		return at;
	}

	/** Returns `true` only for the first call with `what`. The caller then notifies the user. */
	notifyOnce(scope: string, entryId: string, what: string): boolean {
		const last = this.#lastNotified(scope, entryId);
		if (last === what) return false;
		if (last?.startsWith(DEFERRED)) this.#write(scope, entryId, what);
		else this.#relaxed(() => this.#write(scope, entryId, what));
		return true;
	}

	wasNotified(scope: string, entryId: string, what: string): boolean {
		return this.#lastNotified(scope, entryId) === what;
	}

	/**
	 * Defers a notification until `notifyOnce` is called, even across restarts. Does nothing if the
	 * notification was already shown.
	 */
	defer(scope: string, entryId: string, what: string): void {
		if (this.#lastNotified(scope, entryId) !== what) this.#write(scope, entryId, `${DEFERRED}${what}`);
	}

	listDeferred(scope: string): readonly DeferredNotification[] {
		return deferredColumns
			.array()
			.parse(this.#deferred.all(scope))
			.map((row) => ({ entryId: row.entry_id, what: row.notified_for.slice(DEFERRED.length) }));
	}

	/**
	 * Syncing each of a thousand entries would block the app, and losing these writes does no harm.
	 * Deferred notifications are written durably.
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
