import { createHash } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { EVENT_KINDS } from "../../service-api/events.ts";
import { flag, rowParser } from "./database.ts";

/** Transcript items by index, so any range can be read no matter how long the session is. */

export const ITEMS_SQL = `
CREATE TABLE items (
	session INTEGER NOT NULL REFERENCES sessions (key),
	place INTEGER NOT NULL,
	key TEXT,
	events INTEGER NOT NULL,
	task INTEGER NOT NULL,
	latest INTEGER NOT NULL,
	PRIMARY KEY (session, place)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX items_by_key ON items (session, key) WHERE key IS NOT NULL;
CREATE TABLE turn_ends (
	session INTEGER NOT NULL REFERENCES sessions (key),
	turn_id TEXT NOT NULL,
	sequence INTEGER NOT NULL,
	PRIMARY KEY (session, turn_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE unknown_kinds (
	session INTEGER NOT NULL REFERENCES sessions (key),
	label TEXT NOT NULL,
	first INTEGER NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (session, label)
) STRICT, WITHOUT ROWID;
`;

/** Increase this when a known kind of event maps to a different item. */
const FOLD_RULES = 1;

export function foldVersion(rules: number, kinds: ReadonlySet<string>): number {
	const text = JSON.stringify([rules, [...kinds].toSorted()]);
	return Number.parseInt(createHash("sha256").update(text).digest("hex").slice(0, 12), 16);
}

/** A newly supported kind used to be stored as an unknown item, so the version depends on the kinds. */
const FOLD = foldVersion(FOLD_RULES, EVENT_KINDS);
const FIRST = 8;
const LAST = 248;
/** Number of rows that one call deletes. */
const CLEARED = 2_000;
const MAX_KINDS = 50;

export const eventFields = {
	eventId: z.string(),
	sequence: z.number(),
	type: z.string(),
	receivedAt: z.number(),
	raw: z.string(),
};
const toEvent = rowParser(eventFields);
export type LogEvent = Readonly<ReturnType<typeof toEvent>>;

export interface EventFold {
	readonly item: {
		readonly key: string | null;
		readonly at: number;
		readonly task: boolean;
		readonly unknown: string | null;
	} | null;
	readonly ends: string | null;
}

export interface NewEvent extends LogEvent {
	readonly fold: EventFold;
}

const toItem = rowParser({ place: z.number(), events: z.number(), task: flag });
export type StoredItem = Readonly<ReturnType<typeof toItem>>;

export interface EventIndex {
	readonly sequence: number;
	readonly row: number;
}

export interface EventSlice {
	readonly events: readonly (LogEvent & { readonly item: number | null })[];
	readonly next: EventIndex | null;
}

export const FIRST_EVENT: EventIndex = { sequence: Number.MIN_SAFE_INTEGER, row: 0 };
export const LAST_EVENT: EventIndex = { sequence: Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };

export interface LogItems {
	/** Returns `null` if events must be folded first (`foldMore`). */
	count(sessionId: string): number | null;
	/** @returns `true` when all events are folded */
	foldMore(sessionId: string, limit: number, foldOf: (event: LogEvent) => EventFold): boolean;
	range(sessionId: string, from: number, to: number): readonly StoredItem[];
	eventsOf(sessionId: string, item: StoredItem): readonly LogEvent[];
	item(sessionId: string, key: string): StoredItem | null;
	/** Returns the first index with an event later than `at` (Unix ms), or the number of items. */
	indexAfter(sessionId: string, at: number): number;
	endOf(sessionId: string, turnId: string): number | null;
	unknownKinds(sessionId: string): readonly { readonly type: string; readonly count: number }[];
	slice(sessionId: string, from: EventIndex, way: "later" | "earlier", limit: number): EventSlice;
}

interface ScopedItems extends LogItems {
	append(session: number, events: readonly NewEvent[]): readonly string[];
	forget(): void;
}

interface Folded {
	whole: boolean;
	/** Last event that was folded. `null` if folded items must be deleted first. */
	to: EventIndex | null;
	count: number;
	latest: number;
}

const toFold = rowParser({ folded: z.number(), foldedTo: z.number() });
const toKind = rowParser({ type: z.string(), count: z.number() });
const toRow = rowParser({ ...eventFields, row: z.number(), item: z.number().nullable() });

const numberOf = (row: Record<string, unknown> | undefined, column: string): number | null =>
	row === undefined || row[column] === null ? null : Number(row[column]);

