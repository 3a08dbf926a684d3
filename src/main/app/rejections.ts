import { z } from "zod";
import type { Outcome } from "../../bridge/procedures.ts";
import { entryIdOf, entryKeyOf } from "../inbox/entry.ts";
import { ServiceError } from "../service/errors.ts";
import { done, refused } from "./outcome.ts";
import type { Account, App } from "./parts.ts";

/**
 * A "no" of the person: durable before the first try, so that a crash can't lose it. The interface's rejection
 * carries no reason (learnt.md 7.1), so the reason follows as the person's next message in that session; it is
 * durable as well, from before the rejection is done until the service has taken or refused it.
 */

export const REJECTION = "reject";
export const REASON = "reason";

/** What the intents of both kinds hold. */
export const rejection = z.strictObject({
	commitId: z.string(),
	sessionId: z.string(),
	headline: z.string(),
	reason: z.string(),
	/** Of an action: its revision as it stood; its answer carries the reason itself (ActionResult `rejected`). */
	action: z.strictObject({ id: z.string(), revision: z.number().int().min(0) }).optional(),
});
export type Rejection = z.infer<typeof rejection>;

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
/** Between two looks at whether the agent rests: at first, and once it takes long. */
const LOOK_MS = 500;
const CALM_LOOK_MS = 10_000;
const QUICK_LOOKS = 60;
/** A refused message was not taken, most often since the agent took its next turn just then: so often in all. */
const MOST_REFUSALS = 10;
/** After so long an answer that is no "yes" may hide a message that arrived: it is not sent anew. In ms. */
const UNCLEAR_MS = 10 * 60_000;
/** The contract's longest message. */
const MESSAGE_LENGTH = 32_000;

/** An intent that is being carried out for an account. */
interface Task {
	readonly app: App;
	readonly account: Account;
	readonly id: string;
	readonly key: string;
	readonly body: Rejection;
}

/** Intents that are taken up, by account: none is taken up twice. */
const takenUp = new WeakMap<Account, Set<string>>();

function takeUp({ account, id }: Task): boolean {
	const known = takenUp.get(account) ?? new Set();
	takenUp.set(account, known);
	if (known.has(id)) return false;
	known.add(id);
	return true;
}

/** False once the app ends or another account takes over: what is pending is then taken up from the disk. */
const stands = ({ app, account }: Task): boolean => app.running() && app.account() === account;

interface Pending extends Rejection {
	readonly id: string;
	readonly key: string;
	readonly kind: typeof REJECTION | typeof REASON;
}

function pendingOf(app: App, scope: string): readonly Pending[] {
	return app.intents.pending(scope).flatMap(({ id, key, kind, body }) => {
		if (kind !== REJECTION && kind !== REASON) return [];
		const read = rejection.safeParse(body);
		return read.success ? [{ ...read.data, id, key, kind }] : [];
	});
}

/** What a rejection is known by: a commit's id, or an action's entry. */
function nameOf(entryId: string): string | null {
	const key = entryKeyOf(entryId);
	if (key?.kind === "commit") return key.commitId;
	return key?.kind === "action" ? entryId : null;
}

const entryOf = ({ commitId, action }: Rejection): string =>
	action === undefined ? entryIdOf(commitId) : commitId;

/** The person has said no to this, and the service is still being told. */
export function isRejecting(app: App, entryId: string): boolean {
	const name = nameOf(entryId);
	return pendingOf(app, app.account().scope).some(
		(each) => each.kind === REJECTION && each.commitId === name,
	);
}

/**
 * Rejects a commit. Once this is on disk it counts as done for the person, whether or not the service can be told now.
 * @throws StorageError where the "no" could not be written down
 */
export async function rejectEntry(app: App, entryId: string, reason: string): Promise<Outcome> {
	const entry = app.entry(entryId);
	const commitId = nameOf(entryId);
	if (entry === null || commitId === null) return refused("This request is not here any more.");
	if (entry.row?.live === true)
		return refused(
			"You approved this already; the service may have the signature, so it can't be rejected here.",
		);
	const account = app.account();
	const { asked } = entry;
	// A revised action is another question: the "no" to the one before does not answer it.
	const revision = asked.kind === "action" ? asked.action.revision : undefined;
	const isSame = (each: Pending) => each.commitId === commitId && each.action?.revision === revision;
	if (pendingOf(app, account.scope).some(isSame)) {
		leave(app, entryId);
		return done;
	}
	const body: Rejection = {
		commitId,
		sessionId: entry.sessionId,
		headline: app.reviews.get(entryId)?.headline.text ?? "this request",
		reason,
		...(asked.kind === "action" ? { action: { id: asked.action.id, revision: asked.action.revision } } : {}),
	};
	const { id, key } = app.intents.remember(REJECTION, account.scope, body);
	const task: Task = { app, account, id, key, body };
	takeUp(task);
	return await tell(task, 0);
}

/** Takes up the rejections, and their reasons, that a crash or a lost network left. */
export function recoverRejections(app: App): void {
	const account = app.account();
	const pending = pendingOf(app, account.scope);
	for (const { id, key, kind, ...body } of pending) {
		const task: Task = { app, account, id, key, body };
		if (!takeUp(task)) continue;
		if (kind === REASON) {
			// Its message is a turn with a key of its own by now, which the session repeats.
			if (isOnItsWay(task)) settle(task, 0);
			else giveReason(task, 0, 0);
		} else if (pending.some((each) => each.kind === REASON && each.commitId === body.commitId))
			// There is a reason only once the service was told.
			settle(task, 0);
		else again(task, 0, 0, (failures) => void tell(task, failures));
	}
}

