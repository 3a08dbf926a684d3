import { type Risk, riskOf } from "../../../core/risk/risk-badge.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { headlineText, textOf } from "../../../text/index.ts";

export type Sort = "risk" | "expiry" | "newest" | "worth";

export interface Filters {
	readonly text: string;
	readonly risk: Risk | null;
	readonly chain: string | null;
	readonly app: string | null;
	readonly sessionId: string | null;
}

export const NO_FILTERS: Filters = { text: "", risk: null, chain: null, app: null, sessionId: null };

/** A request that is still being read ranks before one known to be calm. */
const RANK: Readonly<Record<ReturnType<typeof riskOf>, number>> = {
	danger: 0,
	caution: 1,
	unknown: 2,
	calm: 3,
};

export const isAway = ({ snoozedUntil }: Pick<InboxEntryView, "snoozedUntil">): boolean =>
	snoozedUntil !== null;

function holds(entry: InboxEntryView, words: readonly string[]): boolean {
	if (words.length === 0) return true;
	const { amount } = entry;
	const hay = [
		headlineText(entry.headline),
		textOf(entry.session),
		entry.app ?? "",
		entry.chain,
		amount === null ? "" : `${amount.text} ${amount.full} ${textOf(amount.unit)}`,
		entry.worst === null ? "" : textOf(entry.worst.text),
		entry.id,
	]
		.join("\n")
		.toLowerCase();
	return words.every((word) => hay.includes(word));
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** An entry that is still being read has no risk yet, so any risk filter excludes it. */
export function filtered(entries: readonly InboxEntryView[], filters: Filters): readonly InboxEntryView[] {
	const words = wordsOf(filters.text);
	return entries.filter(
		(entry) =>
			(filters.risk === null || riskOf(entry) === filters.risk) &&
			(filters.chain === null || entry.chain === filters.chain) &&
			(filters.app === null || entry.app === filters.app) &&
			(filters.sessionId === null || entry.sessionId === filters.sessionId) &&
			holds(entry, words),
	);
}

const bySoonest = (one: InboxEntryView, other: InboxEntryView): number =>
	(one.expiresAt ?? Infinity) - (other.expiresAt ?? Infinity) || one.arrivedAt - other.arrivedAt;

function byCents(one: InboxEntryView, other: InboxEntryView): number {
	const [left, right] = [BigInt(one.cents ?? -1), BigInt(other.cents ?? -1)];
	return left === right ? 0 : left < right ? 1 : -1;
}

const ORDERS: Readonly<Record<Sort, (one: InboxEntryView, other: InboxEntryView) => number>> = {
	risk: (one, other) => RANK[riskOf(one)] - RANK[riskOf(other)] || bySoonest(one, other),
	expiry: bySoonest,
	newest: (one, other) => other.arrivedAt - one.arrivedAt,
	worth: (one, other) => byCents(one, other) || bySoonest(one, other),
};

/** Muted entries come last in any order. */
const ordered = (entries: readonly InboxEntryView[], sort: Sort): readonly InboxEntryView[] =>
	entries.toSorted((one, other) => Number(one.muted) - Number(other.muted) || ORDERS[sort](one, other));

export interface Group {
	readonly key: string;
	readonly kind: "session" | "batch";
	readonly entries: readonly InboxEntryView[];
	/** `null` if no amount has a price. */
	readonly cents: bigint | null;
	readonly unlimited: boolean;
	readonly danger: boolean;
}

const keyOf = ({ batch, sessionId, build }: InboxEntryView): string =>
	batch !== null ? `batch ${batch.id}` : build === undefined ? `session ${sessionId}` : `build ${build}`;

function groupOf(key: string, members: readonly InboxEntryView[]): Group {
	const kind = members.some(({ batch }) => batch !== null) ? "batch" : "session";
	const priced = members.flatMap(({ cents }) => (cents === null ? [] : [BigInt(cents)]));
	return {
		key,
		kind,
		// A batch keeps the order of its steps.
		entries:
			kind === "batch"
				? members.toSorted((one, other) => (one.batch?.index ?? 0) - (other.batch?.index ?? 0))
				: members,
		cents: priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0n),
		unlimited: members.some(({ unlimited }) => unlimited),
		danger: members.some((entry) => riskOf(entry) === "danger"),
	};
}

/** Groups appear in the order of their first entries. */
export function grouped(entries: readonly InboxEntryView[], sort: Sort): readonly Group[] {
	return [...Map.groupBy(ordered(entries, sort), keyOf)].map(([key, members]) => groupOf(key, members));
}

export type Line =
	| { readonly kind: "group"; readonly key: string; readonly group: Group; readonly open: boolean }
	| {
			readonly kind: "entry";
			readonly key: string;
			readonly entry: InboxEntryView;
			/** True below a group's heading, which names the requester. */
			readonly isMember: boolean;
	  }
	| { readonly kind: "title"; readonly key: string; readonly state: "away" | "settling" | "done" };

export interface InboxListing {
	readonly lines: readonly Line[];
	/** Includes collapsed groups. The review pages through this order. */
	readonly waiting: readonly InboxEntryView[];
	readonly total: number;
	readonly dangers: number;
}

const line = (entry: InboxEntryView, isMember: boolean): Line => ({
	kind: "entry",
	key: entry.id,
	entry,
	isMember,
});

function linesOf(group: Group, folded: ReadonlySet<string>): readonly Line[] {
	const { key, entries } = group;
	const isGrouped = entries.length > 1;
	const open = !isGrouped || !folded.has(key);
	return [
		...(isGrouped ? [{ kind: "group", key, group, open } as const] : []),
		...(open ? entries.map((entry) => line(entry, isGrouped)) : []),
	];
}

const rest = (state: "away" | "settling" | "done", entries: readonly InboxEntryView[]): readonly Line[] =>
	entries.length === 0
		? []
		: [{ kind: "title", key: state, state }, ...entries.map((entry) => line(entry, false))];

/** @param folded keys of collapsed groups */
export function listing(
	inbox: readonly InboxEntryView[],
	filters: Filters,
	sort: Sort,
	folded: ReadonlySet<string>,
): InboxListing {
	const open = inbox.filter(({ state }) => state === "waiting");
	const here = open.filter((entry) => !isAway(entry));
	const shown = filtered(inbox, filters);
	const groups = grouped(
		shown.filter((entry) => entry.state === "waiting" && !isAway(entry)),
		sort,
	);
	const latest = (state: InboxEntryView["state"]) =>
		shown.filter((entry) => entry.state === state).toSorted((one, other) => other.arrivedAt - one.arrivedAt);
	return {
		lines: [
			...groups.flatMap((group) => linesOf(group, folded)),
			...rest(
				"away",
				shown.filter((entry) => entry.state === "waiting" && isAway(entry)),
			),
			...rest("settling", latest("settling")),
			...rest("done", latest("done")),
		],
		waiting: groups.flatMap(({ entries }) => entries),
		total: here.length,
		dangers: here.filter((entry) => riskOf(entry) === "danger").length,
	};
}

export function choices(
	inbox: readonly InboxEntryView[],
	of: (entry: InboxEntryView) => string | null,
): readonly string[] {
	const found = inbox.flatMap((entry) => (entry.state === "waiting" ? [of(entry)] : []));
	return [...new Set(found.filter((each) => each !== null))].toSorted();
}
