import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Contacts } from "../address-book/contacts.ts";
import { TypedTexts } from "../conversations/log/typed-texts.ts";
import type { Ports } from "../ports.ts";
import { SeenAllowances } from "../powers/seen-allowances.ts";
import { RulesStore } from "../rules/rules-store.ts";
import { AgentStore } from "../storage/agent-store.ts";
import { Intents } from "../storage/intents.ts";
import { JournalCache } from "../storage/journal-cache.ts";
import { type Journal, JournalDb } from "../storage/journal-db.ts";
import { openLog } from "../storage/log-db.ts";
import { SeenCodes } from "../storage/seen-codes.ts";
import { type OlderJournal, olderJournals, openOrSetAside } from "../storage/set-aside.ts";
import { JOURNAL_SCHEMA } from "./journal-schema.ts";

export interface Stores {
	readonly journalDb: DatabaseSync;
	readonly logDb: DatabaseSync;
	readonly journal: Journal;
	readonly intents: Intents;
	readonly rules: RulesStore;
	readonly contacts: Contacts;
	readonly agents: AgentStore;
	readonly seenAllowances: SeenAllowances;
	readonly typed: TypedTexts;
	readonly codes: SeenCodes;
	/** Older journals to report: one that was just set aside, and earlier ones with unsettled rows. */
	readonly olderJournals: readonly OlderJournal[];
	readonly logSetAside: "damaged" | "older" | null;
	readonly close: () => void;
}

export function openStores(ports: Pick<Ports, "clock" | "onJournalStep">, dataDir: string): Stores {
	const now = () => ports.clock.now();
	const journalPath = join(dataDir, "journal.db");
	const { db: journalDb, setAside } = openOrSetAside(
		journalPath,
		{ synchronous: "FULL", ...JOURNAL_SCHEMA },
		{ kinds: ["older"], now: now() },
	);
	const older = olderJournals(journalPath);
	const log = openLog(join(dataDir, "log.db"), now());
	return {
		journalDb,
		logDb: log.db,
		journal: new JournalCache(
			new JournalDb(journalDb, {
				now,
				hasOlderUnsettled: older.some(({ isUnsettled }) => isUnsettled),
				...(ports.onJournalStep === undefined ? {} : { onStep: ports.onJournalStep }),
			}),
		),
		intents: new Intents(journalDb, now),
		rules: new RulesStore(journalDb, ports.clock),
		contacts: new Contacts(journalDb, ports.clock),
		agents: new AgentStore(journalDb, now),
		seenAllowances: new SeenAllowances(journalDb, ports.clock),
		typed: new TypedTexts(journalDb),
		codes: new SeenCodes(journalDb, now),
		olderJournals: older.filter(({ path, isUnsettled }) => isUnsettled || path === setAside?.path),
		logSetAside: log.setAside?.kind ?? null,
		close() {
			journalDb.close();
			log.db.close();
		},
	};
}