/** Runs `next` later, ever less often, not sooner than `leastMs`. */
function again(task: Task, failures: number, leastMs: number, next: (failures: number) => void): void {
	const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), LONGEST_RETRY_MS);
	task.app.ports.clock.after(Math.max(backoff, leastMs), () => {
		if (stands(task)) next(failures + 1);
	});
}

/** Takes the trusted window away from a request that is answered. */
function leave(app: App, entryId: string): void {
	const place = app.place();
	if (place.kind !== "entry" || place.entryId !== entryId) return;
	app.go({ kind: "empty" }, false);
	app.ports.desktop.hideTrusted();
}

/** Tells the service, now or later. Never rejects. */
async function tell(task: Task, failures: number): Promise<Outcome> {
	const { app, account, body } = task;
	try {
		await tellService(task);
	} catch (cause) {
		app.ports.log(`rejection: ${String(cause)}`);
		if (cause instanceof ServiceError && (cause.retryable || cause.kind === "unauthorized")) {
			again(task, failures, cause.retryAfterMs ?? 0, (next) => void tell(task, next));
			locally(task, () => leave(app, entryOf(body)));
			return done;
		}
		settle(task, 0);
		if (body.action === undefined) await account.sessions.refreshCommit(body.commitId).catch(() => null);
		else await account.sessions.refreshSession(body.sessionId).catch(() => null);
		if (cause instanceof ServiceError) return refused(cause.words);
		return refused("The rejection could not be told to the service. Nothing was signed.");
	}
	if (body.action === undefined) told(task, 0);
	else settle(task, 0);
	locally(task, () => leave(app, entryOf(body)));
	locally(task, () => app.changed());
	return done;
}

/** The service has it when this resolves: from here on nothing may say that it was not told. Throws a ServiceError. */
async function tellService(task: Task): Promise<void> {
	const { account, key, body } = task;
	const { action, sessionId, commitId, reason } = body;
	if (action === undefined) {
		const read = await account.commits.postManual(commitId, sessionId, { kind: "rejected" }, key);
		locally(task, () => account.sessions.acceptCommit(sessionId, read));
		return;
	}
	const answer = { revision: action.revision, result: { status: "rejected" as const, reason } };
	await account.commits.resolveAction(sessionId, action.id, answer, key);
	// The session's own log says it too; reading it now only spares the wait.
	await account.sessions.refreshSession(sessionId).catch((cause: unknown) => {
		task.app.ports.log(`rejection: ${String(cause)}`);
	});
}

/** Our own side of what has already happened: its faults are for the log. @returns whether it went well */
function locally({ app }: Task, work: () => void): boolean {
	try {
		work();
		return true;
	} catch (cause) {
		app.ports.log(`rejection: ${String(cause)}`);
		return false;
	}
}

function settle(task: Task, failures: number): void {
	if (!locally(task, () => task.app.intents.settle(task.id)))
		again(task, failures, 0, (next) => settle(task, next));
}

/** The service has the rejection: the reason is on disk before the rejection is done with. */
function told(task: Task, failures: number): void {
	const { app, account, body } = task;
	const written = locally(task, () => {
		const pending = pendingOf(app, account.scope).filter((each) => each.commitId === body.commitId);
		const known = pending.find((each) => each.kind === REASON);
		const open = pending.some((each) => each.id === task.id);
		const reason = known ?? (open ? app.intents.remember(REASON, account.scope, body) : null);
		if (open) app.intents.settle(task.id);
		if (reason === null) return;
		const next: Task = { app, account, id: reason.id, key: reason.key, body };
		if (takeUp(next)) giveReason(next, 0, 0);
	});
	if (!written) again(task, failures, 0, (next) => told(task, next));
}

const messageOf = ({ headline, reason }: Rejection): string =>
	`I rejected “${headline}”: ${reason}`.slice(0, MESSAGE_LENGTH);

const startOf = z.object({ sessionId: z.string(), message: z.string() });

/** A turn with this reason is on disk already (sessions/turns.ts). */
function isOnItsWay({ app, account, body }: Task): boolean {
	return app.intents.pending(account.scope).some((intent) => {
		const start = intent.kind === "start" ? startOf.safeParse(intent.body).data : undefined;
		return start?.sessionId === body.sessionId && start.message === messageOf(body);
	});
}

/** The reason goes out once the agent rests, since a running turn takes no message. */
function giveReason(task: Task, looks: number, failures: number): void {
	if (!stands(task)) return;
	const { app, account, body } = task;
	const session = account.sessions.list().find((each) => each.id === body.sessionId);
	const busy =
		session === undefined
			? looks < QUICK_LOOKS
			: session.turnState === "processing" ||
				session.pending !== null ||
				session.connection.state === "unauthorized";
	if (busy) {
		const ms = looks < QUICK_LOOKS ? LOOK_MS : CALM_LOOK_MS;
		app.ports.clock.after(ms, () => giveReason(task, looks + 1, failures));
		return;
	}
	try {
		const turn = { message: messageOf(body), userState: app.userState() };
		const began = app.ports.clock.now();
		void account.sessions.startTurn(body.sessionId, turn).outcome.then((outcome) => {
			// What was broken off is no refusal: it stays on disk until it has an answer.
			if (!outcome.ok && !stands(task)) return;
			const final = failures + 1 >= MOST_REFUSALS || app.ports.clock.now() - began >= UNCLEAR_MS;
			if (outcome.ok || final) settle(task, 0);
			else again(task, failures, 0, (next) => giveReason(task, 0, next));
		});
	} catch (cause) {
		app.ports.log(`rejection's reason: ${String(cause)}`);
		// No later try could make another message of it.
		if (cause instanceof ServiceError && cause.kind === "unprocessable") settle(task, 0);
		// Another message is still on its way, or the journal can't be written.
		else again(task, failures, 0, (next) => giveReason(task, looks, next));
	}
}
