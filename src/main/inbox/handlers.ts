import { message } from "../../core/message.ts";
import type { inboxProcedures, inboxTrustedProcedures } from "../../ipc/inbox.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import { type OpenDeps, openEntry } from "./open-entry.ts";
import { type RejectionDeps, rejectEntry } from "./rejections.ts";

/** The desk's commands about what waits. */
export function inboxHandlers(deps: OpenDeps): HandlersOf<typeof inboxProcedures> {
	return {
		async openReview({ entryId }) {
			return openEntry(deps, entryId) ? done : refused(message("app.request-gone"));
		},
	};
}

/** The trusted window's. */
export function inboxTrustedHandlers(deps: RejectionDeps): HandlersOf<typeof inboxTrustedProcedures> {
	return {
		async reject({ entryId, reason }) {
			return rejectEntry(deps, entryId, reason);
		},
	};
}
