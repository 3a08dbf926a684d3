import type { JournalRow } from "../../core/journal/types.ts";
import { message, type Text } from "../../core/localized-text.ts";
import { riskOf } from "../../core/risk/finding.ts";
import type { InboxEntryView, RejectionView, TriageGroup, TriageMark, TriageView } from "../../ipc/inbox.ts";
import { grouped, groupKeyOf } from "../../ipc/inbox-order.ts";
import type { Claim, CommandOutcome } from "../../ipc/primitives.ts";
import type { Events } from "../events.ts";
import { done, refused } from "../handlers.ts";
import type { Ports } from "../ports.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { WindowRoute } from "../window-route.ts";
import type { Entry } from "./entries/entry.ts";
import type { Pager } from "./pager.ts";

type TriageDecision = Exclude<TriageMark, "waiting" | "over">;

/** Request in a triage. Includes the session's name, because the session may disappear. */
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

/** A pass through the waiting requests. Their order never changes, and later requests are appended. */
export interface TriageRun {
	/** Unix ms. */
	readonly startedAt: number;
	readonly members: readonly Member[];
	/** Latest decision for each request, sorted by time. */
	readonly decisions: readonly Decided[];
}

/** With fewer decisions, the pace isn't meaningful. */
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

const isMember = ({ members }: TriageRun, id: string): boolean => members.some((each) => each.id === id);

/** Appends requests that have arrived since. Returns the same run if there are none. */
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

/** Resumes a run that the user left. The time away doesn't count toward the pace. */
const resumeRun = (
	run: TriageRun,
	leftAt: number,
	waiting: readonly InboxEntryView[],
	now: number,
): TriageRun => {
	const away = Math.max(0, now - leftAt);
	const decisions = run.decisions.map((each) => ({ ...each, at: each.at + away }));
	return extendRun({ ...run, startedAt: run.startedAt + away, decisions }, waiting);
};

function msLeftOf({ startedAt }: TriageRun, decided: readonly Decided[], waiting: number): number | null {
	const last = decided.at(-1);
	if (last === undefined || decided.length < MIN_DECISIONS || waiting === 0) return null;
	return Math.round((Math.max(0, last.at - startedAt) / decided.length) * waiting);
}

/**
 * @param views views of all members that still exist, waiting or not
 * @param isWaiting whether an undone or failed decision put a request back in the queue
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

/** Routes that lead the user back to the review. */
const SIDE_ROUTES: ReadonlySet<WindowRoute["kind"]> = new Set<WindowRoute["kind"]>(["unlock", "network"]);

/**
 * Trusted window mode that shows one waiting request after another. It only moves between reviews. Tickets,
 * approvals and rejections work as usual.
 */
export class Triage {
	readonly #app;
	readonly #inbox;
	#run: TriageRun | null = null;
	/** Unfinished run that the user left, kept until a new run begins. `leftAt` is in Unix ms. */
	#left: { readonly run: TriageRun; readonly leftAt: number } | null = null;
	/** Request that will be displayed next, so its review can be prepared. */
	#ahead: string | null = null;

