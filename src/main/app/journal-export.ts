import { JOURNAL_FORMAT } from "../storage/journal-export.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import type { App } from "./parts.ts";

/** The whole journal of the one who is signed in, as JSON that countersign-verify can check. */

const MOST_ROWS = 1_000_000;

function plainRow(app: App, { frozen: _frozen, ...row }: JournalRow) {
	return {
		...row,
		nonce: row.nonce?.toString() ?? null,
		// While it is live, whoever holds the bytes can send them.
		signedBytes: row.live ? null : row.signedBytes,
		steps: app.journal.links(row.id),
	};
}

export function journalText(app: App): string {
	const rows = app.journal.rows(app.account().scope, MOST_ROWS).map((row) => ({
		...plainRow(app, row),
		frozen: JSON.parse(row.frozen),
		legs: app.journal.legsOf(row.id).map((leg) => plainRow(app, leg)),
	}));
	const { version: written, clock } = app.ports;
	const saved_at = new Date(clock.now()).toISOString();
	return JSON.stringify({ format: JOURNAL_FORMAT, version: 1, app: written, saved_at, rows }, null, 2);
}
