import type { Action } from "../../contract/events.ts";
import { canonicalJson } from "../match/fingerprint.ts";
import type { FrozenAction } from "../match/frozen.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import { type ActionService, CommitFault } from "./ports.ts";

/** What a re-read of an action can do to an approval: stop it. */

const ENDINGS: Readonly<Record<Exclude<Action["state"], "pending">, string>> = {
	submitted: "answered elsewhere already",
	completed: "answered elsewhere already",
	rejected: "rejected",
	expired: "expired",
	failed: "failed",
};

/** Why this action must not be answered as it was approved, without what that means; null where nothing stands against it. */
export function objectionTo(action: Action | null, frozen: FrozenAction): string | null {
	if (action === null) return "The service does not show this request any more.";
	if (action.state !== "pending")
		return `The service no longer asks for this: it is ${ENDINGS[action.state]}.`;
	const same =
		action.revision === frozen.action_revision &&
		canonicalJson(action.request) === canonicalJson(frozen.request);
	return same ? null : "The service changed this request after you approved it.";
}

/** Reads the action once more, before anything is signed. Throws a CommitFault. */
export async function actionVeto(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenAction,
): Promise<string | null> {
	const words = objectionTo(await actions.read(frozen.action_id, row.sessionId), frozen);
	return words === null ? null : `${words} Nothing was signed: open it and review it again.`;
}

/** The action as the service shows it; null too where it refuses to show it. Throws a CommitFault that passes. */
export async function readAgain(
	actions: ActionService,
	row: JournalRow,
	frozen: FrozenAction,
): Promise<Action | null> {
	try {
		return await actions.read(frozen.action_id, row.sessionId);
	} catch (cause) {
		if (cause instanceof CommitFault && !cause.again) return null;
		throw cause;
	}
}
