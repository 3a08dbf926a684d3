import type { Sessions } from "../../conversations/sessions.ts";
import { actionEntryId, type Entry, entryKeyOf } from "../entries/entry.ts";
import { carriesSame, isFolded } from "../requests/deduplication.ts";

/** An action that is answered through a commit has no notice of its own: the commit is told of in its place. */

/** It is answered through a commit, as both stand now. */
export function isAnsweredByCommit(
	{ id, sessionId, request }: Entry,
	sessions: Pick<Sessions, "action" | "commits">,
): boolean {
	if (request.kind !== "action" || entryKeyOf(id)?.kind !== "action") return false;
	const stored = sessions.action(sessionId, request.action.id);
	return stored !== null && isFolded(stored, sessions.commits());
}

/**
 * The entries of the actions that carry this commit's transaction: whether they are told of hangs on how it stands.
 * None of what is not a commit that can be read.
 */
export function actionsLike(
	{ sessionId, request }: Entry,
	sessions: Pick<Sessions, "actions">,
): readonly string[] {
	if (request.kind !== "commit" || request.read.kind === "unreadable") return [];
	const { view } = request.read;
	return sessions
		.actions()
		.filter(({ sessionId: of, action }) => of === sessionId && action.state === "pending")
		.filter(({ action }) => carriesSame(view, action.request))
		.map(({ action }) => actionEntryId(sessionId, action.id));
}
