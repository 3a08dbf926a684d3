import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { InboxChoice } from "../../state/desk.tsx";

/** The entry that is chosen: the user's choice, the one a notification asked for, or the first. */
export function chosenEntry(entries: readonly InboxEntryView[], choice: InboxChoice): InboxEntryView | null {
	return (
		entries.find((entry) => entry.id === choice.entryId) ??
		entries.find((entry) => entry.sessionId === choice.sessionId) ??
		entries[0] ??
		null
	);
}
