import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../../core/app-error.ts";
import { type Message, message } from "../../core/message.ts";

/** Opens the app's SQLite files, and says in words what is wrong with one that can't be used. */

export type StorageErrorKind = "damaged" | "full" | "locked" | "denied" | "newer" | "older" | "failed";

const WORDS: Readonly<Record<StorageErrorKind, (file: string) => Message>> = {
	damaged: (file) => message("storage.damaged", { file }),
	full: (file) => message("storage.full", { file }),
	locked: (file) => message("storage.locked", { file }),
	denied: (file) => message("storage.denied", { file }),
	newer: (file) => message("storage.newer", { file }),
	older: (file) => message("storage.older", { file }),
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

/** Returns what `read` returns; `otherwise` if the disk fails. */
export function readOr<T, U>(read: () => T, otherwise: U): T | U {
	try {
		return read();
	} catch (cause) {
		if (cause instanceof StorageError) return otherwise;
		throw cause;
	}
}

/** Forms of a file by SQLite's `user_version`. */
export interface Schema {
	/** Version that the first migration leads to. A file of a lower one, or of none, is of an older form. */
	readonly firstVersion: number;
	/** Each is run once, in order, on a file of the version before it; the first makes an empty file. */
	readonly migrations: readonly string[];
}

export interface DatabaseOptions extends Schema {
	/** FULL: on disk before a transaction returns. NORMAL: the last moments may be lost with power, never the order. */
	readonly synchronous: "FULL" | "NORMAL";
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
const isEmpty = (db: DatabaseSync) => db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;

/** Returns how many of the migrations a file has run. Throws a StorageError for a newer or an older form. */
function migrationsRun(db: DatabaseSync, file: string, { firstVersion, migrations }: Schema): number {
	const version = versionOf(db);
	if (version === 0 && isEmpty(db)) return 0;
	const run = version - firstVersion + 1;
	if (run >= 1 && run <= migrations.length) return run;
	throw new StorageError(run < 1 ? "older" : "newer", file, {
		detail: `version ${version}, and not ${firstVersion} to ${firstVersion + migrations.length - 1}`,
	});
}

function migrate(db: DatabaseSync, { firstVersion, migrations }: Schema, run: number): void {
	for (const [index, sql] of migrations.entries()) {
		if (index < run) continue;
		transaction(db, () => {
			db.exec(sql);
			db.exec(`PRAGMA user_version = ${firstVersion + index}`);
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
		// A foreign file is not modified: both checks precede any write.
		const check = pragma(db, "quick_check(1)");
		if (check !== "ok") throw new StorageError("damaged", path, { detail: String(check) });
		const run = migrationsRun(db, path, options);
		db.exec("PRAGMA journal_mode = WAL");
		migrate(db, options, run);
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
