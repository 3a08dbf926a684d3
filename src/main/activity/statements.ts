import type { ActivityRecord } from "../../core/activity/records.ts";
import { entryOfRecord, entryOfRow } from "../../core/activity/row-entries.ts";
import {
	type StatementEntry,
	type StatementWeek,
	statementOf,
	thisWeek,
} from "../../core/activity/statement.ts";
import { beforeThisWeek } from "../../core/activity/week.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { RecordStore } from "./record-store.ts";
import type { PriceMemory } from "./seen-prices.ts";

/**
 * The statement by week, app and conversation, of everything that Activity holds. Home shows the running week of the same
 * sums (`statementOfThisWeek`), so that no two places of the app count differently.
 */

export interface StatementDeps {
	readonly journal: Pick<Journal, "rows" | "stepRowsOf">;
	readonly records: Pick<RecordStore, "list">;
	readonly seenPrices: Pick<PriceMemory, "of">;
	/** Whoever is signed in. */
	account(): { readonly scope: string };
}

/** No limit, as SQLite spells it. */
const EVERY = -1;
/** Longer weeks than this are counted from the whole journal: it is what the journal remembers a list of. */
const RECENT = 1_000;

/** A rejection that the service did not take refused nothing: its request waits again. */
const isUndelivered = (body: ActivityRecord): boolean =>
	body.kind === "rejected" && (body.arrival === "changed" || body.arrival === "failed");

/** @param since of those of before nothing is needed, Unix ms; null: all. Throws a StorageError. */
function entriesSince(deps: StatementDeps, since: number | null): readonly StatementEntry[] {
	const { scope } = deps.account();
	const isWanted = (at: number) => since === null || at >= since;
	const recent = since === null ? [] : deps.journal.rows(scope, RECENT);
	const oldest = recent.at(-1);
	const isWhole = since !== null && (recent.length < RECENT || (oldest?.approvedAt ?? 0) < since);
	const rows = isWhole ? recent : deps.journal.rows(scope, EVERY);
	const approved = rows
		.filter(({ approvedAt }) => isWanted(approvedAt))
		.map((row) =>
			entryOfRow(row, row.kind === "action" ? deps.journal.stepRowsOf(row.id) : [], deps.seenPrices.of),
		);
	const others = deps.records
		.list(scope)
		.filter(({ at, body }) => isWanted(at) && !isUndelivered(body))
		.map(({ at, body }) => entryOfRecord(body, at));
	return [...approved, ...others];
}

/** Every week, the newest first. Throws a StorageError. @param timeZone as the IANA names it */
export const wholeStatement = (deps: StatementDeps, timeZone: string): readonly StatementWeek[] =>
	statementOf(entriesSince(deps, null), timeZone);

/** The running week; null where nothing was in it. Throws a StorageError. @param now Unix ms */
export const statementOfThisWeek = (
	deps: StatementDeps,
	now: number,
	timeZone: string,
): StatementWeek | null => thisWeek(entriesSince(deps, beforeThisWeek(now)), now, timeZone);
