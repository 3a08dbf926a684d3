import { z } from "zod";
import { ServiceError } from "../../service/errors.ts";
import { type Pending, pendingOf, REASON, REJECTION, type Rejection } from "./rejection.ts";
import { again, locally, settle, stands, type Task, takeUp } from "./task.ts";

/**
 * The interface's rejection of a commit carries no reason (docs/service-api/commits.md#calls-and-bodies): it follows as
 * the user's next message in that session, durable from before the rejection is done until the service has taken or
 * refused it. What was rejected together is told together, since each message is a turn of the agent.
 */

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
/** So many headlines are named of what was rejected together. */
const NAMED = 20;

/** What the agent is told. It is text of the user's for the service, as it always was. */
function reasonMessage({ headline, reason, also = [] }: Rejection): string {
	if (also.length === 0) return `I rejected “${headline}”: ${reason}`.slice(0, MESSAGE_LENGTH);
	const all = [headline, ...also.map((each) => each.headline)];
	const named = all.slice(0, NAMED).map((each) => `- ${each}`);
	const more = all.length > NAMED ? [`- and ${all.length - NAMED} more`] : [];
	return [`I rejected ${all.length} requests: ${reason}`, ...named, ...more]
		.join("\n")
		.slice(0, MESSAGE_LENGTH);
}

const startOf = z.object({ sessionId: z.string(), message: z.string() });

/** A turn with this reason is on disk already (conversations/turns.ts): it has a key of its own, which the session repeats. */
export function isOnItsWay({ deps, account, body }: Task): boolean {
	return deps.intents.pending(account.scope).some((intent) => {
		const start = intent.kind === "start" ? startOf.safeParse(intent.body).data : undefined;
		return start?.sessionId === body.sessionId && start.message === reasonMessage(body);
	});
}

/** The reason that names this commit, alone or among others. */
export const namesCommit = ({ commitId, also = [] }: Rejection, wanted: string): boolean =>
	commitId === wanted || also.some((each) => each.commitId === wanted);

const isSameGroup = (one: Rejection, other: Rejection): boolean =>
	one.sessionId === other.sessionId && one.held !== undefined && one.held.group === other.held?.group;

/** The service has the rejection: the reason is on disk before the rejection is done with. */
export function followWithReason(task: Task, failures: number): void {
	const { deps, account, body } = task;
	const written = locally(task, () => {
		const pending = pendingOf(deps, account.scope);
		const reasons = pending.filter(({ kind }) => kind === REASON);
		const known = reasons.find((each) => namesCommit(each, body.commitId));
		const open = pending.some((each) => each.id === task.id);
		// One whose message is on its way is full: what it does not name gets a message of its own.
		const joined = reasons.find((each) => isSameGroup(each, body) && !isOnItsWay({ ...task, body: each }));
		const reason = known ?? (open ? joinedOrNew(task, joined) : null);
		if (open) deps.intents.settle(task.id);
		if (reason === null) return;
		const next: Task = { deps, account, id: reason.id, key: reason.key, body };
		if (takeUp(next)) giveReason(next, 0, 0);
	});
	if (!written) again(task, failures, 0, (next) => followWithReason(task, next));
}

function joinedOrNew({ deps, account, body }: Task, joined: Pending | undefined) {
	if (joined === undefined) return deps.intents.remember(REASON, account.scope, body);
	const { id, key, kind: _, ...before } = joined;
	const { commitId, headline } = body;
	deps.intents.revise(id, { ...before, also: [...(before.also ?? []), { commitId, headline }] });
	return { id, key };
}

/** Others that its message will name are still being told. */
function waitsForOthers({ deps, account, body }: Task): boolean {
	return pendingOf(deps, account.scope).some((each) => each.kind === REJECTION && isSameGroup(each, body));
}

/** The reason goes out once the agent rests, since a running turn takes no message. */
export function giveReason(task: Task, looks: number, failures: number): void {
	if (!stands(task)) return;
	const { deps, account } = task;
	// It may name more by now than when it was taken up.
	const body = pendingOf(deps, account.scope).find((each) => each.id === task.id) ?? task.body;
	const session = account.sessions.list().find((each) => each.id === body.sessionId);
	const busy =
		session === undefined
			? looks < QUICK_LOOKS
			: session.turnState === "processing" ||
				session.pending !== null ||
				session.connection.state === "unauthorized" ||
				waitsForOthers(task);
	if (busy) {
		const ms = looks < QUICK_LOOKS ? LOOK_MS : CALM_LOOK_MS;
		deps.ports.clock.after(ms, () => giveReason(task, looks + 1, failures));
		return;
	}
	try {
		const turn = { message: reasonMessage(body), userState: deps.userState() };
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
