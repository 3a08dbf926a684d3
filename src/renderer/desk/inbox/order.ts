import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { InboxChoice } from "../../state/desk.tsx";

/** Waiting first (soonest to expire on top), then settling, then done (latest first). */
export function inOrder(inbox: readonly InboxEntryView[]): readonly InboxEntryView[] {
	const rank = { waiting: 0, settling: 1, done: 2 };
	return [...inbox].sort((a, b) => {
		if (a.state !== b.state) return rank[a.state] - rank[b.state];
		if (a.muted !== b.muted) return a.muted ? 1 : -1;
		if (a.state !== "waiting") return b.arrivedAt - a.arrivedAt;
		return (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity) || a.arrivedAt - b.arrivedAt;
	});
}

/** The entry that is chosen: the user's choice, the one a notification asked for, or the first. */
export function chosenEntry(entries: readonly InboxEntryView[], choice: InboxChoice): InboxEntryView | null {
	return (
		entries.find((entry) => entry.id === choice.entryId) ??
		entries.find((entry) => entry.sessionId === choice.sessionId) ??
		entries[0] ??
		null
	);
}
