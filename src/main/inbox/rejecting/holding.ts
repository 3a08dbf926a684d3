import { message } from "../../../core/message.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { done, refused } from "../../outcome.ts";
import {
	entryOf,
	type Pending,
	pendingOf,
	REJECTION,
	type RejectingAccount,
	type Rejection,
	type RejectionDeps,
} from "./rejection.ts";
import { isPending, plannedRejection } from "./rejections.ts";
import { sendRejection } from "./sending.ts";
import { isTakenUp, type Task, takeUp } from "./task.ts";

/**
 * A "no" that takes one click: on disk at once, then held so that it can be taken back or given a reason, then told.
 * Where the app ends first it is told, or at the next start.
 */

/** In ms. */
export const REJECTION_HOLD_MS = 5_000;
/** While somebody writes a reason, in ms. */
export const WRITING_MS = 60_000;
/** So many are told at a time. */
const AT_ONCE = 4;
/** The app does not wait longer for the service when it ends, in ms; what is left is told at the next start. */
const ENDING_MS = 2_000;

/** What ends each group's hold, by account. */
const timers = new WeakMap<RejectingAccount, Map<string, () => void>>();

function timersOf(account: RejectingAccount): Map<string, () => void> {
	const known = timers.get(account) ?? new Map<string, () => void>();
	timers.set(account, known);
	return known;
}

type Held = Pending & { readonly held: NonNullable<Rejection["held"]> };

/** It can still be taken back: nobody was told, and nobody is being told. */
export const isHeld = (account: RejectingAccount, each: Pending): each is Held =>
	each.kind === REJECTION && each.held !== undefined && !isTakenUp(account, each.id);

const heldOf = (deps: RejectionDeps, account: RejectingAccount): readonly Held[] =>
	pendingOf(deps, account.scope).filter((each) => isHeld(account, each));

/** Tells the service of these, a few at a time. Never rejects. */
async function sendAll(deps: RejectionDeps, account: RejectingAccount, held: readonly Held[]): Promise<void> {
	const tasks = held.map(({ id, key, kind: _, ...body }): Task => ({ deps, account, id, key, body }));
	const queue = tasks.filter(takeUp);
	deps.changed();
	const worker = async () => {
		for (let task = queue.shift(); task !== undefined; task = queue.shift()) await sendRejection(task, 0);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function holdUntil(deps: RejectionDeps, account: RejectingAccount, group: string, ms: number): void {
	const known = timersOf(account);
	known.get(group)?.();
	const cancel = deps.ports.clock.after(ms, () => {
		known.delete(group);
		if (!deps.running() || deps.account() !== account) return;
		void sendAll(
			deps,
			account,
			heldOf(deps, account).filter(({ held }) => held.group === group),
		);
	});
	known.set(group, cancel);
}

/** The windows and notifications know it. */
function shown(deps: RejectionDeps, bodies: readonly Rejection[]): void {
	for (const body of bodies) deps.inbox.notices.look(entryOf(body));
	deps.changed();
}

/**
 * Rejects these as they stand, each bound to its revision. What can't be rejected is left out; where that is all, the
 * outcome says why.
 * @param reason empty where the user gives none
 * @throws StorageError where it could not be written down
 */
export function holdRejections(
	deps: RejectionDeps,
	entryIds: readonly string[],
	reason: string,
): CommandOutcome {
	const account = deps.account();
	const until = deps.ports.clock.now() + REJECTION_HOLD_MS;
	const [first = ""] = entryIds;
	const group = `${until} ${first}`;
	const planned = [...new Set(entryIds)].map((id) => plannedRejection(deps, id, reason));
	const fault = planned.find(({ ok }) => !ok) ?? null;
	const bodies = planned.flatMap((plan): Rejection[] =>
		plan.ok && !isPending(deps, plan.body)
			? [{ ...plan.body, held: { group, until, revision: revisionKeyOf(plan.entry.request) } }]
			: [],
	);
	if (bodies.length > 0) {
		deps.intents.rememberAll(REJECTION, account.scope, bodies);
		holdUntil(deps, account, group, REJECTION_HOLD_MS);
		shown(deps, bodies);
	}
	return bodies.length === 0 && fault !== null ? fault : done;
}

/** Those of these entries that are still held. */
function stillHeld(deps: RejectionDeps, entryIds: readonly string[]): readonly Held[] {
	const wanted = new Set(entryIds);
	return heldOf(deps, deps.account()).filter((each) => wanted.has(entryOf(each)));
}

/** Takes them back; what the service was told of stays told. */
export function undoRejections(deps: RejectionDeps, entryIds: readonly string[]): CommandOutcome {
	const held = stillHeld(deps, entryIds);
	if (held.length === 0) return refused(message("app.reject.sent"));
	deps.intents.settleAll(held.map(({ id }) => id));
	shown(deps, held);
	return done;
}

/** Gives them this reason, and holds them anew; null: somebody is about to write one, and they are held for longer. */
export function explainRejections(
	deps: RejectionDeps,
	entryIds: readonly string[],
	reason: string | null,
): CommandOutcome {
	const held = stillHeld(deps, entryIds);
	if (held.length === 0) return refused(message("app.reject.sent"));
	const account = deps.account();
	const ms = reason === null ? WRITING_MS : REJECTION_HOLD_MS;
	const until = deps.ports.clock.now() + ms;
	const revised = held.map(({ id, key: _, kind: __, ...body }) => ({
		id,
		body: { ...body, reason: reason ?? body.reason, held: { ...body.held, until } },
	}));
	deps.intents.reviseAll(revised);
	for (const group of new Set(held.map((each) => each.held.group))) holdUntil(deps, account, group, ms);
	deps.changed();
	return done;
}

/** What the service asks of was revised: a "no" to the one before is no longer meant. Tells it. */
export function lookAtHeld(deps: RejectionDeps, entryId: string): void {
	const account = deps.account();
	const stale = heldOf(deps, account).filter((each) => {
		const entry = entryOf(each) === entryId ? deps.entry(entryId) : null;
		return entry !== null && revisionKeyOf(entry.request) !== each.held.revision;
	});
	// Its turn to be told finds that it is revised, and says so.
	if (stale.length > 0) void sendAll(deps, account, stale);
}

/** The app ends: the service is told now of what is held, as far as there is time. */
export async function flushRejections(deps: RejectionDeps): Promise<void> {
	const account = deps.account();
	const held = heldOf(deps, account);
	for (const cancel of timersOf(account).values()) cancel();
	timersOf(account).clear();
	if (held.length === 0) return;
	await new Promise<void>((resolve) => {
		const cancel = deps.ports.clock.after(ENDING_MS, resolve);
		void sendAll(deps, account, held).finally(() => {
			cancel();
			resolve();
		});
	});
}