	constructor(
		app: {
			readonly ports: {
				readonly clock: Pick<Ports["clock"], "now">;
				readonly desktop: Pick<Ports["desktop"], "raiseTrusted" | "sizeTrusted">;
			};
			readonly events: Events;
			readonly window: Pick<TrustedWindow, "route" | "go" | "isPinned" | "onMoved">;
			readonly reviewing: {
				readonly reviews: { load(entryId: string): Promise<unknown>; prepare(entryId: string): void };
			};
		},
		inbox: {
			readonly pager: Pager;
			readonly rejections: { view(entryId: string, isWaiting: boolean): RejectionView | null };
			entries(): readonly Entry[];
			entry(id: string): Entry | null;
			views(entries: readonly Entry[]): InboxEntryView[];
		},
	) {
		this.#app = app;
		this.#inbox = inbox;
		app.window.onMoved((_, to) => this.#onMoved(to));
		app.events.on("owner-changed", () => {
			this.end();
			this.#left = null;
		});
		app.events.on("journal-changed", ({ row }) => this.#onSent(row));
	}

	start(): CommandOutcome {
		const { ports, window } = this.#app;
		if (window.isPinned()) {
			ports.desktop.raiseTrusted();
			return done;
		}
		const run = this.#newRun();
		const first = run.members.find(({ id }) => this.#isWaiting(id));
		if (first === undefined) return refused(message("app.nothing-waits"));
		this.#set(run);
		this.#show(first.id);
		return done;
	}

	/** Leaves the window unchanged. The run can be resumed. */
	end(): void {
		if (this.#run === null) return;
		this.#left = { run: this.#run, leftAt: this.#app.ports.clock.now() };
		this.#run = null;
		this.#ahead = null;
		this.#app.ports.desktop.sizeTrusted("review");
	}

	isAhead(entryId: string): boolean {
		return this.#ahead === entryId;
	}

	/** Returns `null` if no triage is running. */
	view(): TriageView | null {
		const run = this.#run;
		const current = this.#currentId();
		if (run === null || (current === null && this.#app.window.route().kind !== "triage")) return null;
		const entries = this.#inbox.entries();
		const waiting = new Set(entries.flatMap(({ id, actionable }) => (actionable ? [id] : [])));
		const all = extendRun(run, this.#inbox.views(entries.filter(({ actionable }) => actionable)));
		const members = new Set(all.members.map(({ id }) => id));
		return triageView(all, {
			views: this.#inbox.views(entries.filter(({ id }) => members.has(id))),
			isWaiting: (id) => waiting.has(id),
			current,
			next: this.#nextOf(current)?.id ?? null,
			rejection: this.#undoable(run),
		});
	}

	/**
	 * Records an approval and shows the next request.
	 * @param isOnDevice if `true`, the user still has to confirm on a device, and the window stays on this
	 * request
	 * @returns `false` if no triage is running
	 */
	approved(entryId: string, isOnDevice: boolean): boolean {
		if (this.#run === null || this.#currentId() !== entryId) return false;
		this.#record([entryId], "approved");
		if (isOnDevice) this.#app.window.go({ kind: "entry", entryId, mode: "progress" });
		else this.#goOn(entryId);
		return true;
	}

	/** Records decisions made in either window. If the current request is among them, shows the next one. */
	decided(entryIds: readonly string[], as: Exclude<TriageDecision, "approved">): void {
		const current = this.#currentId();
		if (this.#run === null) return;
		const decided = entryIds.filter((id) => this.#inbox.entry(id)?.actionable === false);
		this.#record(decided, as);
		if (current !== null && decided.includes(current)) this.#goOn(current);
	}

	/**
	 * Shows the next request after the given one was answered without an undo window.
	 * @returns `false` unless the request is the current one in a triage
	 */
	leave(entryId: string): boolean {
		if (this.#currentId() !== entryId) return false;
		this.#record([entryId], "rejected");
		this.#goOn(entryId);
		return true;
	}

	/** @returns `false` if no triage is running or nothing else is waiting */
	step(by: 1 | -1): boolean {
		if (this.#run === null) return false;
		const current = this.#currentId();
		this.#extend();
		const next = this.#stepFrom(current, by);
		if (next === null) return false;
		this.#show(next.id);
		return true;
	}

	/** Shows a waiting request from the triage, for example one whose rejection was undone. */
	showEntry(entryId: string): CommandOutcome {
		this.#extend();
		const entry = this.#inbox.entry(entryId);
		if (this.#run === null || !isMember(this.#run, entryId) || entry?.actionable !== true)
			return refused(message("app.request-gone"));
		this.#show(entryId);
		return done;
	}

	/**
	 * Resumes the run that the user left if some of its requests are still waiting. Otherwise, begins a new
	 * run.
	 */
	#newRun(): TriageRun {
		const now = this.#app.ports.clock.now();
		const waiting = this.#inbox.views(this.#waiting());
		const left = this.#left;
		this.#left = null;
		return left?.run.members.some(({ id }) => this.#isWaiting(id)) === true
			? resumeRun(left.run, left.leftAt, waiting, now)
			: beginRun(waiting, now);
	}

	#isWaiting(entryId: string): boolean {
		return this.#inbox.entry(entryId)?.actionable === true;
	}

	#waiting(): readonly Entry[] {
		return this.#inbox.pager.waiting(this.#inbox.entries());
	}

	#currentId(): string | null {
		const route = this.#app.window.route();
		if (this.#run === null || route.kind !== "entry") return null;
		return isMember(this.#run, route.entryId) ? route.entryId : null;
	}

	#stepFrom(entryId: string | null, by: 1 | -1): Entry | null {
		const current = entryId === null ? null : this.#inbox.entry(entryId);
		const next = this.#inbox.pager.step(this.#inbox.entries(), current, by);
		return next?.id === entryId ? null : next;
	}

	#nextOf(entryId: string | null): Entry | null {
		return this.#stepFrom(entryId, 1);
	}

	#undoable({ decisions }: TriageRun): RejectionView | null {
		const last = decisions.findLast(({ as }) => as === "rejected");
		const view = last === undefined ? null : this.#inbox.rejections.view(last.id, false);
		return view?.state === "undoable" ? view : null;
	}

	#record(entryIds: readonly string[], as: TriageDecision): void {
		if (this.#run === null || entryIds.length === 0) return;
		this.#run = decide(this.#run, entryIds, as, this.#app.ports.clock.now());
	}

	#extend(): void {
		if (this.#run !== null) this.#set(extendRun(this.#run, this.#inbox.views(this.#waiting())));
	}

	#set(run: TriageRun): void {
		this.#run = run;
		this.#inbox.pager.setOrder(run.members.map(({ id }) => id));
	}

	#goOn(from: string): void {
		this.#extend();
		const next = this.#nextOf(from);
		if (next === null) this.#app.window.go({ kind: "triage" });
		else this.#show(next.id);
	}

	#show(entryId: string): void {
		const { reviewing, window } = this.#app;
		this.#ahead = this.#nextOf(entryId)?.id ?? null;
		window.go({ kind: "entry", entryId, mode: "review" });
		void reviewing.reviews.load(entryId);
		if (this.#ahead !== null) reviewing.reviews.prepare(this.#ahead);
	}

	/** The account's next payment needs the nonce after the one that was just sent. */
	#onSent({ entryId, transactionId }: Pick<JournalRow, "entryId" | "transactionId">): void {
		const current = this.#currentId();
		if (current === null || transactionId === null || entryId === current) return;
		void this.#app.reviewing.reviews.load(current);
	}

	#onMoved(to: WindowRoute): void {
		if (this.#run === null) return;
		const stays =
			to.kind === "triage" ||
			SIDE_ROUTES.has(to.kind) ||
			(to.kind === "entry" && isMember(this.#run, to.entryId));
		if (stays) this.#app.ports.desktop.sizeTrusted(SIDE_ROUTES.has(to.kind) ? "review" : "triage");
		else this.end();
	}
}
