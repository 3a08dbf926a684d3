import { centsText, csvText, decimalText } from "../../core/activity/csv.ts";
import { entryOfRow } from "../../core/activity/row-entries.ts";
import {
	asShown,
	type Flow,
	type StatementCounts,
	type StatementLine,
	type StatementWeek,
} from "../../core/activity/statement.ts";
import { JOURNAL_FORMAT } from "../../core/journal/exported.ts";
import { hasStepRows } from "../../core/journal/types.ts";
import type { ActivityRow } from "../../ipc/activity.ts";
import { headlineText, textOf, textOrNull } from "../../text/index.ts";
import { titled } from "../inbox/entries/titles.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import { type ActivitySource, allActivity } from "./activity-row.ts";
import type { PriceMemory } from "./seen-prices.ts";

/**
 * Exports Activity and the statement as CSV and JSON lines. Amounts are given in decimals and in base units,
 * and times in UTC. Column names never change, because programs rely on them.
 */

type TableSource = ActivitySource & {
	readonly stores: { readonly journal: Pick<Journal, "row"> };
	readonly activity: { readonly seenPrices: Pick<PriceMemory, "of"> };
};

export function journalText(app: {
	readonly ports: Pick<Ports, "version" | "clock">;
	readonly stores: { readonly journal: Pick<Journal, "written"> };
	readonly signedIn: { current(): { readonly scope: string } };
}): string {
	const rows = app.stores.journal.written(app.signedIn.current().scope);
	const { version: written, clock } = app.ports;
	const saved_at = new Date(clock.now()).toISOString();
	return JSON.stringify({ format: JOURNAL_FORMAT, version: 1, app: written, saved_at, rows }, null, 2);
}

const FLOW_COLUMNS = [
	"direction",
	"predicted",
	"happened",
	"token",
	"predicted_base_units",
	"happened_base_units",
	"decimals",
	"token_address",
	"worth_usd_then",
] as const;
const COLUMNS = [
	"time",
	"outcome",
	"app",
	"conversation",
	"conversation_id",
	"network",
	"account",
	"request",
	"why",
	...FLOW_COLUMNS,
	"transaction_id",
	"fingerprint",
] as const;

const amount = (raw: bigint | null, decimals: number | null) =>
	raw === null ? "" : decimalText(raw, decimals);

function flowCells(flow: Flow): readonly string[] {
	const { kind, asset, symbol, decimals, predicted, happened, cents } = flow;
	const seen = asShown(flow);
	return [
		kind,
		amount(seen.predicted, decimals),
		amount(seen.happened, decimals),
		symbol,
		predicted?.toString() ?? "",
		happened?.toString() ?? "",
		decimals?.toString() ?? "",
		asset,
		cents === null ? "" : centsText(cents),
	];
}

const NO_FLOW = FLOW_COLUMNS.map(() => "");

function whyOf(row: ActivityRow): string {
	switch (row.kind) {
		case "approved":
		case "expired":
			return "";
		case "rejected": {
			const why = row.why === null ? [] : [textOf(row.why)];
			return [row.by, row.arrival, row.reason, ...why].filter((part) => part !== "").join(": ");
		}
		case "rule":
			return row.rule;
		case "lie":
			return `${row.lie}: ${row.fields.join(" ")}: ${textOf(row.text)}`;
	}
}

function flowsOf(app: TableSource, row: ActivityRow): readonly Flow[] {
	const approval = row.kind === "approved" ? app.stores.journal.row(row.id) : null;
	if (approval === null) return [];
	const items = hasStepRows(approval) ? app.stores.journal.stepRowsOf(approval.id) : [];
	return entryOfRow(approval, items, (rowId, asset) => app.activity.seenPrices.of(rowId, asset)).flows;
}

export function activityCsv(app: TableSource): string {
	const lines = allActivity(app).flatMap((row) => {
		const before = [
			new Date(row.at).toISOString(),
			row.outcome,
			row.app ?? "",
			textOf(row.session),
			row.sessionId,
			textOf(row.chain),
			row.signer?.address ?? "",
			headlineText(row.headline),
			whyOf(row),
		];
		const after = row.kind === "approved" ? [row.transactionId ?? "", row.fingerprint] : ["", ""];
		const flows = flowsOf(app, row).map(flowCells);
		return (flows.length === 0 ? [NO_FLOW] : flows).map((cells) => [...before, ...cells, ...after]);
	});
	return csvText([COLUMNS, ...lines]);
}

export function activityLines(app: TableSource): string {
	return allActivity(app)
		.map((row) => {
			const flows = flowsOf(app, row).map((flow) => ({
				...flow,
				predicted: flow.predicted?.toString() ?? null,
				happened: flow.happened?.toString() ?? null,
				cents: flow.cents?.toString() ?? null,
			}));
			const line = {
				...row,
				at: new Date(row.at).toISOString(),
				headline: headlineText(row.headline),
				session: textOf(row.session),
				chain: textOf(row.chain),
				signer: row.signer?.address ?? null,
				...("reviewed" in row
					? { reviewed: textOrNull(row.reviewed), payload: textOrNull(row.payload) }
					: {}),
				...("text" in row ? { text: textOf(row.text) } : {}),
				...("why" in row ? { why: row.why === null ? null : textOf(row.why) } : {}),
				flows,
			};
			return `${JSON.stringify(line)}\n`;
		})
		.join("");
}

const STATEMENT_COLUMNS = [
	"week",
	"app",
	"conversation",
	"conversation_id",
	"what",
	"count",
	"network",
	"token",
	"predicted",
	"happened",
	"difference",
	"not_known_yet",
	"predicted_base_units",
	"happened_base_units",
	"difference_base_units",
	"decimals",
	"token_address",
	"worth_usd_then",
	"without_price",
] as const;

const NO_LINE = STATEMENT_COLUMNS.slice(6).map(() => "");
const COUNTED: readonly (keyof StatementCounts)[] = ["approved", "rejected", "expired", "rule", "lie"];

function lineCells(app: Pick<TableSource, "networks">, line: StatementLine): readonly string[] {
	const { kind, chainRef, asset, symbol, decimals, predicted, happened, difference } = line;
	return [
		kind,
		"",
		app.networks.chainNameOf(chainRef),
		symbol,
		decimalText(line.seen.predicted, decimals),
		decimalText(line.seen.happened, decimals),
		decimalText(line.seen.difference, decimals),
		String(line.open),
		predicted.toString(),
		happened.toString(),
		difference.toString(),
		decimals?.toString() ?? "",
		asset,
		centsText(line.cents),
		String(line.unpriced),
	];
}

export function statementCsv(app: TableSource, weeks: readonly StatementWeek[]): string {
	const lines = weeks.flatMap(({ from, groups }) =>
		groups.flatMap(({ app: name, sessionId, counts, lines: own }) => {
			const before = [from, name ?? "", textOf(titled(app.signedIn.current(), sessionId)), sessionId];
			const counted = COUNTED.filter((what) => counts[what] > 0).map((what) => [
				what,
				String(counts[what]),
				...NO_LINE,
			]);
			return [...counted, ...own.map((line) => lineCells(app, line))].map((cells) => [...before, ...cells]);
		}),
	);
	return csvText([STATEMENT_COLUMNS, ...lines]);
}
