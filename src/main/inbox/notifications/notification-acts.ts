import { message } from "../../../core/localized-text.ts";
import { revisionKeyOf } from "../../../core/review/approval-request.ts";
import type { NotificationAct, Ports } from "../../ports.ts";
import type { Inbox } from "../inbox.ts";
import { UNDO_WINDOW_MS } from "../rejecting/rejections.ts";

const SNOOZE_MS = 60 * 60_000;

interface ActsOn {
	readonly ports: Pick<Ports, "clock" | "desktop">;
	readonly inbox: Pick<Inbox, "entry" | "open" | "snooze" | "notifications" | "headline" | "rejections">;
}

function reject({ inbox, ports }: ActsOn, entryId: string): void {
	if (!inbox.rejections.rejectWithUndo([entryId], "").ok) {
		inbox.open(entryId);
		return;
	}
	const entry = inbox.entry(entryId);
	if (entry === null) return;
	const id = `rejected:${entryId}`;
	ports.desktop.notify({
		id,
		entryId,
		title: message("notice.rejected"),
		body: inbox.notifications.showsDetails() ? inbox.headline(entry) : message("notice.hidden"),
		offer: { acts: ["undo"], revision: revisionKeyOf(entry.request) },
	});
	ports.clock.after(UNDO_WINDOW_MS, () => ports.desktop.withdraw(id));
}

/**
 * If the request was revised after the notification was shown, opens the review instead.
 * @throws StorageError if a rejection couldn't be stored
 */
export function actOnNotification(
	app: ActsOn,
	act: NotificationAct,
	entryId: string,
	revision: string,
): void {
	const { inbox, ports } = app;
	const entry = inbox.entry(entryId);
	if (entry === null || act === "review" || revisionKeyOf(entry.request) !== revision) {
		if (!inbox.open(entryId)) ports.desktop.raiseDesk();
		return;
	}
	if (act === "undo") inbox.rejections.undo([entryId]);
	else if (!entry.actionable) inbox.open(entryId);
	else if (act === "reject") reject(app, entryId);
	else void inbox.snooze({ entryIds: [entryId], until: ports.clock.now() + SNOOZE_MS });
}
