import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Opens the app's SQLite files, and says in words what is wrong with one that can't be used. */

export type StorageErrorKind = "damaged" | "full" | "locked" | "denied" | "newer" | "failed";

const WORDS: Readonly<Record<StorageErrorKind, (file: string) => string>> = {
	damaged: (file) =>
		`The file ${file} is damaged. It is left as it is and nothing is signed; no funds have moved by this. Restore it from a backup, or keep it safe and ask for help before removing it.`,
	full: (file) =>
		`The disk is full: ${file} can't be written, so nothing is signed or handed in until there is space. Nothing that was recorded is lost. Free some space; Countersign goes on by itself.`,
	locked: (file) =>
		`The file ${file} is in use by another program. Nothing was written and no funds are touched. Close the other Countersign, then try again.`,
	denied: (file) =>
		`The file ${file} can't be opened or written. Nothing was written and no funds are touched. Check the folder and its permissions, then start again.`,
	newer: (file) =>
		`The file ${file} was written by a newer Countersign. It is left as it is; no funds are touched. Install the newer version.`,
	failed: (file) =>
		`The file ${file} could not be used. What was recorded before stands; nothing further was written. Start Countersign again; if it stays so, keep the file and ask for help.`,
};

/** A failure of the app's own files. `words` is for people: what happened, what it means for funds, what to do. */
export class StorageError extends Error {
	override readonly name = "StorageError";
	readonly kind: StorageErrorKind;
	readonly file: string;
	readonly words: string;

	constructor(kind: StorageErrorKind, file: string, facts: { detail: string; cause?: unknown }) {
		super(`${kind} ${file}: ${facts.detail}`, { cause: facts.cause });
		this.kind = kind;
		this.file = file;
		this.words = WORDS[kind](file);
	}
}

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const KIND_OF_CODE: Readonly<Record<number, StorageErrorKind>> = {
	3: "denied",
	5: "locked",
	6: "locked",
	8: "denied",
	10: "failed",
	11: "damaged",
	13: "full",
	14: "denied",
	23: "denied",
	26: "damaged",
};

/** Any error of SQLite as a StorageError; others stay what they are. */
export function asStorageError(error: unknown, file: string): unknown {
	if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
	const kind = KIND_OF_CODE[error.errcode & 0xff] ?? "failed";
	return new StorageError(kind, file, { detail: error.message, cause: error });
}

export interface DatabaseOptions {
	/** FULL: on disk before a transaction returns. NORMAL: the last moments may be lost with power, never the order. */
	readonly synchronous: "FULL" | "NORMAL";
	/** Each is run once, in order, and never changed afterwards. */
	readonly migrations: readonly string[];
}

/** All or nothing. Errors of SQLite leave as StorageErrors. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
	const file = db.location() ?? "memory";
	try {
		db.exec("BEGIN IMMEDIATE");
		const result = work();
		db.exec("COMMIT");
		return result;
	} catch (error) {
		if (db.isTransaction) db.exec("ROLLBACK");
		throw asStorageError(error, file);
	}
}

function pragma(db: DatabaseSync, name: string): unknown {
	const row = db.prepare(`PRAGMA ${name}`).get();
	return row === undefined ? undefined : Object.values(row)[0];
}

function migrate(db: DatabaseSync, file: string, migrations: readonly string[]): void {
	const version = Number(pragma(db, "user_version"));
	if (version > migrations.length)
		throw new StorageError("newer", file, { detail: `version ${version} of ${migrations.length}` });
	for (const [index, sql] of migrations.entries()) {
		if (index < version) continue;
		transaction(db, () => {
			db.exec(sql);
			db.exec(`PRAGMA user_version = ${index + 1}`);
		});
	}
}

/**
 * Opens (or makes) a database: write-ahead log, checked for damage, brought to the newest version.
 * @throws StorageError
 */
export function openDatabase(path: string, options: DatabaseOptions): DatabaseSync {
	let db: DatabaseSync | undefined;
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		db = new DatabaseSync(path, { timeout: 2_000, defensive: true });
		db.exec(
			`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.synchronous}; PRAGMA cache_size = -16384;`,
		);
		const check = pragma(db, "quick_check(1)");
		if (check !== "ok") throw new StorageError("damaged", path, { detail: String(check) });
		migrate(db, path, options.migrations);
		chmodSync(path, 0o600);
		return db;
	} catch (error) {
		db?.close();
		if (error instanceof StorageError) throw error;
		if (
			error instanceof Error &&
			"code" in error &&
			typeof error.code === "string" &&
			/^E[A-Z]+$/.test(error.code)
		)
			throw new StorageError(error.code === "ENOSPC" ? "full" : "denied", path, {
				detail: error.code,
				cause: error,
			});
		throw asStorageError(error, path);
	}
}
