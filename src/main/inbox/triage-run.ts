import type { Text } from "../../core/localized-text.ts";
import { riskOf } from "../../core/risk/risk-badge.ts";
import type { InboxEntryView, TriageGroup, TriageMark, TriageView } from "../../ipc/inbox.ts";
import { grouped, groupKeyOf } from "../../ipc/inbox-order.ts";
import type { Claim } from "../../ipc/primitives.ts";

export type TriageDecision = Exclude<TriageMark, "waiting" | "over">;

/** Request of a run, with the name of its session for the time after it is gone. */
interface Member {
	readonly id: string;
	readonly group: string;
	readonly session: Text;
	readonly app: Claim | null;
}

interface Decided {
	readonly id: string;
	readonly as: TriageDecision;
	/** Unix ms. */
	readonly at: number;
}

/** Run through the waiting requests. Its order never changes; later requests are appended. */
export interface TriageRun {
	/** Unix ms. */
	readonly startedAt: number;
	readonly members: readonly Member[];
	/** The latest decision on each request, in order of time. */
	readonly decisions: readonly Decided[];
}

/** Below this number of decisions, the pace says nothing. */
const MIN_DECISIONS = 3;

const memberOf = (view: InboxEntryView): Member => ({
	id: view.id,
	group: groupKeyOf(view),
	session: view.session,
	app: view.app,
});

const orderedMembers = (waiting: readonly InboxEntryView[]): readonly Member[] =>
	grouped(waiting, "risk").flatMap(({ entries }) => entries.map(memberOf));

export const beginRun = (waiting: readonly InboxEntryView[], now: number): TriageRun => ({
	startedAt: now,
	members: orderedMembers(waiting),
	decisions: [],
});

export const isMember = ({ members }: TriageRun, id: string): boolean =>
	members.some((each) => each.id === id);

/** Appends requests that arrived since. Returns the same run if none did. */
export function extendRun(run: TriageRun, waiting: readonly InboxEntryView[]): TriageRun {
	const known = new Set(run.members.map(({ id }) => id));
	const added = orderedMembers(waiting.filter(({ id }) => !known.has(id)));
	return added.length === 0 ? run : { ...run, members: [...run.members, ...added] };
}

export function decide(run: TriageRun, ids: readonly string[], as: TriageDecision, now: number): TriageRun {
	const decided = ids.filter((id) => isMember(run, id));
	const others = run.decisions.filter(({ id }) => !decided.includes(id));
	return { ...run, decisions: [...others, ...decided.map((id) => ({ id, as, at: now }))] };
}

function msLeftOf({ startedAt }: TriageRun, decided: readonly Decided[], waiting: number): number | null {
	const last = decided.at(-1);
	if (last === undefined || decided.length < MIN_DECISIONS || waiting === 0) return null;
	return Math.round((Math.max(0, last.at - startedAt) / decided.length) * waiting);
}

/**
 * @param views of the members that are still known, whether they wait or not
 * @param isWaiting an undone or failed decision makes a request wait again
 */
export function triageView(
	run: TriageRun,
	{
		views,
		isWaiting,
		current,
		next,
		rejection,
	}: {
		readonly views: readonly InboxEntryView[];
		readonly isWaiting: (id: string) => boolean;
		readonly current: string | null;
		readonly next: string | null;
		readonly rejection: TriageView["rejection"];
	},
): TriageView {
	const viewOf = new Map(views.map((view) => [view.id, view]));
	const decided = run.decisions.filter(({ id }) => !isWaiting(id));
	const decisionOf = new Map(decided.map(({ id, as }) => [id, as]));
	const markOf = ({ id }: Member): TriageMark => (isWaiting(id) ? "waiting" : (decisionOf.get(id) ?? "over"));
	const marks = run.members.map(markOf);
	const groups = [...Map.groupBy(run.members, ({ group }) => group)].map(([key, members]): TriageGroup => {
		const [first] = members;
		const known = members.flatMap(({ id }) => viewOf.get(id) ?? []);
		const waiting = known.filter(({ id }) => isWaiting(id));
		const priced = known.flatMap(({ cents }) => (cents === null ? [] : [BigInt(cents)]));
		return {
			key,
			session: known[0]?.session ?? first?.session ?? "",
			app: known[0]?.app ?? first?.app ?? null,
			cents: priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0n).toString(),
			unlimited: waiting.some(({ unlimited }) => unlimited),
			isDanger: waiting.some((view) => riskOf(view) === "danger"),
			decided: members.filter((member) => markOf(member) !== "waiting").length,
			of: members.length,
			isCurrent: members.some(({ id }) => id === current),
			firstWaiting: members.find((member) => markOf(member) === "waiting")?.id ?? null,
		};
	});
	return {
		at: run.members.findIndex(({ id }) => id === current) + 1,
		marks,
		msLeft: msLeftOf(run, decided, marks.filter((mark) => mark === "waiting").length),
		groups,
		next: next === null ? null : (viewOf.get(next) ?? null),
		rejection,
	};
}