function statementsOf(db: DatabaseSync) {
	const statement = (sql: string) => db.prepare(sql);
	const columns = "event_id, sequence, type, received_at, raw";
	const ofItem = (order: "ASC" | "DESC") =>
		statement(`SELECT ${columns} FROM events WHERE session = ? AND item = ?
			ORDER BY sequence ${order}, rowid ${order} LIMIT ?`);
	const sliceBy = (compare: "<" | ">", order: "ASC" | "DESC") =>
		statement(`SELECT ${columns}, rowid AS row, item FROM events
			WHERE session = ? AND (sequence, rowid) ${compare} (?, ?)
			ORDER BY sequence ${order}, rowid ${order} LIMIT ?`);
	return {
		readFolded: statement("SELECT folded, folded_to FROM sessions WHERE key = ?"),
		saveFolded: statement("UPDATE sessions SET folded = ?, folded_to = ? WHERE key = ?"),
		lastItem: statement("SELECT place, latest FROM items WHERE session = ? ORDER BY place DESC LIMIT 1"),
		latestAt: statement("SELECT latest FROM items WHERE session = ? AND place = ?"),
		placeByKey: statement("SELECT place FROM items WHERE session = ? AND key = ?"),
		addItem: statement("INSERT INTO items VALUES (?, ?, ?, 1, ?, ?)"),
		growItem: statement(
			"UPDATE items SET events = events + 1, task = MAX(task, ?) WHERE session = ? AND place = ?",
		),
		dropItems: statement("DELETE FROM items WHERE session = ? AND place >= ?"),
		items: statement(
			"SELECT place, events, task FROM items WHERE session = ? AND place >= ? AND place < ? ORDER BY place",
		),
		addEnd: statement(`INSERT INTO turn_ends VALUES (?, ?, ?)
		ON CONFLICT (session, turn_id) DO UPDATE SET sequence = MAX(sequence, excluded.sequence)`),
		findEnd: statement("SELECT sequence FROM turn_ends WHERE session = ? AND turn_id = ?"),
		addKind: statement(`INSERT INTO unknown_kinds VALUES (?, ?, ?, 1)
		ON CONFLICT (session, label) DO UPDATE SET count = count + 1`),
		dropKinds: statement("DELETE FROM unknown_kinds WHERE session = ?"),
		kinds: statement(
			"SELECT label AS type, count FROM unknown_kinds WHERE session = ? ORDER BY first, label LIMIT ?",
		),
		addEvent: statement(`INSERT OR IGNORE INTO events
		(session, event_id, sequence, type, received_at, raw, item) VALUES (?, ?, ?, ?, ?, ?, ?)`),
		moveEvent: statement("UPDATE events SET item = ? WHERE rowid = ?"),
		slices: { later: sliceBy(">", "ASC"), earlier: sliceBy("<", "DESC") },
		firstOf: ofItem("ASC"),
		lastOf: ofItem("DESC"),
	};
}

export class FoldedItems implements ScopedItems {
	readonly #sql: ReturnType<typeof statementsOf>;
	readonly #keyOf: (sessionId: string) => number | undefined;
	readonly #atomically: <T>(work: () => T) => T;
	readonly #folded = new Map<number, Folded>();

	constructor(
		db: DatabaseSync,
		keyOf: (sessionId: string) => number | undefined,
		atomically: <T>(work: () => T) => T,
	) {
		this.#sql = statementsOf(db);
		this.#keyOf = keyOf;
		this.#atomically = atomically;
	}

	append(session: number, events: readonly NewEvent[]): readonly string[] {
		const folded = this.#foldedOf(session);
		const known: string[] = [];
		for (const { eventId, sequence, type, receivedAt, raw, fold: of } of events) {
			const follows = folded.whole && sequence > (folded.to?.sequence ?? 0);
			const item = follows ? this.#indexFor(session, folded, of) : null;
			const { changes } = this.#sql.addEvent.run(session, eventId, sequence, type, receivedAt, raw, item);
			if (Number(changes) === 0) known.push(eventId);
			else if (follows) {
				this.#fold(session, folded, sequence, item, of);
				folded.to = { sequence, row: Number.MAX_SAFE_INTEGER };
			}
			// An older event would shift the indexes on the screen, so the session is folded again.
			else if (folded.to !== null && sequence <= folded.to.sequence)
				Object.assign(folded, { whole: false, to: null });
		}
		this.#save(session, folded);
		return known;
	}

	forget(): void {
		this.#folded.clear();
	}

	count(sessionId: string): number | null {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return 0;
		const { whole, count } = this.#foldedOf(session);
		return whole ? count : null;
	}

