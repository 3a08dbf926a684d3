import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type DatabaseOptions, openDatabase, StorageError } from "./database.ts";
import { UNSETTLED_SQL } from "./journal-sql.ts";

/** A database that this version can't use is renamed and never deleted; an empty one takes its place. */

type UnusedKind = "damaged" | "older";

export interface OpenedDatabase {
	readonly db: DatabaseSync;
	/** The file that was renamed; `null` if the database was opened as it was. */
	readonly setAside: { readonly kind: UnusedKind; readonly path: string } | null;
}

const isUnused = (kind: string, kinds: readonly UnusedKind[]): kind is UnusedKind =>
	kinds.some((each) => each === kind);

/** Returns a name that no file has. */
function nameFor(path: string, kind: UnusedKind, now: number): string {
	const name = `${path}.${kind}-${now}`;
	return existsSync(name) ? nameFor(path, kind, now + 1) : name;
}

/** True if changes of a database stand in its write-ahead log alone. */
const hasUnmergedLog = (path: string): boolean =>
	(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

function rename(path: string, kind: UnusedKind, now: number): string {
	// Closing it merged the log, unless another program has the file open. A log that is parted from its database loses
	// its rows, and the new database would read it as its own.
	if (kind === "older" && hasUnmergedLog(path))
		throw new StorageError("locked", path, { detail: "its write-ahead log was not merged" });
	const name = nameFor(path, kind, now);
	for (const end of ["", "-wal", "-shm"])
		if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${name}${end}`);
	return name;
}

/**
 * Opens a database. One of `kinds` is set aside and begun anew.
 * @param now Unix ms, for the name of what is set aside
 * @throws StorageError for any other failure
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

/** A journal of an older form that was set aside, by this run or an earlier one. */
export interface OlderJournal {
	readonly path: string;
	/** It holds an approval that is not over, or can't be read. */
	readonly isUnsettled: boolean;
}

function isUnsettled(path: string): boolean {
	if (hasUnmergedLog(path)) return true;
	const url = pathToFileURL(path);
	// Nothing is written, not even an index of the write-ahead log.
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

/** Lists the older journals beside this one that were set aside and not moved away since. */
export function olderJournals(journal: string): readonly OlderJournal[] {
	const start = `${basename(journal)}.older-`;
	return readdirSync(dirname(journal))
		.filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
		.toSorted()
		.map((name) => join(dirname(journal), name))
		.map((path) => ({ path, isUnsettled: isUnsettled(path) }));
}
