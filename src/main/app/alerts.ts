import { sameText, type Text } from "../../core/message.ts";

export interface Alerts {
	/** Stays until the end. */
	add(text: Text): void;
	/** Why the journal can't be written (words for a user), or that it can again (null). */
	storage(text: Text | null): void;
	/** Problems of the app itself, most urgent first. */
	all(): readonly Text[];
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
