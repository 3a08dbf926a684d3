import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

/** Opens the service's only database file, which survives a restart or a kill. */

const SCHEMA = `
	CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
	CREATE TABLE IF NOT EXISTS sessions (
		id TEXT PRIMARY KEY,
		title TEXT,
		archived INTEGER NOT NULL DEFAULT 0,
		updated_at INTEGER NOT NULL,
		sequence INTEGER NOT NULL DEFAULT 0,
		position INTEGER NOT NULL DEFAULT 0,
		cursor_epoch INTEGER NOT NULL DEFAULT 0,
		subject TEXT
	) STRICT;
	CREATE TABLE IF NOT EXISTS journal (
		session_id TEXT NOT NULL,
		position INTEGER NOT NULL,
		event TEXT,
		commit_id TEXT,
		PRIMARY KEY (session_id, position)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS turns (
		turn_id TEXT NOT NULL,
		session_id TEXT NOT NULL,
		state TEXT NOT NULL,
		PRIMARY KEY (session_id, turn_id)
	) STRICT;
	CREATE TABLE IF NOT EXISTS commits (
		commit_id TEXT PRIMARY KEY,
		session_id TEXT NOT NULL,
		state TEXT NOT NULL,
		record TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS actions (
		action_id TEXT PRIMARY KEY,
		session_id TEXT NOT NULL,
		state TEXT NOT NULL,
		record TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS answers (
		key TEXT PRIMARY KEY,
		session_id TEXT NOT NULL,
		answer TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS idempotency (
		key TEXT PRIMARY KEY,
		hash TEXT NOT NULL,
		session_id TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS records (
		id INTEGER PRIMARY KEY,
		kind TEXT NOT NULL,
		record TEXT NOT NULL
	) STRICT;
`;

export interface Database {
	readonly sql: DatabaseSync;
	/** Runs work in a transaction; nested calls join the outer one. */
	transaction<T>(work: () => T): T;
	close(): void;
}

/** Caches compiled statements, so that the service stays fast under load. */
function cacheStatements(sql: DatabaseSync): void {
	const compiled = new Map<string, StatementSync>();
	const compile = sql.prepare.bind(sql);
	sql.prepare = (text) => {
		const known = compiled.get(text);
		if (known !== undefined) return known;
		const made = compile(text);
		compiled.set(text, made);
		return made;
	};
}

export function openDatabase(dataDir: string): Database {
	mkdirSync(dataDir, { recursive: true });
	const sql = new DatabaseSync(join(dataDir, "service.db"));
	sql.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
	sql.exec(SCHEMA);
	cacheStatements(sql);
	let depth = 0;
	return {
		sql,
		transaction(work) {
			if (depth > 0) return work();
			sql.exec("BEGIN IMMEDIATE");
			depth += 1;
			try {
				const result = work();
				sql.exec("COMMIT");
				return result;
			} catch (error) {
				sql.exec("ROLLBACK");
				throw error;
			} finally {
				depth -= 1;
			}
		},
		close: () => sql.close(),
	};
}
