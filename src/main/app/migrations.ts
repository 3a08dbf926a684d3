import { ACTIVITY_RECORDS_MIGRATION } from "../activity/record-store.ts";
import { CONTACTS_MIGRATION } from "../address-book/contacts.ts";
import { MET_ALLOWANCES_MIGRATION } from "../allowances/met-allowances.ts";
import { TYPED_TEXTS_MIGRATION } from "../conversations/log/typed-texts.ts";
import { RULES_MIGRATION } from "../rules/rules-store.ts";
import { COHORTS_MIGRATION } from "../storage/cohorts.ts";
import { COMMITTED_REQUESTS_MIGRATION } from "../storage/committed-requests.ts";
import { INTENTS_MIGRATION } from "../storage/intents.ts";
import {
	JOURNAL_ATTEMPTS_MIGRATION,
	JOURNAL_KINDS_MIGRATION,
	JOURNAL_MIGRATION,
	JOURNAL_SESSIONS_MIGRATION,
} from "../storage/journal-sql.ts";
import { MET_CODES_MIGRATION } from "../storage/met-codes.ts";
import { inReleasedOrder } from "../storage/migrations.ts";

/** What journal.db went through. Each migration says itself where it stands; the order here means nothing. */
export const JOURNAL_MIGRATIONS: readonly string[] = inReleasedOrder([
	ACTIVITY_RECORDS_MIGRATION,
	COHORTS_MIGRATION,
	COMMITTED_REQUESTS_MIGRATION,
	CONTACTS_MIGRATION,
	INTENTS_MIGRATION,
	JOURNAL_ATTEMPTS_MIGRATION,
	JOURNAL_KINDS_MIGRATION,
	JOURNAL_MIGRATION,
	JOURNAL_SESSIONS_MIGRATION,
	MET_ALLOWANCES_MIGRATION,
	MET_CODES_MIGRATION,
	RULES_MIGRATION,
	TYPED_TEXTS_MIGRATION,
]);
