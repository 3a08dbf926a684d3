import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../../core/app-error.ts";
import { type Message, message } from "../../core/message.ts";

/** Opens the app's SQLite files, and says in words what is wrong with one that can't be used. */

export type StorageErrorKind = "damaged" | "full" | "locked" | "denied" | "newer" | "failed";

const WORDS: Readonly<Record<StorageErrorKind, (file: string) => Message>> = {
	damaged: (file) => message("storage.damaged", { file }),
	full: (file) => message("storage.full", { file }),
	locked: (file) => message("storage.locked", { file }),
	denied: (file) => message("storage.denied", { file }),
	newer: (file) => message("storage.newer", { file }),
	failed: (file) => message("storage.failed", { file }),
};

/** A failure of the app's own files. `text` is for people: what happened, what it means for funds, what to do. */
export class StorageError extends AppError {
	override readonly name = "StorageError";
	readonly kind: StorageErrorKind;
	readonly file: string;

	constructor(kind: StorageErrorKind, file: string, facts: { detail: string; cause?: unknown }) {
		super(WORDS[kind](file), { cause: facts.cause });
		this.message = `${kind} ${file}: ${facts.detail}`;
		this.kind = kind;
		this.file = file;
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

const versionOf = (db: DatabaseSync) => Number(pragma(db, "user_version"));

function refuseNewer(db: DatabaseSync, file: string, migrations: readonly string[]): void {
	const version = versionOf(db);
	if (version > migrations.length)
		throw new StorageError("newer", file, { detail: `version ${version} of ${migrations.length}` });
}

function migrate(db: DatabaseSync, migrations: readonly string[]): void {
	const version = versionOf(db);
	for (const [index, sql] of migrations.entries()) {
		if (index < version) continue;
		transaction(db, () => {
			db.exec(sql);
			db.exec(`PRAGMA user_version = ${index + 1}`);
		});
	}
}

/**
 * The file and what SQLite keeps beside it are their owner's alone. SQLite gives its write-ahead log and the index of
 * it the mode of the file (sqlite.org/wal.html), so that has to be right before it is opened.
 */
function closeToOthers(path: string): void {
	closeSync(openSync(path, "a", 0o600));
	for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}

/**
 * Opens (or makes) a database: write-ahead log, checked for damage, brought to the newest version.
 * @throws StorageError
 */
export function openDatabase(path: string, options: DatabaseOptions): DatabaseSync {
	let db: DatabaseSync | undefined;
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		closeToOthers(path);
		db = new DatabaseSync(path, { timeout: 2_000, defensive: true });
		db.exec(`PRAGMA cache_size = -16384; PRAGMA synchronous = ${options.synchronous};`);
		// What is not ours to write is not written: no byte of it changes before both are known.
		const check = pragma(db, "quick_check(1)");
		if (check !== "ok") throw new StorageError("damaged", path, { detail: String(check) });
		refuseNewer(db, path, options.migrations);
		db.exec("PRAGMA journal_mode = WAL");
		migrate(db, options.migrations);
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
