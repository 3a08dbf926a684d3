import type { DatabaseSync, StatementSync } from "node:sqlite";
import { earlierIntentId, intentIdOf, LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import type { JournalLink, JournalRow, JournalStep } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { laneOf, type StoredRow, toLink, toRow, toStep, toStored } from "./journal-rows.ts";
import { UNSETTLED_SQL } from "./journal-sql.ts";

function exportedStep({ frozen: _frozen, ...row }: StoredRow, steps: readonly JournalLink[]) {
	return {
		...row,
		nonce: row.nonce?.toString() ?? null,
		// Anybody who has the bytes of a live row can broadcast them.
		signedBytes: row.live ? null : row.signedBytes,
		steps,
	};
}

function writtenRow(row: StoredRow, steps: readonly JournalLink[], items: readonly ExportedStep[]) {
	const frozen: unknown = JSON.parse(row.frozen);
	return { ...exportedStep(row, steps), frozen, legs: items };
}

type ExportedStep = ReturnType<typeof exportedStep>;
type WrittenRow = ReturnType<typeof writtenRow>;

export interface JournalReader {
	row(id: string): JournalRow | null;
	/** Returns the live or signed row of an intent, or else the latest. */
	ofIntent(scope: string, intentId: string): JournalRow | null;
	/** Returns the latest row of an entry, ignoring an action's steps. */
	ofEntry(scope: string, entryId: string): JournalRow | null;
	ofSession(scope: string, sessionId: string): readonly JournalRow[];
	stepRowsOf(rowId: string): readonly JournalRow[];
	replacementsOf(rowId: string): readonly JournalRow[];
	/** Returns the newest rows of a scope and of agents on this computer, ignoring steps. */
	rows(scope: string, limit: number): readonly JournalRow[];
	/** Returns unsettled rows of every scope, not only the one signed in. */
	unsettled(): readonly JournalRow[];
	/** Rows settled since `at` (Unix ms), whose blocks may still be reorganized away. */
	settledSince(at: number): readonly JournalRow[];
	holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null;
	steps(rowId: string): readonly JournalStep[];
	/** Returns the rows of an export, newest first, with their texts unparsed. */
	written(scope: string): readonly WrittenRow[];
}

const rowOrNull = (raw: unknown): JournalRow | null => (raw === undefined ? null : toRow(raw));

const EVERY = -1;

export class JournalDbReader implements JournalReader {
	readonly #byId: StatementSync;
	readonly #byIntent: StatementSync;
	readonly #byParent: StatementSync;
	readonly #byEntry: StatementSync;
	readonly #bySession: StatementSync;
	readonly #byReplaced: StatementSync;
	readonly #recent: StatementSync;
	readonly #open: StatementSync;
	readonly #settled: StatementSync;
	readonly #byNonce: StatementSync;
	readonly #steps: StatementSync;
	readonly #links: StatementSync;

	constructor(db: DatabaseSync) {
		this.#byId = db.prepare("SELECT * FROM journal WHERE id = ?");
		this.#byIntent = db.prepare(`SELECT * FROM journal WHERE scope = ? AND intent_id = ?
			ORDER BY (live = 1 OR ((signed_bytes IS NOT NULL OR answer IS NOT NULL) AND dead = 0)) DESC,
			approved_at DESC, rowid DESC LIMIT 1`);
		this.#byParent = db.prepare("SELECT * FROM journal WHERE parent = ? ORDER BY place");
		this.#byEntry = db.prepare(
			"SELECT * FROM journal WHERE scope = ? AND entry_id = ? AND kind <> 'leg' ORDER BY approved_at DESC, rowid DESC LIMIT 1",
		);
		this.#bySession = db.prepare(`SELECT * FROM journal WHERE scope = ? AND session_id = ?
			AND kind IN ('commit', 'action', 'proposal') ORDER BY approved_at, rowid`);
		this.#byReplaced = db.prepare("SELECT * FROM journal WHERE replaces = ? ORDER BY approved_at, rowid");
		this.#recent = db.prepare(
			`SELECT * FROM journal WHERE scope IN (?, '${LOCAL_SCOPE}') AND kind <> 'leg'
				ORDER BY approved_at DESC, rowid DESC LIMIT ?`,
		);
		this.#open = db.prepare(`SELECT * FROM journal WHERE ${UNSETTLED_SQL} ORDER BY approved_at, rowid`);
		this.#settled = db.prepare(`SELECT * FROM journal WHERE state = 'settled'
			AND id IN (SELECT row_id FROM journal_steps WHERE step = 'settled' AND at >= ?) ORDER BY approved_at, rowid`);
		this.#byNonce = db.prepare(
			"SELECT * FROM journal WHERE chain_ref = ? AND signer = ? AND nonce = ? AND live = 1 AND replaces IS NULL",
		);
		this.#steps = db.prepare("SELECT * FROM journal_steps WHERE row_id = ? ORDER BY seq");
		this.#links = db.prepare(`SELECT s.*, COALESCE((SELECT hash FROM journal_steps WHERE seq < s.seq
			ORDER BY seq DESC LIMIT 1), '') AS previous FROM journal_steps AS s WHERE row_id = ? ORDER BY seq`);
	}

	row(id: string): JournalRow | null {
		return rowOrNull(this.#byId.get(id));
	}

	ofIntent(scope: string, intentId: string): JournalRow | null {
		return rowOrNull(this.#byIntent.get(scope, intentId)) ?? this.#ofEarlierName(scope, intentId);
	}

	ofEntry(scope: string, entryId: string): JournalRow | null {
		return rowOrNull(this.#byEntry.get(scope, entryId));
	}

	ofSession(scope: string, sessionId: string): readonly JournalRow[] {
		return this.#bySession.all(scope, sessionId).map(toRow);
	}

	stepRowsOf(rowId: string): readonly JournalRow[] {
		return this.#byParent.all(rowId).map(toRow);
	}

	replacementsOf(rowId: string): readonly JournalRow[] {
		return this.#byReplaced.all(rowId).map(toRow);
	}

	rows(scope: string, limit: number): readonly JournalRow[] {
		return this.#recent.all(scope, limit).map(toRow);
	}

	unsettled(): readonly JournalRow[] {
		return this.#open.all().map(toRow);
	}

	settledSince(at: number): readonly JournalRow[] {
		return this.#settled.all(at).map(toRow);
	}

	holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null {
		return rowOrNull(this.#byNonce.get(chainRef, laneOf(signer), nonce.toString()));
	}

	steps(rowId: string): readonly JournalStep[] {
		return this.#steps.all(rowId).map(toStep);
	}

	written(scope: string): readonly WrittenRow[] {
		return this.#recent.all(scope, EVERY).map((raw) => {
			const row = toStored(raw);
			const items = this.#byParent.all(row.id).map(toStored);
			return writtenRow(
				row,
				this.#linksOf(row.id),
				items.map((item) => exportedStep(item, this.#linksOf(item.id))),
			);
		});
	}

	#linksOf(rowId: string): readonly JournalLink[] {
		return this.#links.all(rowId).map(toLink);
	}

	/** The row keeps its earlier id because the hashes of its steps include it. */
	#ofEarlierName(scope: string, intentId: string): JournalRow | null {
		const earlier = earlierIntentId(intentId);
		const row = earlier === null ? null : rowOrNull(this.#byIntent.get(scope, earlier));
		if (row === null) return null;
		const frozen = readableOrNull(row.frozen);
		// An unreadable row could belong to either id.
		return frozen === null || intentIdOf(frozen) === intentId ? row : null;
	}
}
