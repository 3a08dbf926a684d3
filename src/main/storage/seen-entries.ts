import type { DatabaseSync } from "node:sqlite";
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

/** When entries of the inbox were first seen, and what was told of them. */
export interface SeenEntries {
	/** When this entry was first seen; remembers it. */
	firstSeen(scope: string, entryId: string): number;
	/** True once for each `what`: the caller then notifies. */
	notifyOnce(scope: string, entryId: string, what: string): boolean;
	/** It was told, and is not owed. */
	wasNotified(scope: string, entryId: string, what: string): boolean;
	/** To be told later, also by a later run of the app: until `notifyOnce` says that it is told. Told before, it stays told. */
	owe(scope: string, entryId: string, what: string): void;
	/** What is still to be told, oldest first. */
	owed(scope: string): readonly Owed[];
}

interface Owed {
	readonly entryId: string;
	readonly what: string;
}

/** Before what is not told yet, in the place of what is. */
const OWED = "owed:";

const owedColumns = z.object({ entry_id: z.string(), notified_for: z.string() });
const columns = z.object({ first_seen: z.number(), notified_for: z.string().nullable() });

/** Over the journal's database. @param now Unix ms */
export function createSeenEntries(db: DatabaseSync, now: () => number): SeenEntries {
	const see = db.prepare("INSERT OR IGNORE INTO inbox (scope, entry_id, first_seen) VALUES (?, ?, ?)");
	const seen = db.prepare("SELECT first_seen, notified_for FROM inbox WHERE scope = ? AND entry_id = ?");
	const notified = db.prepare("UPDATE inbox SET notified_for = ? WHERE scope = ? AND entry_id = ?");
	const owed = db.prepare(
		`SELECT entry_id, notified_for FROM inbox WHERE scope = ? AND notified_for LIKE '${OWED}%' ORDER BY rowid`,
	);
	/** It never changes, and is asked for at every drawing. */
	const firstSeen = new Map<string, Map<string, number>>();

	/**
	 * What was seen and told is a hint, not money: it may be lost with the power, never the order. Waiting for the
	 * disk at each of a thousand entries would hold up everything else. What is owed is rare, and told by nobody else:
	 * that is on disk before anything hangs on it, and so is that it was told, or a start anew would tell it again.
	 */
	function relaxed(write: () => void): void {
		db.exec("PRAGMA synchronous = NORMAL");
		try {
			write();
		} finally {
			db.exec("PRAGMA synchronous = FULL");
		}
	}

	const lastNotified = (scope: string, entryId: string): string | null => {
		const known = seen.get(scope, entryId);
		return known === undefined ? null : columns.parse(known).notified_for;
	};
	const write = (scope: string, entryId: string, what: string) =>
		transaction(db, () => {
			see.run(scope, entryId, now());
			notified.run(what, scope, entryId);
		});

	return {
		firstSeen(scope, entryId) {
			const known = firstSeen.get(scope) ?? new Map<string, number>();
			firstSeen.set(scope, known);
			const cached = known.get(entryId);
			if (cached !== undefined) return cached;
			try {
				relaxed(() => see.run(scope, entryId, now()));
			} catch {
				// A disk that takes nothing more hides no entry: it is remembered once there is room.
				return now();
			}
			const at = columns.parse(seen.get(scope, entryId)).first_seen;
			known.set(entryId, at);
			return at;
		},
		notifyOnce(scope, entryId, what) {
			const last = lastNotified(scope, entryId);
			if (last === what) return false;
			if (last?.startsWith(OWED)) write(scope, entryId, what);
			else relaxed(() => write(scope, entryId, what));
			return true;
		},
		wasNotified: (scope, entryId, what) => lastNotified(scope, entryId) === what,
		owe(scope, entryId, what) {
			if (lastNotified(scope, entryId) !== what) write(scope, entryId, `${OWED}${what}`);
		},
		owed: (scope) =>
			owedColumns
				.array()
				.parse(owed.all(scope))
				.map((row) => ({ entryId: row.entry_id, what: row.notified_for.slice(OWED.length) })),
	};
}
