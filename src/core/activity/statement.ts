import { type Scale, scaled } from "../format/scale.ts";
import { weekOf } from "./week.ts";

/**
 * Builds the weekly statement of agent activity by app and session: outflows, inflows, fees, refusals, lies,
 * and predicted versus actual results. Sums are in base units, and amounts in different units are never
 * added.
 */

export interface Flow {
	readonly kind: "out" | "in" | "fee";
	readonly chainRef: string;
	readonly asset: string;
	readonly symbol: string;
	readonly decimals: number | null;
	readonly scale?: Scale;
	/** Predicted amount in base units. For a fee, this is the maximum. */
	readonly predicted: bigint | null;
	/**
	 * Actual amount in base units, in the flow's direction. `null` if it is still unknown or no receipt shows
	 * it.
	 */
	readonly happened: bigint | null;
	/**
	 * Value in US cents at the price recorded at the time. Uses the actual amount, or the predicted amount if
	 * the actual amount is unknown.
	 */
	readonly cents: bigint | null;
}

type StatementKind = "approved" | "rejected" | "expired" | "rule" | "lie";

export interface StatementEntry {
	readonly kind: StatementKind;
	/** Time when the request was approved or recorded, in Unix ms. */
	readonly at: number;
	readonly app: string | null;
	readonly sessionId: string;
	readonly flows: readonly Flow[];
}

export interface StatementLine extends Pick<Flow, "kind" | "chainRef" | "asset" | "symbol" | "decimals"> {
	/** Total in base units for flows that have a prediction. */
	readonly predicted: bigint;
	/** Total in base units for flows with a known result. */
	readonly happened: bigint;
	/** The same three totals in displayed units. Each flow uses the token's scaling factor at the time. */
	readonly seen: Readonly<Record<"predicted" | "happened" | "difference", bigint>>;
	/** Actual minus predicted amount, for flows that have both. */
	readonly difference: bigint;
	readonly open: number;
	readonly cents: bigint;
	/** Number of flows that have no price and aren't included in `cents`. */
	readonly unpriced: number;
}

export interface StatementCounts {
	readonly approved: number;
	readonly rejected: number;
	readonly expired: number;
	readonly rule: number;
	readonly lie: number;
}

export interface StatementSums {
	readonly counts: StatementCounts;
	/** Lists outflows first, then inflows, then fees. */
	readonly lines: readonly StatementLine[];
	/** US cents by kind. `unpriced` counts the flows that have no price. */
	readonly worth: Readonly<Record<Flow["kind"], bigint>> & { readonly unpriced: number };
}

interface StatementGroup extends StatementSums {
	readonly app: string | null;
	readonly sessionId: string;
}

export interface StatementWeek {
	/** Monday of the week, e.g. "2026-11-23". */
	readonly from: string;
	readonly total: StatementSums;
	readonly groups: readonly StatementGroup[];
}

const KINDS: readonly Flow["kind"][] = ["out", "in", "fee"];

const lineKey = ({ kind, chainRef, asset, decimals }: Flow): string =>
	JSON.stringify([kind, chainRef, asset, decimals]);

/** Rounds outflows up. */
export function asShown(flow: Flow): Flow {
	const { scale, predicted, happened, kind } = flow;
	if (scale === undefined) return flow;
	const shown = (raw: bigint | null) =>
		raw === null ? null : scaled(raw, scale, kind === "in" ? "down" : "up");
	return { ...flow, predicted: shown(predicted), happened: shown(happened) };
}

function sumsOfFlows(flows: readonly Flow[]): Pick<StatementLine, "predicted" | "happened" | "difference"> {
	const sum = (value: (flow: Flow) => bigint) => flows.reduce((total, flow) => total + value(flow), 0n);
	return {
		predicted: sum(({ predicted }) => predicted ?? 0n),
		happened: sum(({ happened }) => happened ?? 0n),
		difference: sum(({ predicted, happened }) =>
			predicted === null || happened === null ? 0n : happened - predicted,
		),
	};
}

function lineOf(flows: readonly [Flow, ...Flow[]]): StatementLine {
	const [{ kind, chainRef, asset, symbol, decimals }] = flows;
	const sum = (value: (flow: Flow) => bigint) => flows.reduce((total, flow) => total + value(flow), 0n);
	return {
		kind,
		chainRef,
		asset,
		symbol,
		decimals,
		...sumsOfFlows(flows),
		seen: sumsOfFlows(flows.map(asShown)),
		open: flows.filter(({ happened }) => happened === null).length,
		cents: sum(({ cents }) => cents ?? 0n),
		unpriced: flows.filter(({ cents }) => cents === null).length,
	};
}

const byKind = (one: StatementLine, other: StatementLine): number =>
	KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
	(one.cents < other.cents ? 1 : one.cents > other.cents ? -1 : 0) ||
	`${one.chainRef} ${one.symbol}`.localeCompare(`${other.chainRef} ${other.symbol}`, "en");

export function sumsOf(entries: readonly StatementEntry[]): StatementSums {
	const flows = entries.flatMap((entry) => entry.flows);
	const lines = [...Map.groupBy(flows, lineKey).values()].flatMap(([first, ...rest]) =>
		first === undefined ? [] : [lineOf([first, ...rest])],
	);
	const count = (kind: StatementKind) => entries.filter((entry) => entry.kind === kind).length;
	const cents = (kind: Flow["kind"]) =>
		lines.reduce((sum, line) => (line.kind === kind ? sum + line.cents : sum), 0n);
	return {
		counts: {
			approved: count("approved"),
			rejected: count("rejected"),
			expired: count("expired"),
			rule: count("rule"),
			lie: count("lie"),
		},
		lines: lines.toSorted(byKind),
		worth: {
			out: cents("out"),
			in: cents("in"),
			fee: cents("fee"),
			unpriced: lines.reduce((sum, { unpriced }) => sum + unpriced, 0),
		},
	};
}

const all = ({ counts }: StatementSums): number =>
	counts.approved + counts.rejected + counts.expired + counts.rule + counts.lie;

function dearestFirst(one: StatementGroup, other: StatementGroup): number {
	const [left, right] = [one.worth.out + one.worth.fee, other.worth.out + other.worth.fee];
	if (left !== right) return left < right ? 1 : -1;
	return all(other) - all(one) || one.sessionId.localeCompare(other.sessionId, "en");
}

function statementWeek(from: string, entries: readonly StatementEntry[]): StatementWeek {
	const groups = Map.groupBy(entries, ({ app, sessionId }) => JSON.stringify([app, sessionId]));
	return {
		from,
		total: sumsOf(entries),
		groups: [...groups.values()]
			.flatMap((each): StatementGroup[] => {
				const [first] = each;
				if (first === undefined) return [];
				return [{ app: first.app, sessionId: first.sessionId, ...sumsOf(each) }];
			})
			.toSorted(dearestFirst),
	};
}

/** @throws RangeError if the time zone is unknown */
export function statementOf(entries: readonly StatementEntry[], timeZone: string): readonly StatementWeek[] {
	const weeks = Map.groupBy(entries, ({ at }) => weekOf(at, timeZone));
	return [...weeks]
		.map(([from, own]) => statementWeek(from, own))
		.toSorted((one, other) => (one.from < other.from ? 1 : -1));
}

/** @param now in Unix ms */
export const thisWeek = (
	entries: readonly StatementEntry[],
	now: number,
	timeZone: string,
): StatementWeek | null => {
	const from = weekOf(now, timeZone);
	const own = entries.filter(({ at }) => weekOf(at, timeZone) === from);
	return own.length === 0 ? null : statementWeek(from, own);
};
