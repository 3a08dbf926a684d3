import { createHash } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { EVENT_KINDS } from "../../service-api/events.ts";

/**
 * Stored transcript items: each event refers to its item, each item has an index. Any part of a transcript
 * can be read by index, whatever the session's length. Everything derives from the events and can be rebuilt.
 */

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

/** Raised when events of a known kind belong to other items than before. */
const FOLD_RULES = 1;

/** Returns the version by which items were folded. A session of another version is folded anew. */
export function foldVersion(rules: number, kinds: ReadonlySet<string>): number {
	const text = JSON.stringify([rules, [...kinds].toSorted()]);
	return Number.parseInt(createHash("sha256").update(text).digest("hex").slice(0, 12), 16);
}

/** A kind that this version learns was an unknown item before: the kinds are part of the version. */
const FOLD = foldVersion(FOLD_RULES, EVENT_KINDS);
/** An item of more events is read by its first and its last ones. */
const FIRST = 8;
const LAST = 248;
/** Rows that are taken away at once. */
const CLEARED = 2_000;
const MAX_KINDS = 50;

export const eventColumns = z.object({
	event_id: z.string(),
	sequence: z.number(),
	type: z.string(),
	received_at: z.number(),
	raw: z.string(),
});

export interface LogEvent {
	readonly eventId: string;
	readonly sequence: number;
	readonly type: string;
	/** Unix ms. */
	readonly receivedAt: number;
	/** JSON. */
	readonly raw: string;
}

/** Effect of an event on a transcript. */
export interface EventFold {
	/** Item that the event describes; `null` if none. */
	readonly item: {
		/** Key by which later events refer to the item; `null` if none do. */
		readonly key: string | null;
		/** Unix ms. */
		readonly at: number;
		/** It makes a task of its item. */
		readonly task: boolean;
		/** Kind of an unknown event, for the item of all unknown ones. */
		readonly unknown: string | null;
	} | null;
	/** The turn that it ends. */
	readonly ends: string | null;
}

/** An event on its way into the log. */
export interface NewEvent extends LogEvent {
	readonly fold: EventFold;
}

export interface StoredItem {
	readonly place: number;
	/** How many tell of it. */
	readonly events: number;
	readonly task: boolean;
}

/** Position in a pass over all events. */
export interface EventPlace {
	readonly sequence: number;
	readonly row: number;
}

export interface EventSlice {
	/** Each with the place of the item that it tells of. */
	readonly events: readonly (LogEvent & { readonly item: number | null })[];
	/** Position to continue from; `null` at the end. */
	readonly next: EventPlace | null;
}

export const FIRST_EVENT: EventPlace = { sequence: Number.MIN_SAFE_INTEGER, row: 0 };
export const LAST_EVENT: EventPlace = { sequence: Number.MAX_SAFE_INTEGER, row: Number.MAX_SAFE_INTEGER };

export interface LogItems {
	/** Returns the number of items; `null` if events must be folded first (`foldMore`). */
	count(sessionId: string): number | null;
	/** Folds so many more. @returns whether all are folded */
	foldMore(sessionId: string, limit: number, foldOf: (event: LogEvent) => EventFold): boolean;
	/** The items at these places; those alone that are there. */
	range(sessionId: string, from: number, to: number): readonly StoredItem[];
	/** Returns an item's events in sequence order; the first and last of very many. */
	eventsOf(sessionId: string, item: StoredItem): readonly LogEvent[];
	item(sessionId: string, key: string): StoredItem | null;
	/** The first place of which something told later than this; the number of items where there is none. Unix ms. */
	placeAfter(sessionId: string, at: number): number;
	/** Returns the sequence of a turn's last end; `null` without one. */
	endOf(sessionId: string, turnId: string): number | null;
	/** How many events of each kind this version does not know, those that came first. */
	unknownKinds(sessionId: string): readonly { readonly type: string; readonly count: number }[];
	/** Events in sequence order after a place, or before it from the newest on. */
	slice(sessionId: string, from: EventPlace, way: "later" | "earlier", limit: number): EventSlice;
}

/** The parts that the log itself needs. */
interface OwnItems extends LogItems {
	/** Inside of a transaction. @returns ids of events that were there already and were left as they are */
	append(session: number, events: readonly NewEvent[]): readonly string[];
	/** Clears caches that a rollback may have invalidated. */
	forget(): void;
}

