import { LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { type Message, message, sameText, type Text } from "../../core/localized-text.ts";
import type { Ports } from "../ports.ts";
import type { Stores } from "./stores.ts";

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
 * Counts unsettled approvals in other environments or sign-ins. They continue only after a sign-in there, and
 * reserve their nonces until then. The text states the number and the environment, but no details.
 */
export function unsettledInOtherScopes(
	rows: readonly Pick<JournalRow, "scope" | "kind">[],
	scope: string,
	nameOf: (environmentId: string) => string | null,
): readonly Message[] {
	const environmentIn = (each: string) => each.slice(0, each.lastIndexOf(" "));
	const counts = new Map<string, number>();
	for (const row of rows) {
		// An item is counted with its action.
		if (row.kind === "leg" || row.scope === scope || row.scope === LOCAL_SCOPE) continue;
		const environment = environmentIn(row.scope);
		counts.set(environment, (counts.get(environment) ?? 0) + 1);
	}
	return [...counts].map(([environment, count]) => {
		const here = environment === environmentIn(scope);
		const name = nameOf(environment) ?? environment;
		return here
			? message("app.elsewhere.sign-in", { count, environment: name })
			: message("app.elsewhere.environment", { count, environment: name });
	});
}

export class Alerts {
	readonly #added: Text[];
	readonly #rest: () => readonly Text[];
	readonly #changed: () => void;
	#storageFault: Text | null = null;

	constructor(found: readonly Text[], rest: () => readonly Text[], changed: () => void) {
		this.#added = [...found];
		this.#rest = rest;
		this.#changed = changed;
	}

	add(text: Text): void {
		this.#added.push(text);
		this.#changed();
	}

	storage(text: Text | null): void {
		if (sameText(text, this.#storageFault)) return;
		this.#storageFault = text;
		this.#changed();
	}

	all(): readonly Text[] {
		return [...(this.#storageFault === null ? [] : [this.#storageFault]), ...this.#added, ...this.#rest()];
	}
}
