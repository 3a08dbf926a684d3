import { message } from "../../core/message.ts";
import type { inboxProcedures, inboxTrustedProcedures } from "../../ipc/inbox.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/feature.ts";
import type { Inbox } from "./feature.ts";
import { withLevel } from "./notices/app-levels.ts";
import { type OpenDeps, openEntry } from "./open-entry.ts";
import type { Pager } from "./pager.ts";
import type { Rejections } from "./rejecting/rejections.ts";
import { type StopDeps, stopAgent } from "./rejecting/stop-agent.ts";

/** What the desk's commands about what waits need. */
export type InboxCommandDeps = OpenDeps &
	StopDeps & {
		readonly inbox: Pick<Inbox, "snooze" | "pause" | "views" | "rejections">;
		readonly ports: Pick<Ports, "clock">;
		readonly blockApp: Rules["blockApp"];
		readonly pager: Pick<Pager, "keep">;
	};

type HeldHandlers = Pick<
	HandlersOf<typeof inboxProcedures>,
	"rejectEntries" | "undoRejection" | "explainRejection" | "dismissRejection"
>;

/** Of both windows: a "no" signs nothing. */
function heldHandlers(rejections: Rejections): HeldHandlers {
	return {
		rejectEntries: async ({ entryIds, reason }) => rejections.hold(entryIds, reason ?? ""),
		undoRejection: async ({ entryIds }) => rejections.undo(entryIds),
		explainRejection: async ({ entryIds, reason }) => rejections.explain(entryIds, reason),
		async dismissRejection({ group }) {
			rejections.dismiss(group);
			return done;
		},
	};
}

/** The desk's commands about what waits. */
export function inboxHandlers(deps: InboxCommandDeps): HandlersOf<typeof inboxProcedures> {
	return {
		async openReview({ entryId, order }) {
			if (order !== undefined) deps.pager.keep(order);
			return openEntry(deps, entryId) ? done : refused(message("app.request-gone"));
		},
		async snooze({ entryIds, until }) {
			deps.inbox.snooze(entryIds, until);
			return done;
		},
		async pauseNotifications({ minutes }) {
			deps.inbox.pause(minutes === null ? null : deps.ports.clock.now() + minutes * 60_000);
			return done;
		},
		async setAppLevel(chosen) {
			const { settings } = deps.ports;
			settings.set({ appLevels: withLevel(settings.get().appLevels, chosen) });
			deps.changed();
			return done;
		},
		async blockApp({ app }) {
			// A page that was taken over can block no more than what asks for something.
			const isNamed = deps.inbox.views(deps.entries()).some((entry) => entry.app === app);
			return isNamed ? deps.blockApp(app) : refused(message("app.request-gone"));
		},
		stopAgent: async ({ sessionId }) => stopAgent(deps, sessionId),
		...heldHandlers(deps.inbox.rejections),
	};
}

/** The trusted window's. */
export function inboxTrustedHandlers({
	inbox: { rejections },
}: {
	readonly inbox: { readonly rejections: Rejections };
}): HandlersOf<typeof inboxTrustedProcedures> {
	return {
		...heldHandlers(rejections),
		reject: async ({ entryId, reason }) => await rejections.reject(entryId, reason),
	};
}
