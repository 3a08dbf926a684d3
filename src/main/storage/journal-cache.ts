import { intentIdOf, LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import { hasStepRows, type JournalRow, type JournalStep } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { Message } from "../../core/localized-text.ts";
import type { Journal, JournalApproval } from "./journal-db.ts";

/** Maximum number of cached rows. Each contains a whole review, so the cache is cleared above this number. */
const MAX = 4_000;
/** Most lookups find no row, and caching a miss takes little memory. */
const MAX_NOTHING = 100_000;
/** Longer and unlimited lists (a negative number, as in SQLite) are for exports and aren't cached. */
const MAX_ROWS = 1_000;

interface RecentRows {
	readonly scope: string;
	readonly limit: number;
	rows: readonly JournalRow[];
}

const keyOf = (scope: string, id: string) => `${scope} ${id}`;

class Memory<T> {
	readonly #found = new Map<string, T>();
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
 * Caches reads from the journal. Every write must go through this class. Its members are listed explicitly,
 * so a new method has to declare what it invalidates.
 */
export class JournalCache implements Journal {
	readonly #journal: Journal;
	readonly #ofIntent = new Memory<JournalRow | null>();
	readonly #ofEntry = new Memory<JournalRow | null>();
	readonly #steps = new Memory<readonly JournalStep[]>();
	readonly #recent = new Map<string, RecentRows>();
	readonly #sessions = new Memory<readonly JournalRow[]>();
	readonly #itemRows = new Memory<readonly JournalRow[]>();
	readonly #replacements = new Memory<readonly JournalRow[]>();
	#unsettled: readonly JournalRow[] | null = null;
	#settled: { readonly since: number; readonly rows: readonly JournalRow[] } | null = null;

	constructor(journal: Journal) {
		this.#journal = journal;
	}

	get inbox(): Journal["inbox"] {
		return this.#journal.inbox;
	}

	get hasOlderUnsettled(): boolean {
		return this.#journal.hasOlderUnsettled;
	}

	approve(...approved: Parameters<Journal["approve"]>): JournalApproval {
		return this.#writing(
			() => this.#journal.approve(...approved),
			(approval) => (approval.ok && !hasStepRows(approval.row) ? approval.row : null),
			true,
		);
	}

	step(...step: Parameters<Journal["step"]>): JournalRow {
		return this.#writing(
			() => this.#journal.step(...step),
			(row) => row,
		);
	}

	setNote(id: string, text: Message | null): JournalRow {
		return this.#writing(
			() => this.#journal.setNote(id, text),
			(row) => row,
		);
	}

	release(id: string): void {
		this.#writing(
			() => this.#journal.release(id),
			() => this.#journal.row(id),
		);
	}

	row(id: string): JournalRow | null {
		return this.#journal.row(id);
	}

	ofIntent(scope: string, intentId: string): JournalRow | null {
		return this.#ofIntent.of(keyOf(scope, intentId), () => this.#journal.ofIntent(scope, intentId));
	}

	ofEntry(scope: string, entryId: string): JournalRow | null {
		return this.#ofEntry.of(keyOf(scope, entryId), () => this.#journal.ofEntry(scope, entryId));
	}

	ofSession(scope: string, sessionId: string): readonly JournalRow[] {
		return this.#sessions.of(keyOf(scope, sessionId), () => this.#journal.ofSession(scope, sessionId));
	}

	stepRowsOf(rowId: string): readonly JournalRow[] {
		return this.#itemRows.of(rowId, () => this.#journal.stepRowsOf(rowId));
	}

	replacementsOf(rowId: string): readonly JournalRow[] {
		return this.#replacements.of(rowId, () => this.#journal.replacementsOf(rowId));
	}

	rows(scope: string, limit: number): readonly JournalRow[] {
		if (limit < 0 || limit > MAX_ROWS) return this.#journal.rows(scope, limit);
		const key = keyOf(scope, String(limit));
		const known = this.#recent.get(key) ?? { scope, limit, rows: this.#journal.rows(scope, limit) };
		this.#recent.set(key, known);
		return known.rows;
	}

	unsettled(): readonly JournalRow[] {
		this.#unsettled ??= this.#journal.unsettled();
		return this.#unsettled;
	}

	settledSince(at: number): readonly JournalRow[] {
		if (this.#settled === null || at < this.#settled.since) {
			const rows = this.#journal.settledSince(at);
			this.#settled = rows.length > MAX_ROWS ? null : { since: at, rows };
			return rows;
		}
		const { rows, since } = this.#settled;
		return at === since ? rows : rows.filter(({ id }) => this.#isSettledSince(id, at));
	}

	#isSettledSince(rowId: string, at: number): boolean {
		return this.steps(rowId).some(({ step, at: time }) => step === "settled" && time >= at);
	}

	holder(chainRef: string, signer: string, nonce: bigint): JournalRow | null {
		return this.#journal.holder(chainRef, signer, nonce);
	}

	steps(rowId: string): readonly JournalStep[] {
		return this.#steps.of(rowId, () => this.#journal.steps(rowId));
	}

	written(scope: string): ReturnType<Journal["written"]> {
		return this.#journal.written(scope);
	}

	verify(): ReturnType<Journal["verify"]> {
		return this.#journal.verify();
	}

	#writing<T>(write: () => T, rowOf: (result: T) => JournalRow | null, isNew = false): T {
		let row: JournalRow | null = null;
		try {
			const result = write();
			row = rowOf(result);
			return result;
		} finally {
			this.#unsettled = null;
			if (row === null) this.#forgetAll();
			else {
				this.#forgetRelated(row);
				this.#updateLists(row, isNew);
				this.#updateSettled(row);
			}
		}
	}

	#forgetRelated(row: JournalRow): void {
		this.#ofIntent.delete(keyOf(row.scope, row.intentId));
		const frozen = hasStepRows(row) ? readableOrNull(row.frozen) : null;
		// The row may be stored under an earlier form of its ID.
		if (frozen !== null) this.#ofIntent.delete(keyOf(row.scope, intentIdOf(frozen)));
		this.#ofEntry.delete(keyOf(row.scope, row.entryId));
		this.#sessions.delete(keyOf(row.scope, row.sessionId));
		this.#steps.delete(row.id);
		if (row.parent !== null) this.#itemRows.delete(row.parent);
		if (row.replaces !== null) this.#replacements.delete(row.replaces);
	}

	/**
	 * Each write replaces the list, even if only a step changed, because readers compare lists by identity.
	 */
	#updateLists(row: JournalRow, isNew: boolean): void {
		for (const [key, list] of this.#recent) {
			if (list.scope !== row.scope && row.scope !== LOCAL_SCOPE) continue;
			const newest = list.rows[0]?.approvedAt ?? row.approvedAt;
			if (!isNew) list.rows = list.rows.map((each) => (each.id === row.id ? row : each));
			else if (newest <= row.approvedAt) list.rows = [row, ...list.rows].slice(0, list.limit);
			else this.#recent.delete(key);
		}
	}

	/** The other rows stay cached. Otherwise, every step of a request would reparse all of them. */
	#updateSettled(row: JournalRow): void {
		if (this.#settled === null) return;
		const { rows, since } = this.#settled;
		const others = rows.filter(({ id }) => id !== row.id);
		if (row.state !== "settled" || !this.#isSettledSince(row.id, since)) {
			this.#settled = { since, rows: others };
			return;
		}
		// If rows were approved in the same millisecond, the journal sorts them by insertion order, which a
		// row doesn't contain.
		const isOrdered = others.every(({ approvedAt }) => approvedAt !== row.approvedAt);
		const sorted = [...others, row].sort((one, other) => one.approvedAt - other.approvedAt);
		this.#settled = isOrdered && sorted.length <= MAX_ROWS ? { since, rows: sorted } : null;
	}

	#forgetAll(): void {
		this.#settled = null;
		for (const memory of [this.#ofIntent, this.#ofEntry, this.#steps, this.#sessions]) memory.clear();
		for (const memory of [this.#recent, this.#itemRows, this.#replacements]) memory.clear();
	}
}
