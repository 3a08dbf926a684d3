import { message, type Text } from "../../../core/message.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { textOf } from "../../../text/index.ts";
import { done, refused } from "../../outcome.ts";
import { ServiceError } from "../../service/errors.ts";
import { noteOutcome, type RejectionOutcome } from "./outcomes.ts";
import { followWithReason } from "./reasons.ts";
import { entryOf, type Rejection, type RejectionDeps } from "./rejection.ts";
import { again, locally, settle, type Task } from "./task.ts";

/** The contract wants a reason of an action's rejection, and the user gave none. */
const NO_REASON = message("app.reject.no-reason");

/** In ms. */
const UNOFFERED_RETRY_MS = 600_000;

/** Takes the trusted window away from a request that is answered; what is held is shown there until it is done. */
export function leave(deps: RejectionDeps, entryId: string): void {
	const place = deps.place();
	if (place.kind !== "entry" || place.entryId !== entryId) return;
	deps.go({ kind: "empty" }, false);
	deps.ports.desktop.hideTrusted();
}

function ended(task: Task, outcome: RejectionOutcome["state"], text: Text | null): void {
	const { deps, account, body } = task;
	deps.recorder.rejected(account.scope, body, outcome, text);
	locally(task, () => {
		if (body.held === undefined) leave(deps, entryOf(body));
		else noteOutcome(account, { body, state: outcome, text, at: deps.ports.clock.now() });
		deps.inbox.notices.look(entryOf(body));
		deps.changed();
	});
}

/** What was rejected is asked no more in this form: the "no" was to another question. */
function isRevised({ deps, body }: Task): boolean {
	const entry = body.held === undefined ? null : deps.entry(entryOf(body));
	return entry !== null && (revisionKeyOf(entry.request) !== body.held?.revision || entry.row?.live === true);
}

/** Tells the service, now or later. Never rejects. */
export async function sendRejection(task: Task, failures: number): Promise<CommandOutcome> {
	const { deps, account, body } = task;
	deps.recorder.rejecting(account.scope, body);
	if (isRevised(task)) {
		settle(task, 0);
		ended(task, "changed", message("app.reject.changed"));
		return refused(message("app.reject.changed"));
	}
	try {
		await postRejection(task);
	} catch (cause) {
		deps.ports.log(`rejection: ${String(cause)}`);
		if (isPassing(task, cause)) {
			const asked = cause instanceof ServiceError ? (cause.retryAfterMs ?? 0) : 0;
			const least = isUnoffered(task, cause) ? UNOFFERED_RETRY_MS : asked;
			again(task, failures, least, (next) => void sendRejection(task, next));
			if (body.held === undefined) locally(task, () => leave(deps, entryOf(body)));
			return done;
		}
		settle(task, 0);
		const text = cause instanceof ServiceError ? cause.text : message("app.reject.untold");
		if (body.held !== undefined) ended(task, "failed", text);
		else deps.recorder.rejected(account.scope, body, "failed", text);
		if (body.action === undefined) await account.sessions.refreshCommit(body.commitId).catch(() => null);
		else await account.sessions.refreshSession(body.sessionId).catch(() => null);
		return refused(text);
	}
	// No conversation takes the reason of what was made of a Build.
	if (hasMessage(body) && !account.cohort.has(body.commitId)) followWithReason(task, 0);
	else settle(task, 0);
	ended(task, "arrived", null);
	return done;
}

/** The service has no route by which this commit could be rejected: the user's no puts the request away here. */
const isUnoffered = ({ body }: Task, cause: unknown): boolean =>
	body.action === undefined &&
	body.build === undefined &&
	cause instanceof ServiceError &&
	(cause.kind === "notFound" || cause.kind === "notOffered");

/** It may go well another time. Of what nobody is told, only the disk can fail. */
const isPassing = (task: Task, cause: unknown): boolean =>
	task.body.build !== undefined ||
	isUnoffered(task, cause) ||
	(cause instanceof ServiceError && (cause.retryable || cause.kind === "unauthorized"));

/** An action's answer carries the reason itself; where there is none, there is nothing to say. */
const hasMessage = ({ action, build, reason }: Rejection): boolean =>
	action === undefined && build === undefined && reason !== "";

/** The service has it when this resolves: from here on nothing may say that it was not told. Throws a ServiceError. */
async function postRejection(task: Task): Promise<void> {
	const { account, key, body } = task;
	const { action, build, sessionId, commitId, reason, attemptId } = body;
	if (build !== undefined) {
		account.committed.reject(build);
		return;
	}
	if (action === undefined) {
		const no = { kind: "rejected" } as const;
		const read =
			attemptId === undefined
				? await account.commits.postManual(commitId, sessionId, no, key)
				: await account.commits.reportWalletAttempt(commitId, sessionId, attemptId, no);
		locally(task, () => account.sessions.acceptCommit(sessionId, read));
		return;
	}
	const reasonText = reason === "" ? textOf(NO_REASON) : reason;
	const answer = { revision: action.revision, result: { status: "rejected" as const, reason: reasonText } };
	await account.commits.resolveAction(sessionId, action.id, answer, key);
	// The session's own log says it too; reading it now only spares the wait.
	await account.sessions.refreshSession(sessionId).catch((cause: unknown) => {
		task.deps.ports.log(`rejection: ${String(cause)}`);
	});
}
