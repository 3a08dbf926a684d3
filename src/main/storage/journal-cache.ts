import { intentIdOf } from "../../core/journal/intent-id.ts";
import type { JournalRow, JournalStep } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { Journal } from "./journal-db.ts";

/** Every drawing of the list asks the journal for each of its rows: what was read stands until it is written. */

/** Rows carry whole frozen reviews: beyond this many, all is read anew. */
const MAX = 4_000;
/** That there is nothing takes next to nothing to keep: most of what is asked for in a flood has no row. */
const MAX_NOTHING = 100_000;
/** A longer list, or one without a limit (below zero, as SQLite spells it), is an export: read once, and not kept. */
const MAX_ROWS = 1_000;

/** What was read, by its key. */
class Memory<T> {
	readonly #found = new Map<string, T>();
	/** A row that is not there is known as null. */
	readonly #nothing = new Map<string, T>();

	of(key: string, read: () => T): T {
		const found = this.#found.get(key);
		if (found !== undefined) return found;
		const nothing = this.#nothing.get(key);
		if (nothing !== undefined) return nothing;
		const value = read();
		const isNothing = value === null || (Array.isArray(value) && value.length === 0);
		const [map, max] = isNothing ? [this.#nothing, MAX_NOTHING] : [this.#found, MAX];
		if (map.size >= max) map.clear();
		map.set(key, value);
		return value;
	}

	delete(key: string): void {
		this.#found.delete(key);
		this.#nothing.delete(key);
	}

	clear(): void {
		this.#found.clear();
		this.#nothing.clear();
	}
}

/**
 * The same journal, with what a drawing reads of it remembered. Every write must go through this one.
 * Written out member by member, so that a new one can't come in without a word on what it changes.
 */
export function cachedJournal(journal: Journal): Journal {
	const ofIntent = new Memory<JournalRow | null>();
	const ofEntry = new Memory<JournalRow | null>();
	const steps = new Memory<readonly JournalStep[]>();
	const recent = new Map<
		string,
		{ readonly scope: string; readonly limit: number; rows: readonly JournalRow[] }
	>();
	const sessions = new Memory<readonly JournalRow[]>();
	const legs = new Memory<readonly JournalRow[]>();
	const replacements = new Memory<readonly JournalRow[]>();
	const keyOf = (scope: string, intentId: string) => `${scope} ${intentId}`;

	function recentOf(scope: string, limit: number): readonly JournalRow[] {
		const key = keyOf(scope, String(limit));
		const known = recent.get(key) ?? { scope, limit, rows: journal.rows(scope, limit) };
		recent.set(key, known);
		return known.rows;
	}

	/** What this row's write may have changed beside its own row. */
	function forgetAround(row: JournalRow): void {
		ofIntent.delete(keyOf(row.scope, row.intentId));
		const frozen = row.kind === "action" ? readableOrNull(row.frozen) : null;
		// Stored under an earlier name, it was read by today's.
		if (frozen !== null) ofIntent.delete(keyOf(row.scope, intentIdOf(frozen)));
		ofEntry.delete(keyOf(row.scope, row.entryId));
		sessions.delete(keyOf(row.scope, row.sessionId));
		steps.delete(row.id);
		if (row.parent !== null) legs.delete(row.parent);
		if (row.replaces !== null) replacements.delete(row.replaces);
	}

	/**
	 * A row keeps its place in a list, and a new one is the newest of all unless the clock was put back. The list is
	 * another one after each write, to a leg as well: by that it is told apart.
	 */
	function place(row: JournalRow, isNew: boolean): void {
		for (const [key, list] of recent) {
			if (list.scope !== row.scope) continue;
			const newest = list.rows[0]?.approvedAt ?? row.approvedAt;
			if (!isNew) list.rows = list.rows.map((each) => (each.id === row.id ? row : each));
			else if (newest <= row.approvedAt) list.rows = [row, ...list.rows].slice(0, list.limit);
			else recent.delete(key);
		}
	}

	function forgetAll(): void {
		for (const map of [ofIntent, ofEntry, steps, recent, sessions, legs, replacements]) map.clear();
	}

	/** Forgets what a write to this row may have changed; all of it where the write did not say what it did. */
	function writing<T>(write: () => T, rowOf: (result: T) => JournalRow | null, isNew = false): T {
		let row: JournalRow | null = null;
		try {
			const result = write();
			row = rowOf(result);
			return result;
		} finally {
			if (row === null) forgetAll();
			else {
				forgetAround(row);
				place(row, isNew);
			}
		}
	}

	return {
		approve: (intent, legs, detail) =>
			writing(
				() => journal.approve(intent, legs, detail),
				(approval) => (approval.ok && approval.row.kind !== "action" ? approval.row : null),
				true,
			),
		step: (id, from, to, facts) =>
			writing(
				() => journal.step(id, from, to, facts),
				(row) => row,
			),
		note: (id, text) =>
			writing(
				() => journal.note(id, text),
				(row) => row,
			),
		release: (id) =>
			writing(
				() => journal.release(id),
				() => journal.row(id),
			),
		row: (id) => journal.row(id),
		ofIntent: (scope, intentId) =>
			ofIntent.of(keyOf(scope, intentId), () => journal.ofIntent(scope, intentId)),
		ofEntry: (scope, entryId) => ofEntry.of(keyOf(scope, entryId), () => journal.ofEntry(scope, entryId)),
		ofSession: (scope, sessionId) =>
			sessions.of(keyOf(scope, sessionId), () => journal.ofSession(scope, sessionId)),
		stepRowsOf: (rowId) => legs.of(rowId, () => journal.stepRowsOf(rowId)),
		replacementsOf: (rowId) => replacements.of(rowId, () => journal.replacementsOf(rowId)),
		rows: (scope, limit) =>
			limit < 0 || limit > MAX_ROWS ? journal.rows(scope, limit) : recentOf(scope, limit),
		unsettled: () => journal.unsettled(),
		settledSince: (at) => journal.settledSince(at),
		holder: (chainRef, signer, nonce) => journal.holder(chainRef, signer, nonce),
		steps: (rowId) => steps.of(rowId, () => journal.steps(rowId)),
		written: (scope) => journal.written(scope),
		verify: () => journal.verify(),
		inbox: journal.inbox,
		hasOlderUnsettled: journal.hasOlderUnsettled,
	};
}
