import type { Events } from "../events.ts";
import type { SessionsChange } from "./session-types.ts";

/** Emits what a change of the sessions means for the rest of the app. */
export function emitSessionsChange(events: Events, { kind, sessionId, commitId }: SessionsChange): void {
	switch (kind) {
		case "session":
			events.emit("session-changed", { sessionId });
			break;
		case "title":
			events.emit("title-changed", { sessionId });
			break;
		case "live":
			events.emit("stream-changed", { sessionId });
			break;
		case "connection":
			events.emit("connection-changed", { sessionId });
			break;
		case "commit":
			if (commitId === undefined) events.emit("request-changed");
			else events.emit("commit-changed", { sessionId, commitId });
			break;
		case "action":
			events.emit("action-changed", { sessionId });
			break;
	}
}
