import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type DatabaseOptions, openDatabase, StorageError } from "./database.ts";
import { UNSETTLED_SQL } from "./journal-sql.ts";

type UnusedKind = "damaged" | "older";

export interface OpenedDatabase {
	readonly db: DatabaseSync;
	readonly setAside: { readonly kind: UnusedKind; readonly path: string } | null;
}

const isUnused = (kind: string, kinds: readonly UnusedKind[]): kind is UnusedKind =>
	kinds.some((each) => each === kind);

function nameFor(path: string, kind: UnusedKind, now: number): string {
	const name = `${path}.${kind}-${now}`;
	return existsSync(name) ? nameFor(path, kind, now + 1) : name;
}

/** Returns whether the write-ahead log has changes that aren't in the database file. */
const hasUnmergedLog = (path: string): boolean =>
	(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

function rename(path: string, kind: UnusedKind, now: number): string {
	// Closing the file merges the log, unless another program has the file open. The new database would then
	// load the old log.
	if (kind === "older" && hasUnmergedLog(path))
		throw new StorageError("locked", path, { detail: "its write-ahead log was not merged" });
	const name = nameFor(path, kind, now);
	for (const end of ["", "-wal", "-shm"])
		if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${name}${end}`);
	return name;
}

/**
 * If a file is unusable, renames it instead of deleting it, and creates an empty one.
 * @param now Unix ms, used for the new name
 */
export function openOrSetAside(
	path: string,
	options: DatabaseOptions,
	{ kinds, now }: { readonly kinds: readonly UnusedKind[]; readonly now: number },
): OpenedDatabase {
	try {
		return { db: openDatabase(path, options), setAside: null };
	} catch (error) {
		if (!(error instanceof StorageError) || !isUnused(error.kind, kinds)) throw error;
		const aside = rename(path, error.kind, now);
		return { db: openDatabase(path, options), setAside: { kind: error.kind, path: aside } };
	}
}

export interface OlderJournal {
	readonly path: string;
	/** Also `true` if the file is unreadable. */
	readonly isUnsettled: boolean;
}

function isUnsettled(path: string): boolean {
	if (hasUnmergedLog(path)) return true;
	const url = pathToFileURL(path);
	// Prevents all writes, even to the write-ahead log's index.
	url.searchParams.set("immutable", "1");
	let db: DatabaseSync | undefined;
	try {
		db = new DatabaseSync(url, { readOnly: true });
		return db.prepare(`SELECT 1 FROM journal WHERE ${UNSETTLED_SQL} LIMIT 1`).get() !== undefined;
	} catch {
		return true;
	} finally {
		db?.close();
	}
}

export function olderJournals(journal: string): readonly OlderJournal[] {
	const start = `${basename(journal)}.older-`;
	return readdirSync(dirname(journal))
		.filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
		.toSorted()
		.map((name) => join(dirname(journal), name))
		.map((path) => ({ path, isUnsettled: isUnsettled(path) }));
}
