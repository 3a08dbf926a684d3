import { JOURNAL_FORMAT } from "../../core/journal/exported.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";

export interface ExportDeps {
	readonly journal: Pick<Journal, "written">;
	readonly ports: Pick<Ports, "version" | "clock">;
	/** Who is signed in. */
	account(): { readonly scope: string };
}

/** The whole journal of the one who is signed in, as JSON that countersign-verify can check. */

export function journalText(deps: ExportDeps): string {
	const rows = deps.journal.written(deps.account().scope);
	const { version: written, clock } = deps.ports;
	const saved_at = new Date(clock.now()).toISOString();
	return JSON.stringify({ format: JOURNAL_FORMAT, version: 1, app: written, saved_at, rows }, null, 2);
}
