import { PROPOSED_CHANGES } from "../../core/review/change-requests.ts";
import { textOf } from "../../text/index.ts";
import type { TurnOrigin } from "../conversations/session-types.ts";
import type { BuildCommits } from "../inbox/entries/build-commits.ts";
import type { Entry } from "../inbox/entries/entry.ts";
import { PIPELINE_SESSION } from "../inbox/entries/titles.ts";

/** A change request is a message in the session. It signs nothing and answers nothing. */

export function hasConversation(
	{
		sessions,
		buildCommits,
	}: {
		readonly sessions: { list(): readonly { readonly id: string }[] };
		readonly buildCommits: Pick<BuildCommits, "isThread">;
	},
	{ request, sessionId }: Pick<Entry, "request" | "sessionId">,
): boolean {
	if (request.kind !== "commit" && request.kind !== "action") return false;
	if (sessionId === PIPELINE_SESSION || buildCommits.isThread(sessionId)) return false;
	return sessions.list().some(({ id }) => id === sessionId);
}

/**
 * If a proposed text is sent unchanged, it isn't the user's own wording, so later requests aren't compared
 * with it.
 */
export function originOf(text: string): TurnOrigin {
	const proposed = Object.values(PROPOSED_CHANGES).some(
		({ text: own }) => own !== null && textOf(own).trim() === text.trim(),
	);
	return proposed ? "app" : "composer";
}
