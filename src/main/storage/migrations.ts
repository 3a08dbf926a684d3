import { CONTACTS_SQL } from "./contacts.ts";
import { INTENTS_SQL } from "./intents.ts";
import { JOURNAL_ATTEMPTS_SQL, JOURNAL_KINDS_SQL, JOURNAL_SESSIONS_SQL, JOURNAL_SQL } from "./journal-sql.ts";
import { MET_ALLOWANCES_SQL } from "./met-allowances.ts";
import { RULES_SQL } from "./rules-store.ts";

/** What journal.db went through, in order; none is ever changed once it was released. */
export const JOURNAL_MIGRATIONS: readonly string[] = [
	JOURNAL_SQL,
	INTENTS_SQL,
	JOURNAL_KINDS_SQL,
	JOURNAL_SESSIONS_SQL,
	RULES_SQL,
	CONTACTS_SQL,
	MET_ALLOWANCES_SQL,
	JOURNAL_ATTEMPTS_SQL,
];