/** How far a session is folded. */
interface Folded {
	whole: boolean;
	/** Last folded event; `null` if folded items must be removed first. */
	to: EventPlace | null;
	count: number;
	/** The latest time of any item. */
	latest: number;
}

const foldColumns = z.object({ folded: z.number(), folded_to: z.number() });
const itemColumns = z.object({ place: z.number(), events: z.number(), task: z.number() });
const kindColumns = z.object({ type: z.string(), count: z.number() });
const rowColumns = eventColumns.extend({ row: z.number(), item: z.number().nullable() });

/** One number of a row that may not be there. */
const numberOf = (row: Record<string, unknown> | undefined, column: string): number | null =>
	row === undefined || row[column] === null ? null : Number(row[column]);

export function toEvent(row: z.infer<typeof eventColumns>): LogEvent {
	const { event_id: eventId, sequence, type, received_at: receivedAt, raw } = row;
	return { eventId, sequence, type, receivedAt, raw };
}

/** All that is asked of the database, prepared once. */
function statementsOf(db: DatabaseSync) {
	const statement = (sql: string) => db.prepare(sql);
	const readFolded = statement("SELECT folded, folded_to FROM sessions WHERE key = ?");
	const saveFolded = statement("UPDATE sessions SET folded = ?, folded_to = ? WHERE key = ?");
	const lastItem = statement("SELECT place, latest FROM items WHERE session = ? ORDER BY place DESC LIMIT 1");
	const latestAt = statement("SELECT latest FROM items WHERE session = ? AND place = ?");
	const placeByKey = statement("SELECT place FROM items WHERE session = ? AND key = ?");
	const addItem = statement("INSERT INTO items VALUES (?, ?, ?, 1, ?, ?)");
	const growItem = statement(
		"UPDATE items SET events = events + 1, task = MAX(task, ?) WHERE session = ? AND place = ?",
	);
	const dropItems = statement("DELETE FROM items WHERE session = ? AND place >= ?");
	const items = statement(
		"SELECT place, events, task FROM items WHERE session = ? AND place >= ? AND place < ? ORDER BY place",
	);
	const addEnd = statement(`INSERT INTO turn_ends VALUES (?, ?, ?)
		ON CONFLICT (session, turn_id) DO UPDATE SET sequence = MAX(sequence, excluded.sequence)`);
	const findEnd = statement("SELECT sequence FROM turn_ends WHERE session = ? AND turn_id = ?");
	const addKind = statement(`INSERT INTO unknown_kinds VALUES (?, ?, ?, 1)
		ON CONFLICT (session, label) DO UPDATE SET count = count + 1`);
	const dropKinds = statement("DELETE FROM unknown_kinds WHERE session = ?");
	const kinds = statement(
		"SELECT label AS type, count FROM unknown_kinds WHERE session = ? ORDER BY first, label LIMIT ?",
	);
	const addEvent = statement(`INSERT OR IGNORE INTO events
		(session, event_id, sequence, type, received_at, raw, item) VALUES (?, ?, ?, ?, ?, ?, ?)`);
	const moveEvent = statement("UPDATE events SET item = ? WHERE rowid = ?");
	const columns = "event_id, sequence, type, received_at, raw";
	const ofItem = (order: "ASC" | "DESC") =>
		statement(`SELECT ${columns} FROM events WHERE session = ? AND item = ?
			ORDER BY sequence ${order}, rowid ${order} LIMIT ?`);
	const [firstOf, lastOf] = [ofItem("ASC"), ofItem("DESC")];
	const sliceBy = (compare: "<" | ">", order: "ASC" | "DESC") =>
		statement(`SELECT ${columns}, rowid AS row, item FROM events
			WHERE session = ? AND (sequence, rowid) ${compare} (?, ?)
			ORDER BY sequence ${order}, rowid ${order} LIMIT ?`);
	const slices = { later: sliceBy(">", "ASC"), earlier: sliceBy("<", "DESC") };
	return {
		readFolded,
		saveFolded,
		lastItem,
		latestAt,
		placeByKey,
		addItem,
		growItem,
		dropItems,
		items,
		addEnd,
		findEnd,
		addKind,
		dropKinds,
		kinds,
		addEvent,
		moveEvent,
		slices,
		firstOf,
		lastOf,
	};
}

export class FoldedItems implements OwnItems {
	readonly #sql: ReturnType<typeof statementsOf>;
	readonly #keyOf: (sessionId: string) => number | undefined;
	readonly #atomically: <T>(work: () => T) => T;
	readonly #held = new Map<number, Folded>();

