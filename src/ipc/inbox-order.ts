import { riskOf } from "../core/risk/finding.ts";
import type { InboxEntryView } from "./inbox.ts";

/** Sort order and grouping of the inbox, shared by the list and *Review all*. */

export type Sort = "risk" | "expiry" | "newest" | "worth";

/** A request whose review is still loading ranks above a request that is known to be low risk. */
const RANK: Readonly<Record<ReturnType<typeof riskOf>, number>> = {
	danger: 0,
	caution: 1,
	unknown: 2,
	calm: 3,
};

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

/** Muted entries come last, regardless of the sort order. */
const ordered = (entries: readonly InboxEntryView[], sort: Sort): readonly InboxEntryView[] =>
	entries.toSorted((one, other) => Number(one.muted) - Number(other.muted) || ORDERS[sort](one, other));

export interface Group {
	readonly key: string;
	readonly kind: "session" | "batch";
	readonly entries: readonly InboxEntryView[];
	/** `null` if none of the amounts has a price. */
	readonly cents: bigint | null;
	readonly unlimited: boolean;
	readonly danger: boolean;
}

export const groupKeyOf = ({ batch, sessionId, build }: InboxEntryView): string =>
	batch !== null ? `batch ${batch.id}` : build === undefined ? `session ${sessionId}` : `build ${build}`;

function groupOf(key: string, members: readonly InboxEntryView[]): Group {
	const kind = members.some(({ batch }) => batch !== null) ? "batch" : "session";
	const priced = members.flatMap(({ cents }) => (cents === null ? [] : [BigInt(cents)]));
	return {
		key,
		kind,
		// The steps of a batch stay in order.
		entries:
			kind === "batch"
				? members.toSorted((one, other) => (one.batch?.index ?? 0) - (other.batch?.index ?? 0))
				: members,
		cents: priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0n),
		unlimited: members.some(({ unlimited }) => unlimited),
		danger: members.some((entry) => riskOf(entry) === "danger"),
	};
}

/** Groups entries and orders the groups by their first entry. */
export function grouped(entries: readonly InboxEntryView[], sort: Sort): readonly Group[] {
	return [...Map.groupBy(ordered(entries, sort), groupKeyOf)].map(([key, members]) => groupOf(key, members));
}
