import type { Sessions } from "../sessions/types.ts";

/** What a conversation is called, where something of it is shown. */

export const UNTITLED = "Untitled conversation";

/** No conversation asks for what the person wishes by themselves. */
export const OWN_SESSION = "own-wishes";
const OWN_TITLE = "Your own wishes";

/** The service's own title comes first: a session of its may have any id. */
export function titled(sessions: Pick<Sessions, "title">, sessionId: string): string {
	return sessions.title(sessionId) ?? (sessionId === OWN_SESSION ? OWN_TITLE : UNTITLED);
}
