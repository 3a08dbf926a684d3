import { z } from "zod";
import { message, type Text } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { UserState } from "../../service-api/user-state.ts";
import { headlineText } from "../../text/index.ts";
import type { Sessions } from "../conversations/types.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { AgentService } from "../service/agent.ts";
import type { CommitsService } from "../service/commits.ts";
import { ServiceError } from "../service/errors.ts";
import type { BuildOrigin } from "../storage/committed-requests.ts";
import type { Intents } from "../storage/intents.ts";
import type { WindowRoute } from "../window-route.ts";
import type { Cohort } from "./cohort.ts";
import type { Committed } from "./committed.ts";
import { type Entry, entryIdOf, entryKeyOf } from "./entry.ts";

/** Whoever is signed in, with the ways in which the service is told. */
interface RejectingAccount {
	readonly scope: string;
	readonly sessions: Sessions;
	readonly commits: CommitsService & Pick<AgentService, "resolveAction">;
	readonly committed: Committed;
	readonly cohort: Cohort;
}

export interface RejectionDeps {
	readonly ports: Pick<Ports, "clock" | "log" | "desktop">;
	readonly intents: Intents;
	/** What is told of a request, where a review of it was composed. */
	readonly reviews: { get(entryId: string): { readonly headline: { readonly text: Text } } | null };
	/** Another one once somebody else is signed in. */
	account(): RejectingAccount;
	entry(id: string): Entry | null;
	place(): WindowRoute;
	/** Moves the trusted window, and raises it unless told not to. */
	go(place: WindowRoute, raise?: boolean): void;
	/** Something that a window shows has changed. */
	changed(): void;
	/** False once it stops: nothing new is begun then. */
	running(): boolean;
	/** What the agent is told of the user's wallet. */
	userState(): UserState;
}

/**
 * A "no" of the user: durable before the first try, so that a crash can't lose it. The interface's rejection
 * carries no reason (docs/service-api/commits.md#calls-and-bodies), so the reason follows as the user's next
 * message in that session; it is durable as well, from before the rejection is done until the service has taken or
 * refused it.
 */

const REJECTION = "reject";
const REASON = "reason";

/** What the intents of both kinds hold. */
const rejection = z.strictObject({
	commitId: z.string(),
	sessionId: z.string(),
	headline: z.string(),
	reason: z.string(),
	/** Of an action: its revision as it stood; its answer carries the reason itself (ActionResult `rejected`). */
	action: z.strictObject({ id: z.string(), revision: z.number().int().min(0) }).optional(),
	/** Of a wallet attempt that was given to us and ended unsigned: the service waits to hear of it. */
	attemptId: z.string().optional(),
});
type Rejection = z.infer<typeof rejection>;

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
/** Between two looks at whether the agent rests: at first, and once it takes long. */
const LOOK_MS = 500;
const CALM_LOOK_MS = 10_000;
const QUICK_LOOKS = 60;
/** A refused message was not taken, most often since the agent took its next turn just then: so often in all. */
const MAX_REFUSALS = 10;
/** After so long an answer that is no "yes" may hide a message that arrived: it is not sent anew. In ms. */
const UNCLEAR_MS = 10 * 60_000;
/** The contract's longest message. */
const MESSAGE_LENGTH = 32_000;

/** An intent that is being carried out for an account. */
interface Task {
	readonly deps: RejectionDeps;
	readonly account: RejectingAccount;
	readonly id: string;
	readonly key: string;
	readonly body: Rejection;
}

/** Intents that are taken up, by account: none is taken up twice. */
const takenUp = new WeakMap<RejectingAccount, Set<string>>();

function takeUp({ account, id }: Task): boolean {
	const known = takenUp.get(account) ?? new Set();
	takenUp.set(account, known);
	if (known.has(id)) return false;
	known.add(id);
	return true;
}

/** False once the app ends or another account takes over: what is pending is then taken up from the disk. */
const stands = ({ deps, account }: Task): boolean => deps.running() && deps.account() === account;

interface Pending extends Rejection {
	readonly id: string;
	readonly key: string;
	readonly kind: typeof REJECTION | typeof REASON;
}

