import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { UNSETTLED_SQL } from "./journal-sql.ts";
import { hasUnmergedLog } from "./set-aside.ts";

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
