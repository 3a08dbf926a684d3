import type { sessionProcedures } from "../../bridge/session-procedures.ts";
import type { HandlersOf } from "./handlers.ts";
import { refused } from "./outcome.ts";
import type { App } from "./parts.ts";

const LATER = "This is not built yet. Nothing was done.";

/** The desk's wishes about sessions, links and what the agent is told. */
export function sessionHandlers(_app: App): HandlersOf<typeof sessionProcedures> {
	return {
		renameSession: async () => refused(LATER),
		archiveSession: async () => refused(LATER),
		openLink: async () => refused(LATER),
		connectAccounts: async () => refused(LATER),
	};
}
