import { type Risk, riskOf } from "../../../core/risk/finding.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { type Group, grouped, type Sort } from "../../../ipc/inbox-order.ts";
import { headlineText, textOf } from "../../../text/index.ts";

export interface Filters {
	readonly text: string;
	readonly risk: Risk | null;
	readonly chain: string | null;
	readonly app: string | null;
	readonly sessionId: string | null;
}

export const NO_FILTERS: Filters = { text: "", risk: null, chain: null, app: null, sessionId: null };

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

/** Any risk filter excludes an entry that is still loading, because its risk isn't known yet. */
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

export type Line =
	| { readonly kind: "group"; readonly key: string; readonly group: Group; readonly open: boolean }
	| {
			readonly kind: "entry";
			readonly key: string;
			readonly entry: InboxEntryView;
			/** Whether the row is under a group heading that already names the requester. */
			readonly isMember: boolean;
	  }
	| { readonly kind: "title"; readonly key: string; readonly state: "away" | "settling" | "done" };

export interface InboxListing {
	readonly lines: readonly Line[];
	/** Includes the requests in collapsed groups. The review's pager follows this order. */
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