function pendingOf(deps: Pick<RejectionDeps, "intents">, scope: string): readonly Pending[] {
	return deps.intents.pending(scope).flatMap(({ id, key, kind, body }) => {
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

/** The user has said no to this, and the service is still being told. */
export function isRejecting(deps: Pick<RejectionDeps, "intents" | "account">, entryId: string): boolean {
	const name = nameOf(entryId);
	return pendingOf(deps, deps.account().scope).some(
		(each) => each.kind === REJECTION && each.commitId === name,
	);
}

/** Nobody waits for a "no" to what a Build's stateless commit asks for: it is done once it is on disk. */
function endLocally(deps: RejectionDeps, entry: Entry | null, origin: BuildOrigin): CommandOutcome {
	if (entry === null) return refused(message("app.request-gone"));
	if (entry.row?.live === true) return refused(message("app.reject.carried-out"));
	deps.account().committed.reject(origin);
	leave(deps, entry.id);
	return done;
}

/**
 * The wallet attempt that was given to this wallet and ended without a signature, while the service still waits to hear
 * of it; null where there is none. That nothing was signed is proven by the journal, so the user may say so.
 */
export function leftAttemptOf({ asked, row }: Entry): string | null {
	if (asked.kind !== "commit" || asked.read.kind !== "known" || row?.state !== "refused") return null;
	const { wallet_attempt: attempt } = asked.read.view;
	const isOurs = attempt !== null && attempt.attempt_id === row.attemptId && row.signedBytes === null;
	return isOurs && attempt.state === "awaiting_wallet" ? attempt.attempt_id : null;
}

/**
 * Rejects a commit. Once this is on disk it counts as done for the user, whether or not the service can be told now.
 * @throws StorageError where the "no" could not be written down
 */
export async function rejectEntry(
	deps: RejectionDeps,
	entryId: string,
	reason: string,
): Promise<CommandOutcome> {
	const entry = deps.entry(entryId);
	const kept = entryKeyOf(entryId);
	if (kept?.kind === "pipeline") return endLocally(deps, entry, kept);
	const commitId = nameOf(entryId);
	if (entry === null || commitId === null) return refused(message("app.request-gone"));
	if (entry.row?.live === true) return refused(message("app.reject.signature-out"));
	const account = deps.account();
	const { asked } = entry;
	// A revised action is another question: the "no" to the one before does not answer it.
	const action = asked.kind === "action" || asked.kind === "unreadable" ? asked.action : null;
	const revision = action?.revision ?? undefined;
	if (action !== null && revision === undefined) return refused(message("app.reject.no-revision"));
	const isSame = (each: Pending) => each.commitId === commitId && each.action?.revision === revision;
	if (pendingOf(deps, account.scope).some(isSame)) {
		leave(deps, entryId);
		return done;
	}
	const attemptId = leftAttemptOf(entry);
	const body: Rejection = {
		commitId,
		sessionId: entry.sessionId,
		headline: headlineText(
			deps.reviews.get(entryId)?.headline.text ?? entry.row?.headline ?? message("headline.this-request"),
		),
		reason,
		...(attemptId === null ? {} : { attemptId }),
		...(action !== null && revision !== undefined ? { action: { id: action.id, revision } } : {}),
	};
	const { id, key } = deps.intents.remember(REJECTION, account.scope, body);
	const task: Task = { deps, account, id, key, body };
	takeUp(task);
	return await tell(task, 0);
}

/** Takes up the rejections, and their reasons, that a crash or a lost network left. */
export function recoverRejections(deps: RejectionDeps): void {
	const account = deps.account();
	const pending = pendingOf(deps, account.scope);
	for (const { id, key, kind, ...body } of pending) {
		const task: Task = { deps, account, id, key, body };
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
	const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), MAX_RETRY_MS);
	task.deps.ports.clock.after(Math.max(backoff, leastMs), () => {
		if (stands(task)) next(failures + 1);
	});
}

/** Takes the trusted window away from a request that is answered. */
function leave(deps: RejectionDeps, entryId: string): void {
	const place = deps.place();
	if (place.kind !== "entry" || place.entryId !== entryId) return;
	deps.go({ kind: "empty" }, false);
	deps.ports.desktop.hideTrusted();
}

/** Tells the service, now or later. Never rejects. */
async function tell(task: Task, failures: number): Promise<CommandOutcome> {
	const { deps, account, body } = task;
	try {
		await tellService(task);
	} catch (cause) {
		deps.ports.log(`rejection: ${String(cause)}`);
		if (cause instanceof ServiceError && (cause.retryable || cause.kind === "unauthorized")) {
			again(task, failures, cause.retryAfterMs ?? 0, (next) => void tell(task, next));
			locally(task, () => leave(deps, entryOf(body)));
			return done;
		}
		settle(task, 0);
		if (body.action === undefined) await account.sessions.refreshCommit(body.commitId).catch(() => null);
		else await account.sessions.refreshSession(body.sessionId).catch(() => null);
		if (cause instanceof ServiceError) return refused(cause.told);
		return refused(message("app.reject.untold"));
	}
	// No conversation takes the reason of what was made of a Build.
	if (body.action === undefined && !account.cohort.has(body.commitId)) told(task, 0);
	else settle(task, 0);
	locally(task, () => leave(deps, entryOf(body)));
	locally(task, () => deps.changed());
	return done;
}

/** The service has it when this resolves: from here on nothing may say that it was not told. Throws a ServiceError. */
async function tellService(task: Task): Promise<void> {
	const { account, key, body } = task;
	const { action, sessionId, commitId, reason, attemptId } = body;
	if (action === undefined) {
		const no = { kind: "rejected" } as const;
		const read =
			attemptId === undefined
				? await account.commits.postManual(commitId, sessionId, no, key)
				: await account.commits.reportWalletAttempt(commitId, sessionId, attemptId, no);
		locally(task, () => account.sessions.acceptCommit(sessionId, read));
		return;
	}
	const answer = { revision: action.revision, result: { status: "rejected" as const, reason } };
	await account.commits.resolveAction(sessionId, action.id, answer, key);
	// The session's own log says it too; reading it now only spares the wait.
	await account.sessions.refreshSession(sessionId).catch((cause: unknown) => {
		task.deps.ports.log(`rejection: ${String(cause)}`);
	});
}

/** Our own side of what has already happened: its faults are for the log. @returns whether it went well */
function locally({ deps }: Task, work: () => void): boolean {
	try {
		work();
		return true;
	} catch (cause) {
		deps.ports.log(`rejection: ${String(cause)}`);
		return false;
	}
}

function settle(task: Task, failures: number): void {
	if (!locally(task, () => task.deps.intents.settle(task.id)))
		again(task, failures, 0, (next) => settle(task, next));
}

/** The service has the rejection: the reason is on disk before the rejection is done with. */
function told(task: Task, failures: number): void {
	const { deps, account, body } = task;
	const written = locally(task, () => {
		const pending = pendingOf(deps, account.scope).filter((each) => each.commitId === body.commitId);
		const known = pending.find((each) => each.kind === REASON);
		const open = pending.some((each) => each.id === task.id);
		const reason = known ?? (open ? deps.intents.remember(REASON, account.scope, body) : null);
		if (open) deps.intents.settle(task.id);
		if (reason === null) return;
		const next: Task = { deps, account, id: reason.id, key: reason.key, body };
		if (takeUp(next)) giveReason(next, 0, 0);
	});
	if (!written) again(task, failures, 0, (next) => told(task, next));
}

const messageOf = ({ headline, reason }: Rejection): string =>
	`I rejected “${headline}”: ${reason}`.slice(0, MESSAGE_LENGTH);

const startOf = z.object({ sessionId: z.string(), message: z.string() });

/** A turn with this reason is on disk already (sessions/turns.ts). */
function isOnItsWay({ deps, account, body }: Task): boolean {
	return deps.intents.pending(account.scope).some((intent) => {
		const start = intent.kind === "start" ? startOf.safeParse(intent.body).data : undefined;
		return start?.sessionId === body.sessionId && start.message === messageOf(body);
	});
}

/** The reason goes out once the agent rests, since a running turn takes no message. */
function giveReason(task: Task, looks: number, failures: number): void {
	if (!stands(task)) return;
	const { deps, account, body } = task;
	const session = account.sessions.list().find((each) => each.id === body.sessionId);
	const busy =
		session === undefined
			? looks < QUICK_LOOKS
			: session.turnState === "processing" ||
				session.pending !== null ||
				session.connection.state === "unauthorized";
	if (busy) {
		const ms = looks < QUICK_LOOKS ? LOOK_MS : CALM_LOOK_MS;
		deps.ports.clock.after(ms, () => giveReason(task, looks + 1, failures));
		return;
	}
	try {
		const turn = { message: messageOf(body), userState: deps.userState() };
		const began = deps.ports.clock.now();
		void account.sessions.startTurn(body.sessionId, turn).outcome.then((outcome) => {
			// What was broken off is no refusal: it stays on disk until it has an answer.
			if (!outcome.ok && !stands(task)) return;
			const final = failures + 1 >= MAX_REFUSALS || deps.ports.clock.now() - began >= UNCLEAR_MS;
			if (outcome.ok || final) settle(task, 0);
			else again(task, failures, 0, (next) => giveReason(task, 0, next));
		});
	} catch (cause) {
		deps.ports.log(`rejection's reason: ${String(cause)}`);
		// No later try could make another message of it.
		if (cause instanceof ServiceError && cause.kind === "unprocessable") settle(task, 0);
		// Another message is still on its way, or the journal can't be written.
		else again(task, failures, 0, (next) => giveReason(task, looks, next));
	}
}
