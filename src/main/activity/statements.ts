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

/** No limit, as SQLite spells it. */
const EVERY = -1;
/** Longer weeks than this are counted from the whole journal: it is what the journal remembers a list of. */
const RECENT = 1_000;

/** A rejection that the service did not take refused nothing: its request waits again. */
const isUndelivered = (body: ActivityRecord): boolean =>
	body.kind === "rejected" && (body.arrival === "changed" || body.arrival === "failed");

/** @param since of those of before nothing is needed, Unix ms; null: all. Throws a StorageError. */
function entriesSince(
	app: {
		readonly stores: { readonly journal: Pick<Journal, "rows" | "stepRowsOf"> };
		readonly activity: {
			readonly records: Pick<RecordStore, "list">;
			readonly seenPrices: Pick<PriceMemory, "of">;
		};
		readonly signedIn: { current(): { readonly scope: string } };
	},
	since: number | null,
): readonly StatementEntry[] {
	const { records, seenPrices } = app.activity;
	const { journal } = app.stores;
	const { scope } = app.signedIn.current();
	const isWanted = (at: number) => since === null || at >= since;
	const recent = since === null ? [] : journal.rows(scope, RECENT);
	const oldest = recent.at(-1);
	const isWhole = since !== null && (recent.length < RECENT || (oldest?.approvedAt ?? 0) < since);
	const rows = isWhole ? recent : journal.rows(scope, EVERY);
	const approved = rows
		.filter(({ approvedAt }) => isWanted(approvedAt))
		.map((row) =>
			entryOfRow(row, row.kind === "action" ? journal.stepRowsOf(row.id) : [], (rowId, asset) =>
				seenPrices.of(rowId, asset),
			),
		);
	const others = records
		.list(scope)
		.filter(({ at, body }) => isWanted(at) && !isUndelivered(body))
		.map(({ at, body }) => entryOfRecord(body, at));
	return [...approved, ...others];
}

type StatementSource = Parameters<typeof entriesSince>[0];

/** Every week, the newest first. Throws a StorageError. @param timeZone as the IANA names it */
export const wholeStatement = (app: StatementSource, timeZone: string): readonly StatementWeek[] =>
	statementOf(entriesSince(app, null), timeZone);

/** The running week; null where nothing was in it. Throws a StorageError. @param now Unix ms */
export const statementOfThisWeek = (
	app: StatementSource,
	now: number,
	timeZone: string,
): StatementWeek | null => thisWeek(entriesSince(app, beforeThisWeek(now)), now, timeZone);
