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

/** The one below (1) or above (-1) the chosen one, itself at either end; the first where none is chosen. */
export function entryBeside(
	shown: readonly InboxEntryView[],
	chosen: InboxEntryView | null,
	by: 1 | -1,
): InboxEntryView | null {
	const at = shown.findIndex((entry) => entry.id === chosen?.id);
	return shown[Math.min(shown.length - 1, Math.max(0, at + by))] ?? null;
}

/** What takes the place of one that goes: the one below, so that the next key acts on what is seen, else the one above. */
export function inPlaceOf(waiting: readonly InboxEntryView[], entryId: string): InboxEntryView | null {
	const at = waiting.findIndex(({ id }) => id === entryId);
	return waiting[at + 1] ?? waiting[at - 1] ?? null;
}
