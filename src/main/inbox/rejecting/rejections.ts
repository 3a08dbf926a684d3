import { message, type Text } from "../../../core/localized-text.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { RejectionView } from "../../../ipc/inbox.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import type { UserState } from "../../../service-api/user-state.ts";
import type { Proposals } from "../../agents/proposals.ts";
import type { Events } from "../../events.ts";
import { done, refused } from "../../handlers.ts";
import type { Ports } from "../../ports.ts";
import type { Intents } from "../../storage/intents.ts";
import type { TrustedWindow } from "../../trusted-window.ts";
import type { Entry } from "../entries/entry.ts";
import { type RejectingAccount, RejectionDelivery } from "./delivery.ts";
import {
	answersRevision,
	entryOf,
	type Pending,
	PendingRejections,
	planRejection,
	REJECTION,
	type Rejection,
	scopeOfRejection,
} from "./rejection.ts";

export const UNDO_WINDOW_MS = 5_000;
export const WRITING_MS = 60_000;
const AT_ONCE = 4;
/** Maximum time to wait for the service on shutdown. Unsent rejections are sent on the next startup. */
const ENDING_MS = 2_000;
const SHOWN_MS = 60_000;
const MAX_OUTCOMES = 1000;

type UndoableRejection = Pending & { readonly held: NonNullable<Rejection["held"]> };
type UndoableBody = Rejection & { readonly held: NonNullable<Rejection["held"]> };

interface Outcome {
	readonly body: UndoableBody;
	readonly state: RejectionView["state"];
	readonly text: Text | null;
	readonly at: number;
}

interface AccountState {
	readonly delivery: RejectionDelivery;
	readonly timers: Map<string, () => void>;
	outcomes: readonly Outcome[];
}

const isUndoableBody = (body: Rejection): body is UndoableBody => body.held !== undefined;

const RANK: Readonly<Record<RejectionView["state"], number>> = {
	undoable: 0,
	changed: 1,
	failed: 2,
	sending: 3,
	arrived: 4,
};

function viewOf(group: string, members: readonly Outcome[]): RejectionView {
	const [worst] = members.toSorted((one, other) => RANK[one.state] - RANK[other.state]);
	const [first] = members;
	const alike = members.filter(({ state }) => state === worst?.state);
	return {
		group,
		entryIds: alike.map(({ body }) => entryOf(body)),
		headline: first?.body.headline ?? "",
		state: worst?.state ?? "arrived",
		until: worst?.state === "undoable" ? worst.body.held.until : null,
		explained: members.some(({ body }) => body.reason.length > 0),
		text: worst?.text ?? null,
		at: Math.max(...members.map(({ at }) => at)),
	};
}

/**
 * Stores a rejection, lets the user undo it for a few seconds, and then sends it. Once it is stored, the user
 * sees it as done, even if the service is unreachable.
 */
