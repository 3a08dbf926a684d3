import { agentOfSession } from "../../../core/identities/agents.ts";
import { type Message, message, type Text } from "../../../core/localized-text.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { BuildCommits } from "./build-commits.ts";

export const UNTITLED = message("title.untitled");

export const LOCAL_SESSION = "own-wishes";
const LOCAL_TITLE = message("title.own");

export const PIPELINE_SESSION = "committed-builds";
const PIPELINE_TITLE = message("title.pipeline");

const LOCAL_TITLES: Readonly<Record<string, Message>> = {
	[LOCAL_SESSION]: LOCAL_TITLE,
	[PIPELINE_SESSION]: PIPELINE_TITLE,
};

/** The service's title takes precedence, because one of its session IDs may match a reserved ID. */
export function titled(
	{
		sessions,
		buildCommits,
		agentName,
	}: {
		readonly sessions: Pick<Sessions, "title">;
		readonly buildCommits: Pick<BuildCommits, "isThread">;
		/** Returns the user's name for an agent on this computer. `null` if the agent is no longer known. */
		readonly agentName?: (agentId: string) => string | null;
	},
	sessionId: string,
): Text {
	const agentId = agentOfSession(sessionId);
	// Agents' IDs are random, so no session from the service can borrow an agent's name.
	const agent = agentId === null ? null : (agentName?.(agentId) ?? null);
	if (agent !== null) return agent;
	const own = Object.hasOwn(LOCAL_TITLES, sessionId) ? LOCAL_TITLES[sessionId] : undefined;
	return sessions.title(sessionId) ?? own ?? (buildCommits.isThread(sessionId) ? PIPELINE_TITLE : UNTITLED);
}
