import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

/** Reads the journal from disk. The connection is read-only, so that the app may have it open meanwhile. */

const rowShape = z.object({
	id: z.string(),
	entry_id: z.string(),
	intent_id: z.string(),
	state: z.string(),
	kind: z.string(),
	signed_bytes: z.string().nullable(),
	dead: z.number(),
	words: z.string().nullable(),
});
export type JournalRowOnDisk = z.infer<typeof rowShape>;

const stepShape = z.object({
	row_id: z.string(),
	step: z.string(),
	at: z.number(),
	detail: z.string().nullable(),
});

export interface JournalOnDisk {
	readonly rows: readonly JournalRowOnDisk[];
	readonly steps: readonly z.infer<typeof stepShape>[];
}

export function readJournal(userData: string, sessionId: string): JournalOnDisk {
	const file = join(userData, "journal.db");
	if (!existsSync(file)) return { rows: [], steps: [] };
	const db = new DatabaseSync(file, { readOnly: true });
	try {
		const rows = db.prepare("SELECT * FROM journal WHERE session_id = ?").all(sessionId);
		const steps = db
			.prepare(
				"SELECT * FROM journal_steps WHERE row_id IN (SELECT id FROM journal WHERE session_id = ?) ORDER BY seq",
			)
			.all(sessionId);
		return {
			rows: rows.map((row) => rowShape.parse(row)),
			steps: steps.map((step) => stepShape.parse(step)),
		};
	} finally {
		db.close();
	}
}
