import { message } from "../../../core/message.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { headlineText } from "../../../text/index.ts";
import { done, refused } from "../../outcome.ts";
import { type Entry, entryKeyOf } from "../entries/entry.ts";
import { giveReason, isOnItsWay, namesCommit } from "./reasons.ts";
import { nameOf, pendingOf, REASON, REJECTION, type Rejection, type RejectionDeps } from "./rejection.ts";
import { leave, sendRejection } from "./sending.ts";
import { again, settle, type Task, takeUp } from "./task.ts";

/**
 * A "no" of the user: durable before the first try, so that a crash can't lose it, and told with one key however often
 * it is told. It may be held for a while before (rejecting/holding.ts).
 */

/**
 * The wallet attempt that was given to this wallet and ended without a signature, while the service still waits to hear
 * of it; null where there is none. That nothing was signed is proven by the journal, so the user may say so.
 */
export function leftAttemptOf({ request, row }: Entry): string | null {
	if (request.kind !== "commit" || request.read.kind !== "known" || row?.state !== "refused") return null;
	const { wallet_attempt: attempt = null } = request.read.view;
	const isOurs = attempt !== null && attempt.attempt_id === row.attemptId && row.signature === null;
	return isOurs && attempt.state === "awaiting_wallet" ? attempt.attempt_id : null;
}

type PlannedRejection =
	| { readonly ok: true; readonly entry: Entry; readonly body: Rejection }
	| Extract<CommandOutcome, { ok: false }>;

/** What is written down of a "no" to an entry as it stands; or why it can't be rejected. */
export function plannedRejection(deps: RejectionDeps, entryId: string, reason: string): PlannedRejection {
	const entry = deps.entry(entryId);
	const commitId = nameOf(entryId);
	if (entry === null || commitId === null) return refused(message("app.request-gone"));
	const key = entryKeyOf(entryId);
	const build = key?.kind === "pipeline" ? { digest: key.digest, place: key.place } : null;
	if (entry.row?.live === true)
		return refused(message(build === null ? "app.reject.signature-out" : "app.reject.carried-out"));
	const { request } = entry;
	// A revised action is another question: the "no" to the one before does not answer it.
	const action =
		build === null && (request.kind === "action" || request.kind === "unreadable") ? request.action : null;
	const revision = action?.revision ?? undefined;
	if (action !== null && revision === undefined) return refused(message("app.reject.no-revision"));
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
		...(build === null ? {} : { build }),
	};
	return { ok: true, entry, body };
}

/** The same "no" is under way, or held. */
export function isPending(deps: RejectionDeps, { commitId, action }: Rejection): boolean {
	return pendingOf(deps, deps.account().scope).some(
		(each) =>
			each.kind === REJECTION && each.commitId === commitId && each.action?.revision === action?.revision,
	);
}

/**
 * Rejects a request at once. When this is on disk it counts as done for the user, whether or not the service can be
 * told now.
 * @throws StorageError where the "no" could not be written down
 */
export async function rejectEntry(
	deps: RejectionDeps,
	entryId: string,
	reason: string,
): Promise<CommandOutcome> {
	const plan = plannedRejection(deps, entryId, reason);
	if (!plan.ok) return plan;
	const account = deps.account();
	const { body } = plan;
	if (isPending(deps, body)) {
		leave(deps, entryId);
		return done;
	}
	const { id, key } = deps.intents.remember(REJECTION, account.scope, body);
	const task: Task = { deps, account, id, key, body };
	takeUp(task);
	return await sendRejection(task, 0);
}

/** Takes up the rejections, and their reasons, that a crash, the end of the app or a lost network left. */
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
		} else if (pending.some((each) => each.kind === REASON && namesCommit(each, body.commitId)))
			// There is a reason only once the service was told.
			settle(task, 0);
		else again(task, 0, 0, (failures) => void sendRejection(task, failures));
	}
}
