import { ACTIVITY_RECORDS_SQL } from "../activity/record-store.ts";
import { CONTACTS_SQL } from "../address-book/contacts.ts";
import { TYPED_TEXTS_SQL } from "../conversations/log/typed-texts.ts";
import { SEEN_ALLOWANCES_SQL } from "../powers/seen-allowances.ts";
import { RULES_SQL } from "../rules/rules-store.ts";
import { AGENTS_SQL } from "../storage/agent-store.ts";
import { BUILD_COMMITS_SQL, BUILD_MODES_SQL } from "../storage/build-commits.ts";
import { COMMITTED_REQUESTS_SQL } from "../storage/committed-requests.ts";
import type { Schema } from "../storage/database.ts";
import { INTENTS_SQL } from "../storage/intents.ts";
import { JOURNAL_SQL } from "../storage/journal-sql.ts";
import { PROPOSALS_SQL } from "../storage/proposals.ts";
import { SEEN_CODES_SQL } from "../storage/seen-codes.ts";
import { SEEN_ENTRIES_SQL } from "../storage/seen-entries.ts";

const TABLES = [
	ACTIVITY_RECORDS_SQL,
	BUILD_COMMITS_SQL,
	COMMITTED_REQUESTS_SQL,
	CONTACTS_SQL,
	INTENTS_SQL,
	JOURNAL_SQL,
	SEEN_ALLOWANCES_SQL,
	SEEN_CODES_SQL,
	RULES_SQL,
	SEEN_ENTRIES_SQL,
	TYPED_TEXTS_SQL,
].join("");

/** The SQL of a released version never changes. Add new migrations at the end. */
export const JOURNAL_SCHEMA: Schema = {
	firstVersion: 15,
	migrations: [TABLES, PROPOSALS_SQL + AGENTS_SQL, BUILD_MODES_SQL],
};
