import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { createTypedTexts, type TypedTexts } from "../conversations/log/typed-texts.ts";
import type { Ports } from "../ports.ts";
import { openDatabase } from "../storage/database.ts";
import { createIntents, type Intents } from "../storage/intents.ts";
import { cachedJournal } from "../storage/journal-cache.ts";
import { createJournal, type Journal } from "../storage/journal-db.ts";
import { openLog } from "../storage/log-db.ts";
import { JOURNAL_MIGRATIONS } from "./migrations.ts";

export interface Stores {
	readonly journalDb: DatabaseSync;
	readonly logDb: DatabaseSync;
	readonly journal: Journal;
	readonly intents: Intents;
	/** What the user typed in the composer. */
	readonly typed: TypedTexts;
	/** The log was damaged, and is begun anew. */
	readonly isLogNew: boolean;
	readonly close: () => void;
}

/** Opens what the app keeps. Throws a StorageError where the journal can't be opened. */
export function openStores(ports: Pick<Ports, "clock" | "onJournalStep">, dataDir: string): Stores {
	const now = () => ports.clock.now();
	const journalDb = openDatabase(join(dataDir, "journal.db"), {
		synchronous: "FULL",
		migrations: JOURNAL_MIGRATIONS,
	});
	const log = openLog(join(dataDir, "log.db"), now());
	return {
		journalDb,
		logDb: log.db,
		journal: cachedJournal(
			createJournal(journalDb, {
				now,
				...(ports.onJournalStep === undefined ? {} : { onStep: ports.onJournalStep }),
			}),
		),
		intents: createIntents(journalDb, { now }),
		typed: createTypedTexts(journalDb),
		isLogNew: log.setAside !== null,
		close() {
			journalDb.close();
			log.db.close();
		},
	};
}
