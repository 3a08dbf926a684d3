import type { JournalRow } from "../../../core/journal/types.ts";
import { CanonicalError } from "../../../core/match/canonical.ts";
import { boundRequest, canonicalJson } from "../../../core/match/fingerprint.ts";
import { isStaged } from "../../../core/match/freeze-action.ts";
import type { FrozenAction } from "../../../core/match/frozen.ts";
import { type Message, message, sentences } from "../../../core/message.ts";
import type { ActionResult } from "../../../service-api/action.ts";
import type { Action } from "../../../service-api/events.ts";
import { type ActionService, CommitFault } from "../ports.ts";

/** What a re-read of an action can do to an approval: stop it. */

/** Who asks decides who is read: the service for its actions, our own journal for what a Build's commit asks for. */
async function readNow(
	actions: ActionService,
	row: JournalRow,
	{ action_id, build }: FrozenAction,
): Promise<Action | null> {
	return build === undefined ? await actions.read(action_id, row.sessionId) : actions.committed(build);
}

/** The same in everything that the approval binds, and still for this wallet to sign at once. */
function isSame({ request }: Action, frozen: FrozenAction): boolean {
	if (isStaged(request)) return false;
	try {
		return canonicalJson(boundRequest(request)) === canonicalJson(frozen.request);
	} catch (cause) {
		// What can't be written canonically was never approved.
		if (cause instanceof CanonicalError) return false;
		throw cause;
	}
}

/** It waits for an answer to exactly the approved request, at whichever revision. */
export function isSameOpen(action: Action, frozen: FrozenAction): boolean {
	return action.state === "pending" && isSame(action, frozen);
}

/** The same; what was submitted is told even to a request that has expired (docs/service-api/actions.md#rules). */
export function takesAnswer(action: Action, frozen: FrozenAction, result: ActionResult): boolean {
	const late = action.state === "expired" && result.status === "submitted" && isSame(action, frozen);
	return late || isSameOpen(action, frozen);
}

/** Why this action must not be answered as it was approved, without what that means; null where nothing stands against it. */
export function actionRejection(action: Action | null, frozen: FrozenAction): Message | null {
	if (action === null) return message("signing.no-longer-shown");
	if (action.state !== "pending") return message("signing.no-longer-asked.action", { state: action.state });
	const same = action.revision === frozen.action_revision && isSame(action, frozen);
	return same ? null : message("signing.changed");
}

/** Reads the action once more, before anything is signed. Throws a CommitFault. */
export async function recheckAction(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenAction,
): Promise<Message | null> {
	const text = actionRejection(await readNow(actions, row, frozen), frozen);
	return text === null ? null : sentences(text, message("signing.not-signed.open-again"));
}

/** The action as the service shows it; null too where it refuses to show it. Throws a CommitFault that passes. */
export async function readAgain(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenAction,
): Promise<Action | null> {
	try {
		return await readNow(actions, row, frozen);
	} catch (cause) {
		if (cause instanceof CommitFault && !cause.again) return null;
		throw cause;
	}
}