export class Rejections {
	readonly #app;
	readonly #inbox;
	readonly #pending: PendingRejections;
	readonly #states = new WeakMap<RejectingAccount, AccountState>();

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "log" | "desktop">;
			readonly events: Events;
			readonly stores: { readonly intents: Intents };
			readonly window: Pick<TrustedWindow, "route" | "go">;
			readonly conversations: { userState(): UserState };
			readonly proposals: Pick<Proposals, "end">;
			readonly reviewing: {
				readonly reviews: {
					composeCurrent(entryId: string): { readonly headline: { readonly text: Text } } | null;
				};
			};
			readonly signedIn: { current(): RejectingAccount; isRunning(): boolean };
		},
		inbox: {
			readonly notifications: { checkEntry(entryId: string): void };
			/** If a triage is showing the request, shows the next one and returns `true`. */
			readonly triage: { leave(entryId: string): boolean };
			entry(id: string): Entry | null;
		},
	) {
		this.#app = app;
		this.#inbox = inbox;
		this.#pending = new PendingRejections(app.stores.intents);
	}

	isPending(entryId: string): boolean {
		return this.#get(entryId) !== null;
	}

	answers(entry: Pick<Entry, "id" | "request">): boolean {
		const given = this.#get(entry.id);
		return given !== null && answersRevision(given, entry);
	}

	/**
	 * Skips requests that can't be rejected. If none of them can, the outcome explains why.
	 * @param reason empty if the user gave none
	 * @throws StorageError if the rejection couldn't be stored
	 */
	rejectWithUndo(entryIds: readonly string[], reason: string): CommandOutcome {
		const until = this.#app.ports.clock.now() + UNDO_WINDOW_MS;
		const [first = ""] = entryIds;
		const group = `${until} ${first}`;
		const planned = [...new Set(entryIds)].map((id) => this.#plan(id, reason));
		const fault = planned.find(({ ok }) => !ok) ?? null;
		const bodies = planned.flatMap((plan): Rejection[] =>
			plan.ok && !this.#isSameUnderWay(plan.body)
				? [{ ...plan.body, held: { group, until, revision: revisionKeyOf(plan.entry.request) } }]
				: [],
		);
		if (bodies.length > 0) {
			const scopes = Map.groupBy(bodies, (body) => this.#scopeOf(body));
			for (const [scope, of] of scopes) this.#app.stores.intents.rememberAll(REJECTION, scope, of);
			this.#sendAfter(group, UNDO_WINDOW_MS);
			this.#show(bodies);
		}
		return bodies.length === 0 && fault !== null ? fault : done;
	}

	undo(entryIds: readonly string[]): CommandOutcome {
		const undoable = this.#stillUndoable(entryIds);
		if (undoable.length === 0) return refused(message("app.reject.sent"));
		this.#app.stores.intents.settleAll(undoable.map(({ id }) => id));
		this.#show(undoable);
		return done;
	}

	/** Restarts the undo window with a reason. `null` only extends the window while the user is typing. */
	explain(entryIds: readonly string[], reason: string | null): CommandOutcome {
		const undoable = this.#stillUndoable(entryIds);
		if (undoable.length === 0) return refused(message("app.reject.sent"));
		const { events, ports, stores } = this.#app;
		const ms = reason === null ? WRITING_MS : UNDO_WINDOW_MS;
		const until = ports.clock.now() + ms;
		const revised = undoable.map(({ id, key: _, kind: __, ...body }) => ({
			id,
			body: { ...body, reason: reason ?? body.reason, held: { ...body.held, until } },
		}));
		stores.intents.reviseAll(revised);
		for (const group of new Set(undoable.map((each) => each.held.group))) this.#sendAfter(group, ms);
		events.emit("inbox-changed");
		return done;
	}

	/** @throws StorageError if the rejection couldn't be stored */
	async reject(entryId: string, reason: string): Promise<CommandOutcome> {
		return await this.#send(entryId, this.#plan(entryId, reason));
	}

	/**
	 * Rejects a local agent's proposal. The answer contains the requested change.
	 * @throws StorageError if the rejection couldn't be stored
	 */
	async requestChange(entryId: string, wanted: string): Promise<CommandOutcome> {
		const plan = this.#plan(entryId, wanted);
		if (!plan.ok || plan.body.proposal === undefined)
			return plan.ok ? refused(message("app.no-conversation")) : plan;
		const proposal = { ...plan.body.proposal, isWantedChange: true as const };
		return await this.#send(entryId, { ...plan, body: { ...plan.body, proposal } });
	}

	async #send(entryId: string, plan: ReturnType<typeof planRejection>): Promise<CommandOutcome> {
		if (!plan.ok) return plan;
		const { body } = plan;
		if (this.#isSameUnderWay(body)) {
			this.#leave(entryId);
			return done;
		}
		const { id, key } = this.#app.stores.intents.remember(REJECTION, this.#scopeOf(body), body);
		const { delivery } = this.#state();
		delivery.startDelivery(id);
		return await delivery.send({ id, key, body });
	}

	dismiss(group: string): void {
		const state = this.#state();
		state.outcomes = state.outcomes.filter(({ body }) => body.held.group !== group);
		this.#app.events.emit("inbox-changed");
	}

	/** The delivery notices the new revision and reports it. */
	onRevised(entryId: string): void {
		const revised = this.#undoable().filter((each) => {
			const entry = entryOf(each) === entryId ? this.#inbox.entry(entryId) : null;
			return entry !== null && revisionKeyOf(entry.request) !== each.held.revision;
		});
		if (revised.length > 0) void this.#sendAll(this.#app.signedIn.current(), revised);
	}

	recover(): void {
		this.#state().delivery.recover();
	}

	async flush(): Promise<void> {
		const account = this.#app.signedIn.current();
		const undoable = this.#undoable();
		const { timers } = this.#state();
		for (const cancel of timers.values()) cancel();
		timers.clear();
		if (undoable.length === 0) return;
		await new Promise<void>((resolve) => {
			const cancel = this.#app.ports.clock.after(ENDING_MS, resolve);
			void this.#sendAll(account, undoable).finally(() => {
				cancel();
				resolve();
			});
		});
	}

	views(): readonly RejectionView[] {
		const groups = Map.groupBy(this.#outcomes(), ({ body }) => body.held.group);
		return [...groups].map(([group, members]) => viewOf(group, members));
	}

	view(entryId: string, isWaiting: boolean): RejectionView | null {
		const last = this.#outcomes()
			.filter(({ body }) => entryOf(body) === entryId)
			.at(-1);
		if (last === undefined || (isWaiting && last.state === "arrived")) return null;
		return viewOf(last.body.held.group, [last]);
	}

	#state(): AccountState {
		const account = this.#app.signedIn.current();
		const known = this.#states.get(account);
		if (known !== undefined) return known;
		const state: AccountState = {
			delivery: new RejectionDelivery(
				this.#app,
				{
					pending: this.#pending,
					entry: (id) => this.#inbox.entry(id),
					isCurrent: (of) => this.#app.signedIn.isRunning() && this.#app.signedIn.current() === of,
					leave: (entryId) => this.#leave(entryId),
					ended: (body, outcome, text) => this.#onEnded(state, body, outcome, text),
				},
				account,
			),
			timers: new Map(),
			outcomes: [],
		};
		this.#states.set(account, state);
		return state;
	}

	#scopeOf(body: Rejection): string {
		return scopeOfRejection(body, this.#app.signedIn.current().scope);
	}

	#get(entryId: string): Pending | null {
		return this.#pending.get(this.#app.signedIn.current().scope, entryId);
	}

	#plan(entryId: string, reason: string): ReturnType<typeof planRejection> {
		const headline = this.#app.reviewing.reviews.composeCurrent(entryId)?.headline.text ?? null;
		return planRejection(this.#inbox.entry(entryId), headline, reason);
	}

	#isSameUnderWay({ commitId, action }: Rejection): boolean {
		return this.#pending
			.list(this.#app.signedIn.current().scope)
			.some(
				(each) =>
					each.kind === REJECTION && each.commitId === commitId && each.action?.revision === action?.revision,
			);
	}

	#undoable(): readonly UndoableRejection[] {
		return this.#pending.list(this.#app.signedIn.current().scope).filter((each) => this.#isUndoable(each));
	}

	#isUndoable(each: Pending): each is UndoableRejection {
		return each.kind === REJECTION && each.held !== undefined && !this.#state().delivery.isTaken(each.id);
	}

	#stillUndoable(entryIds: readonly string[]): readonly UndoableRejection[] {
		const wanted = new Set(entryIds);
		return this.#undoable().filter((each) => wanted.has(entryOf(each)));
	}

	#sendAfter(group: string, ms: number): void {
		const account = this.#app.signedIn.current();
		const { timers } = this.#state();
		timers.get(group)?.();
		const cancel = this.#app.ports.clock.after(ms, () => {
			timers.delete(group);
			if (!this.#app.signedIn.isRunning() || this.#app.signedIn.current() !== account) return;
			void this.#sendAll(
				account,
				this.#undoable().filter(({ held }) => held.group === group),
			);
		});
		timers.set(group, cancel);
	}

	async #sendAll(account: RejectingAccount, due: readonly UndoableRejection[]): Promise<void> {
		const { delivery } = this.#states.get(account) ?? this.#state();
		const queue = due
			.map(({ id, key, kind: _, ...body }) => ({ id, key, body }))
			.filter(({ id }) => delivery.startDelivery(id));
		this.#app.events.emit("inbox-changed");
		const worker = async () => {
			for (let next = queue.shift(); next !== undefined; next = queue.shift()) await delivery.send(next);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
	}

	#onEnded(
		state: AccountState,
		body: Rejection,
		outcome: "arrived" | "changed" | "failed",
		text: Text | null,
	): void {
		if (isUndoableBody(body)) {
			const added = { body, state: outcome, text, at: this.#app.ports.clock.now() };
			state.outcomes = [...state.outcomes, added].slice(-MAX_OUTCOMES);
		} else this.#leave(entryOf(body));
		this.#show([body]);
	}

	#leave(entryId: string): void {
		const { ports, window } = this.#app;
		if (this.#inbox.triage.leave(entryId)) return;
		const route = window.route();
		if (route.kind !== "entry" || route.entryId !== entryId) return;
		window.go({ kind: "empty" }, false);
		ports.desktop.hideTrusted();
	}

	#show(bodies: readonly Rejection[]): void {
		for (const body of bodies) this.#inbox.notifications.checkEntry(entryOf(body));
		this.#app.events.emit("inbox-changed");
	}

	#outcomes(): readonly Outcome[] {
		const now = this.#app.ports.clock.now();
		const ended = this.#state().outcomes.filter(({ at }) => Math.abs(now - at) < SHOWN_MS);
		const open = this.#pending.list(this.#app.signedIn.current().scope).flatMap((each): Outcome[] => {
			if (each.kind !== REJECTION || !isUndoableBody(each)) return [];
			const state = this.#isUndoable(each) ? "undoable" : "sending";
			return [{ body: each, state, text: null, at: each.held.until }];
		});
		return [...ended, ...open];
	}
}
