import { message } from "../../../core/message.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { NotificationAct, Ports } from "../../ports.ts";
import type { Inbox } from "../feature.ts";
import { type OpenDeps, openEntry } from "../open-entry.ts";
import { REJECTION_HOLD_MS } from "../rejecting/rejections.ts";

/** So long a request is put away, in ms. */
const SNOOZE_MS = 60 * 60_000;

export type NotificationActDeps = OpenDeps & {
	readonly ports: Pick<Ports, "clock" | "log" | "desktop">;
	readonly inbox: Pick<Inbox, "snooze" | "notices" | "headline" | "rejections">;
};

function reject(deps: NotificationActDeps, entryId: string): void {
	if (!deps.inbox.rejections.hold([entryId], "").ok) {
		openEntry(deps, entryId);
		return;
	}
	const entry = deps.entry(entryId);
	if (entry === null) return;
	const id = `rejected:${entryId}`;
	deps.ports.desktop.notify({
		id,
		entryId,
		title: message("notice.rejected"),
		body: deps.inbox.notices.showsDetails() ? deps.inbox.headline(entry) : message("notice.hidden"),
		offer: { acts: ["undo"], revision: revisionKeyOf(entry.request) },
	});
	deps.ports.clock.after(REJECTION_HOLD_MS, () => deps.ports.desktop.withdraw(id));
}

/**
 * Does what a notification's button says, to the request as it stood when it was told of: another revision is another
 * question, whose review is opened in its place.
 * @param revision as `revisionOf` told it then
 * @throws StorageError where a rejection could not be written down
 */
export function actOnNotification(
	deps: NotificationActDeps,
	act: NotificationAct,
	entryId: string,
	revision: string,
): void {
	const entry = deps.entry(entryId);
	if (entry === null || act === "review" || revisionKeyOf(entry.request) !== revision) {
		if (!openEntry(deps, entryId)) deps.ports.desktop.raiseDesk();
		return;
	}
	if (act === "undo") deps.inbox.rejections.undo([entryId]);
	else if (!entry.actionable) openEntry(deps, entryId);
	else if (act === "reject") reject(deps, entryId);
	else deps.inbox.snooze([entryId], deps.ports.clock.now() + SNOOZE_MS);
}
