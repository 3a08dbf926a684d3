import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { AppError } from "../../core/app-error.ts";
import { type Message, message } from "../../core/localized-text.ts";

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

/**
 * Failure that affects the app's own files. `text` also explains what it means for the user's funds and what
 * to do.
 */
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

function asStorageError(error: unknown, file: string): unknown {
	if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
	const kind = KIND_OF_CODE[error.errcode & 0xff] ?? "failed";
	return new StorageError(kind, file, { detail: error.message, cause: error });
}

/** Runs `work` and converts SQLite's exceptions to a StorageError. */
export function safely<T>(db: DatabaseSync, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw asStorageError(error, db.location() ?? "memory");
	}
}

/** Returns a parser for rows that have a snake_case column for each field. The rows may have more columns. */
export function rowParser<Shape extends z.ZodRawShape>(fields: Shape) {
	const schema = z.object(fields);
	const columns = Object.keys(fields).map((field) => {
		const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		return [field, column] as const;
	});
	return (row: Readonly<Record<string, unknown>> | undefined) =>
		schema.parse(Object.fromEntries(columns.map(([field, column]) => [field, row?.[column]])));
}

/** STRICT tables have no booleans. */
export const flag = z.number().transform((value) => value === 1);

export const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
	z.string().transform((text, context): z.infer<Schema> => {
		try {
			return schema.parse(JSON.parse(text));
		} catch {
			context.addIssue({ code: "custom", message: "not readable" });
			return z.NEVER;
		}
	});

export function readOr<T, U>(read: () => T, otherwise: U): T | U {
	try {
		return read();
	} catch (cause) {
		if (cause instanceof StorageError) return otherwise;
		throw cause;
	}
}

export interface Schema {
	/** `user_version` after the first migration. A file with a lower version has an older schema. */
	readonly firstVersion: number;
	/** Each migration runs once, in order. The first creates the tables in an empty file. */
	readonly migrations: readonly string[];
}

export interface DatabaseOptions extends Schema {
	/** FULL survives a power failure. NORMAL may lose the latest transactions but preserves their order. */
	readonly synchronous: "FULL" | "NORMAL";
}

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

/** Throws a StorageError if the file's schema is newer or older than the migrations. */
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

/** SQLite gives `-wal` and `-shm` the same mode as the main file (sqlite.org/wal.html). */
function closeToOthers(path: string): void {
	closeSync(openSync(path, "a", 0o600));
	for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}

export function openDatabase(path: string, options: DatabaseOptions): DatabaseSync {
	let db: DatabaseSync | undefined;
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		closeToOthers(path);
		db = new DatabaseSync(path, { timeout: 2_000, defensive: true });
		db.exec(`PRAGMA cache_size = -16384; PRAGMA synchronous = ${options.synchronous};`);
		// Both checks run before any write, so a foreign file isn't modified.
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