	/**
	 * @param keyOf returns the row key of a session, `undefined` if it has none
	 * @param atomically runs all of it in one transaction
	 */
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
			const place = follows ? this.#placeFor(session, folded, of) : null;
			const { changes } = this.#sql.addEvent.run(session, eventId, sequence, type, receivedAt, raw, place);
			if (Number(changes) === 0) known.push(eventId);
			else if (follows) {
				this.#fold(session, folded, sequence, place, of);
				folded.to = { sequence, row: Number.MAX_SAFE_INTEGER };
			}
			// An older one: all of them are folded anew, since places never move while they are shown.
			else if (folded.to !== null && sequence <= folded.to.sequence)
				Object.assign(folded, { whole: false, to: null });
		}
		this.#save(session, folded);
		return known;
	}

	forget(): void {
		this.#held.clear();
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
		return this.#sql.items.all(session, from, to).map((raw) => {
			const { place, events, task } = itemColumns.parse(raw);
			return { place, events, task: task === 1 };
		});
	}

	eventsOf(sessionId: string, { place, events }: StoredItem): readonly LogEvent[] {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return [];
		const read = (order: StatementSync, limit: number) =>
			order.all(session, place, limit).map((row) => toEvent(eventColumns.parse(row)));
		if (events <= FIRST + LAST) return read(this.#sql.firstOf, FIRST + LAST);
		return [...read(this.#sql.firstOf, FIRST), ...read(this.#sql.lastOf, LAST).reverse()];
	}

	item(sessionId: string, key: string): StoredItem | null {
		const session = this.#keyOf(sessionId);
		const place = session === undefined ? null : numberOf(this.#sql.placeByKey.get(session, key), "place");
		return place === null ? null : (this.range(sessionId, place, place + 1)[0] ?? null);
	}

	placeAfter(sessionId: string, at: number): number {
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
		return this.#sql.kinds.all(session, MAX_KINDS).map((row) => kindColumns.parse(row));
	}

	slice(sessionId: string, from: EventPlace, way: "later" | "earlier", limit: number): EventSlice {
		const session = this.#keyOf(sessionId);
		if (session === undefined) return { events: [], next: null };
		const rows = this.#sql.slices[way]
			.all(session, from.sequence, from.row, limit)
			.map((row) => rowColumns.parse(row));
		const last = rows.at(-1);
		const next =
			last === undefined || rows.length < limit ? null : { sequence: last.sequence, row: last.row };
		return { events: rows.map((row) => ({ ...toEvent(row), item: row.item })), next };
	}

	#foldedOf(session: number): Folded {
		const known = this.#held.get(session);
		if (known !== undefined) return known;
		const row = foldColumns.parse(this.#sql.readFolded.get(session));
		const last = this.#sql.lastItem.get(session);
		// Without events everything is folded.
		const whole = row.folded === FOLD || this.#sql.slices.later.get(session, 0, 0, 1) === undefined;
		const made: Folded = {
			whole,
			to: whole ? { sequence: row.folded_to, row: Number.MAX_SAFE_INTEGER } : null,
			count: (numberOf(last, "place") ?? -1) + 1,
			latest: numberOf(last, "latest") ?? 0,
		};
		this.#held.set(session, made);
		return made;
	}

	/** Gives the event its place among the items. */
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

	#placeFor(session: number, folded: Folded, { item }: EventFold): number | null {
		if (item === null) return null;
		const known = item.key === null ? null : numberOf(this.#sql.placeByKey.get(session, item.key), "place");
		return known ?? folded.count;
	}

	#save(session: number, { whole, to }: Folded): void {
		this.#sql.saveFolded.run(whole ? FOLD : 0, to?.sequence ?? 0, session);
	}

	/** Takes away what was folded, the last places first. @returns whether nothing is left */
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
		from: EventPlace,
		limit: number,
		foldOf: (event: LogEvent) => EventFold,
	): boolean {
		const rows = this.#sql.slices.later
			.all(session, from.sequence, from.row, limit)
			.map((row) => rowColumns.parse(row));
		for (const row of rows) {
			const of = foldOf(toEvent(row));
			const place = this.#placeFor(session, folded, of);
			if (place !== row.item) this.#sql.moveEvent.run(place, row.row);
			this.#fold(session, folded, row.sequence, place, of);
			folded.to = { sequence: row.sequence, row: row.row };
		}
		folded.whole = rows.length < limit;
		this.#save(session, folded);
		return folded.whole;
	}
}
