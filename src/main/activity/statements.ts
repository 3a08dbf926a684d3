import type { ActivityRecord } from "../../core/activity/records.ts";
import { entryOfRecord, entryOfRow } from "../../core/activity/row-entries.ts";
import {
	type StatementEntry,
	type StatementLine,
	type StatementSums,
	type StatementWeek,
	statementOf,
	thisWeek,
} from "../../core/activity/statement.ts";
import { beforeThisWeek } from "../../core/activity/week.ts";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import { shortAddress } from "../../core/decoded-transaction/decoded-transaction.ts";
import { dollars } from "../../core/fiat/price.ts";
import { fullText } from "../../core/format/amount.ts";
import { plain } from "../../core/format/plain.ts";
import { hasStepRows } from "../../core/journal/types.ts";
import type { StatementLineView, StatementSumsView, StatementWeekView } from "../../ipc/activity.ts";
import { titled } from "../inbox/entries/titles.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { ActivitySource } from "./activity-row.ts";
import type { RecordStore } from "./record-store.ts";
import type { PriceMemory } from "./seen-prices.ts";

/** SQLite treats a negative limit as no limit. */
const EVERY = -1;
/** Number of rows that the journal caches. Weeks with more rows are computed from the whole journal. */
const RECENT = 1_000;

const isUndelivered = (body: ActivityRecord): boolean =>
	body.kind === "rejected" && (body.arrival === "changed" || body.arrival === "failed");

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
			entryOfRow(row, hasStepRows(row) ? journal.stepRowsOf(row.id) : [], (rowId, asset) =>
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

export const wholeStatement = (app: StatementSource, timeZone: string): readonly StatementWeek[] =>
	statementOf(entriesSince(app, null), timeZone);

export const statementOfThisWeek = (
	app: StatementSource,
	now: number,
	timeZone: string,
): StatementWeek | null => thisWeek(entriesSince(app, beforeThisWeek(now)), now, timeZone);

type Names = Pick<ActivitySource, "networks" | "signedIn">;

const fiatText = (cents: bigint): string => (cents < 0n ? `−${dollars(-cents)}` : dollars(cents));

const isBare = ({ cents, unpriced }: StatementLine): boolean => unpriced > 0 && cents === 0n;

function differenceOf({ kind, seen: { difference }, decimals }: StatementLine): string | null {
	// A predicted fee is an upper bound, so a lower fee isn't a difference.
	if (difference === 0n || (kind === "fee" && difference < 0n)) return null;
	return difference > 0n ? `+${fullText(difference, decimals)}` : fullText(difference, decimals);
}

function lineView(names: Names, line: StatementLine): StatementLineView {
	const { kind, chainRef, asset, symbol, decimals, seen, open, cents } = line;
	return {
		kind,
		chain: names.networks.chainNameOf(chainRef),
		symbol: plain(symbol),
		unlisted: asset === "native" || wellKnownAt(chainRef, asset) !== null ? null : shortAddress(asset),
		predicted: fullText(seen.predicted, decimals),
		happened: fullText(seen.happened, decimals),
		difference: differenceOf(line),
		open,
		fiat: isBare(line) ? null : fiatText(cents),
	};
}

function sumsView(names: Names, { counts, lines, worth }: StatementSums): StatementSumsView {
	const of = (kind: StatementLine["kind"]) => {
		const own = lines.filter((line) => line.kind === kind);
		return own.every(isBare) ? null : fiatText(worth[kind]);
	};
	return {
		counts,
		lines: lines.map((line) => lineView(names, line)),
		fiat: { out: of("out"), in: of("in"), fee: of("fee") },
		unpriced: worth.unpriced,
	};
}

export const statementView = (names: Names, weeks: readonly StatementWeek[]): readonly StatementWeekView[] =>
	weeks.map(({ from, total, groups }) => ({
		from,
		total: sumsView(names, total),
		groups: groups.map((group) => ({
			app: group.app,
			session: titled(names.signedIn.current(), group.sessionId),
			sessionId: group.sessionId,
			...sumsView(names, group),
		})),
	}));