	foldMore(sessionId: string, limit: number, foldOf: (event: LogEvent) => EventFold): boolean {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return true;
		return this.#atomically(() => {
			const folded = this.#foldedOf(session);
			if (folded.whole) return true;
			if (folded.to === null && !this.#clear(session, folded)) return false;
			return this.#foldSlice(session, folded, folded.to ?? FIRST_EVENT, limit, foldOf);
		});
	}

	range(sessionId: string, from: number, to: number): readonly StoredItem[] {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return [];
		return this.#sql.items.all(session, from, to).map(toItem);
	}

	eventsOf(sessionId: string, { place, events }: StoredItem): readonly LogEvent[] {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return [];
		const read = (order: StatementSync, limit: number) => order.all(session, place, limit).map(toEvent);
		if (events <= FIRST + LAST) return read(this.#sql.firstOf, FIRST + LAST);
		return [...read(this.#sql.firstOf, FIRST), ...read(this.#sql.lastOf, LAST).reverse()];
	}

	item(sessionId: string, key: string): StoredItem | null {
		const session = this.#keyOf(sessionId);
		const item = session === undefined ? null : numberOf(this.#sql.placeByKey.get(session, key), "place");
		return item === null ? null : (this.range(sessionId, item, item + 1)[0] ?? null);
	}

	indexAfter(sessionId: string, at: number): number {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return 0;
		let [from, to] = [0, this.#foldedOf(session).count];
		while (from < to) {
			const middle = Math.floor((from + to) / 2);
			if ((numberOf(this.#sql.latestAt.get(session, middle), "latest") ?? 0) > at) to = middle;
			else from = middle + 1;
		}
		return from;
	}

	endOf(sessionId: string, turnId: string): number | null {
		const session = this.#keyOf(sessionId);
		return session === undefined ? null : numberOf(this.#sql.findEnd.get(session, turnId), "sequence");
	}

	unknownKinds(sessionId: string): readonly { readonly type: string; readonly count: number }[] {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return [];
		return this.#sql.kinds.all(session, MAX_KINDS).map(toKind);
	}

	slice(sessionId: string, from: EventIndex, way: "later" | "earlier", limit: number): EventSlice {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return { events: [], next: null };
		const rows = this.#sql.slices[way].all(session, from.sequence, from.row, limit).map(toRow);
		const last = rows.at(-1);
		const next =
			last === undefined || rows.length < limit ? null : { sequence: last.sequence, row: last.row };
		return { events: rows.map(({ row: _row, ...event }) => event), next };
	}

	#foldedOf(session: number): Folded {
		const known = this.#folded.get(session);
		if (known !== undefined) return known;
		const row = toFold(this.#sql.readFolded.get(session));
		const last = this.#sql.lastItem.get(session);
		// A session without events counts as folded.
		const whole = row.folded === FOLD || this.#sql.slices.later.get(session, 0, 0, 1) === undefined;
		const made: Folded = {
			whole,
			to: whole ? { sequence: row.foldedTo, row: Number.MAX_SAFE_INTEGER } : null,
			count: (numberOf(last, "place") ?? -1) + 1,
			latest: numberOf(last, "latest") ?? 0,
		};
		this.#folded.set(session, made);
		return made;
	}

	#fold(session: number, folded: Folded, sequence: number, place: number | null, of: EventFold): void {
		if (of.ends !== null) this.#sql.addEnd.run(session, of.ends, sequence);
		const { item } = of;
		if (item === null || place === null) return;
		if (item.unknown !== null) this.#sql.addKind.run(session, item.unknown, sequence);
		if (place < folded.count) {
			this.#sql.growItem.run(item.task ? 1 : 0, session, place);
			return;
		}
		folded.latest = Math.max(folded.latest, item.at);
		this.#sql.addItem.run(session, place, item.key, item.task ? 1 : 0, folded.latest);
		folded.count += 1;
	}

	#indexFor(session: number, folded: Folded, { item }: EventFold): number | null {
		if (item === null) return null;
		const known = item.key === null ? null : numberOf(this.#sql.placeByKey.get(session, item.key), "place");
		return known ?? folded.count;
	}

	#save(session: number, { whole, to }: Folded): void {
		this.#sql.saveFolded.run(whole ? FOLD : 0, to?.sequence ?? 0, session);
	}

	#clear(session: number, folded: Folded): boolean {
		folded.count = Math.max(0, folded.count - CLEARED);
		this.#sql.dropItems.run(session, folded.count);
		if (folded.count > 0) return false;
		this.#sql.dropKinds.run(session);
		Object.assign(folded, { to: FIRST_EVENT, latest: 0 });
		return true;
	}

	#foldSlice(
		session: number,
		folded: Folded,
		from: EventIndex,
		limit: number,
		foldOf: (event: LogEvent) => EventFold,
	): boolean {
		const rows = this.#sql.slices.later.all(session, from.sequence, from.row, limit).map(toRow);
		for (const row of rows) {
			const of = foldOf(row);
			const item = this.#indexFor(session, folded, of);
			if (item !== row.item) this.#sql.moveEvent.run(item, row.row);
			this.#fold(session, folded, row.sequence, item, of);
			folded.to = { sequence: row.sequence, row: row.row };
		}
		folded.whole = rows.length < limit;
		this.#save(session, folded);
		return folded.whole;
	}
}
