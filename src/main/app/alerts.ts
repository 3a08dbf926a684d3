import { type Message, message, sameText, type Text } from "../../core/message.ts";
import type { Ports } from "../ports.ts";
import type { Stores } from "./stores.ts";

export interface Alerts {
	/** Stays until the end. */
	readonly add: (text: Text) => void;
	/** Why the journal can't be written (words for a user), or that it can again (null). */
	readonly storage: (text: Text | null) => void;
	/** Problems of the app itself, most urgent first. */
	readonly all: () => readonly Text[];
}

/** Problems found while opening the stores. */
export function foundAtOpening(
	{ wasCut }: Pick<Ports, "wasCut">,
	{ logSetAside, olderJournals, journal }: Pick<Stores, "logSetAside" | "olderJournals" | "journal">,
): readonly Message[] {
	const cut = wasCut ? journal.unsettled().filter(({ kind }) => kind !== "leg").length : 0;
	return [
		...olderJournals.map(({ path, isUnsettled }) =>
			isUnsettled
				? message("app.journal.older-unsettled", { file: path })
				: message("app.journal.older", { file: path }),
		),
		...(logSetAside === null ? [] : [message("app.conversations-anew", { why: logSetAside })]),
		...(cut > 0 ? [message("app.last-run-cut", { count: cut })] : []),
	];
}

/**
 * @param found problems that opening the stores has brought
 * @param rest what is told after the problems, as it is at that moment
 */
export function createAlerts(
	found: readonly Text[],
	rest: () => readonly Text[],
	changed: () => void,
): Alerts {
	const added = [...found];
	let storageFault: Text | null = null;
	return {
		add(text) {
			added.push(text);
			changed();
		},
		storage(text) {
			if (sameText(text, storageFault)) return;
			storageFault = text;
			changed();
		},
		all: () => [...(storageFault === null ? [] : [storageFault]), ...added, ...rest()],
	};
}
