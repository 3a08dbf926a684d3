import { type Scale, scaled } from "../format/scale.ts";
import { weekOf } from "./week.ts";

/**
 * What the agents did with the user's money, by week and by app and conversation: what went out and came in, fees, what
 * was refused, which lies were caught, and what was predicted beside what happened. Pure sums, in base units; nothing is
 * added that has not one unit. `entryOfRow` and `entryOfRecord` (row-entries.ts) make the entries.
 */

/** One movement of the user's own, of one approval. */
export interface Flow {
	/** `fee`: what the network took. */
	readonly kind: "out" | "in" | "fee";
	readonly chainRef: string;
	/** `native`, or a token's address or mint. */
	readonly asset: string;
	readonly symbol: string;
	/** null: nobody has said, and base units are shown. */
	readonly decimals: number | null;
	/** How the token showed amounts at the approval; absent if it shows them as the chain counts. */
	readonly scale?: Scale;
	/** Base units; of a fee the most that it could be; null where nothing was predicted. */
	readonly predicted: bigint | null;
	/** Base units, in the flow's own direction; null while it is not known, and where no receipt tells. */
	readonly happened: bigint | null;
	/** US cents of what happened, else of what was predicted, at the price that was seen then; null without one. */
	readonly cents: bigint | null;
}

type StatementKind = "approved" | "rejected" | "expired" | "rule" | "lie";

/** One row of Activity, as far as a statement counts it. */
export interface StatementEntry {
	readonly kind: StatementKind;
	/** When it was approved, or written down. Unix ms. */
	readonly at: number;
	/** As the request names it; null where it names none. */
	readonly app: string | null;
	readonly sessionId: string;
	/** Of an approval; empty for everything else. */
	readonly flows: readonly Flow[];
}

/** One kind of movement of one asset, summed. */
export interface StatementLine extends Pick<Flow, "kind" | "chainRef" | "asset" | "symbol" | "decimals"> {
	/** Base units, of the flows of which something was predicted. */
	readonly predicted: bigint;
	/** Base units, of the flows of which it is known. */
	readonly happened: bigint;
	/** The same three as the token shows them to people: each flow by its own factor. */
	readonly seen: Readonly<Record<"predicted" | "happened" | "difference", bigint>>;
	/** What happened beyond what was predicted, over the flows of which both are known; below zero for less. */
	readonly difference: bigint;
	/** Flows of which it is not known what happened. */
	readonly open: number;
	/** US cents of the flows that have a price. */
	readonly cents: bigint;
	/** Flows without a price: `cents` leaves them out. */
	readonly unpriced: number;
}

export interface StatementCounts {
	readonly approved: number;
	readonly rejected: number;
	readonly expired: number;
	/** Requests that a rule of the user's stopped. */
	readonly rule: number;
	readonly lie: number;
}

export interface StatementSums {
	readonly counts: StatementCounts;
	/** What goes out first, then what comes in, then fees. */
	readonly lines: readonly StatementLine[];
	/** US cents by kind, of what has a price; `unpriced` counts the flows that have none. */
	readonly worth: Readonly<Record<Flow["kind"], bigint>> & { readonly unpriced: number };
}

interface StatementGroup extends StatementSums {
	readonly app: string | null;
	readonly sessionId: string;
}

export interface StatementWeek {
	/** The Monday on which it began, "2026-11-23". */
	readonly from: string;
	readonly total: StatementSums;
	/** By app and conversation; what cost most first. */
	readonly groups: readonly StatementGroup[];
}

const KINDS: readonly Flow["kind"][] = ["out", "in", "fee"];

const lineKey = ({ kind, chainRef, asset, decimals }: Flow): string =>
	JSON.stringify([kind, chainRef, asset, decimals]);

/** Scales a flow as its token shows it; what leaves reads as no less than it is. */
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

/** Sums of any entries, of whatever weeks. */
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

/** What cost most stands first, then what happened most often. */
function dearestFirst(one: StatementGroup, other: StatementGroup): number {
	const [left, right] = [one.worth.out + one.worth.fee, other.worth.out + other.worth.fee];
	if (left !== right) return left < right ? 1 : -1;
	return all(other) - all(one) || one.sessionId.localeCompare(other.sessionId, "en");
}

/**
 * By week, the newest first, and within it by app and conversation. Weeks in which nothing was are left out.
 * @param timeZone as the IANA names it: a week begins on its Monday there. Throws a RangeError where there is none such
 */
export function statementOf(entries: readonly StatementEntry[], timeZone: string): readonly StatementWeek[] {
	const weeks = Map.groupBy(entries, ({ at }) => weekOf(at, timeZone));
	return [...weeks]
		.map(([from, own]): StatementWeek => {
			const groups = Map.groupBy(own, ({ app, sessionId }) => JSON.stringify([app, sessionId]));
			return {
				from,
				total: sumsOf(own),
				groups: [...groups.values()]
					.flatMap((each): StatementGroup[] => {
						const [first] = each;
						if (first === undefined) return [];
						return [{ app: first.app, sessionId: first.sessionId, ...sumsOf(each) }];
					})
					.toSorted(dearestFirst),
			};
		})
		.toSorted((one, other) => (one.from < other.from ? 1 : -1));
}

/** The week of this moment; null where nothing was in it. @param now Unix ms */
export const thisWeek = (
	entries: readonly StatementEntry[],
	now: number,
	timeZone: string,
): StatementWeek | null => {
	const from = weekOf(now, timeZone);
	const own = entries.filter(({ at }) => weekOf(at, timeZone) === from);
	return statementOf(own, timeZone)[0] ?? null;
};
