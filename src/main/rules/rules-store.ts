import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError, transaction } from "../storage/database.ts";

/** The user's rules, in journal.db: each saved version stays, so that what was in force when can be told. */

export const RULES_SQL = `
CREATE TABLE rules (
	version INTEGER PRIMARY KEY,
	saved_at INTEGER NOT NULL,
	rules TEXT NOT NULL
) STRICT;
`;

interface SavedRules {
	/** Counted from 1. */
	readonly version: number;
	/** Unix ms. */
	readonly savedAt: number;
	/** JSON. */
	readonly rules: string;
}

export interface RulesStore {
	/** The JSON text that was saved last; null where none ever was. Throws a StorageError. */
	latest(): string | null;
	/** Of the one that was saved last; 0 where none ever was. Throws a StorageError. */
	version(): number;
	/** All that were ever in force, the newest first. Throws a StorageError. */
	versions(): readonly SavedRules[];
	/** A new version, durable when it returns. Throws a StorageError. */
	save(rules: string): void;
}

const columns = z.object({ version: z.number(), saved_at: z.number(), rules: z.string() });

function toSaved(raw: unknown): SavedRules {
	const row = columns.parse(raw);
	return { version: row.version, savedAt: row.saved_at, rules: row.rules };
}

/** Every drawing of a review asks for the rules: what was read stands until this one writes. */
export function createRulesStore(db: DatabaseSync, ports: { readonly now: () => number }): RulesStore {
	const last = db.prepare("SELECT * FROM rules ORDER BY version DESC LIMIT 1");
	const every = db.prepare("SELECT * FROM rules ORDER BY version DESC");
	const insert = db.prepare(
		"INSERT INTO rules (version, saved_at, rules) SELECT coalesce(max(version), 0) + 1, ?, ? FROM rules",
	);
	let known: { readonly saved: SavedRules | null } | null = null;

	function reading<T>(read: () => T): T {
		try {
			return read();
		} catch (error) {
			throw asStorageError(error, db.location() ?? "memory");
		}
	}

	function latest(): SavedRules | null {
		known ??= reading(() => {
			const raw = last.get();
			return { saved: raw === undefined ? null : toSaved(raw) };
		});
		return known.saved;
	}

	return {
		latest: () => latest()?.rules ?? null,
		version: () => latest()?.version ?? 0,
		versions: () => reading(() => every.all().map(toSaved)),
		save(rules) {
			try {
				transaction(db, () => insert.run(ports.now(), rules));
			} finally {
				known = null;
			}
		},
	};
}
