import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { transaction } from "./database.ts";

/** Mutations under way: each has one idempotency key, on disk before the first try, and the body that every try repeats. */

export const INTENTS_SQL = `
CREATE TABLE intents (
	id TEXT PRIMARY KEY,
	scope TEXT NOT NULL,
	kind TEXT NOT NULL,
	key TEXT NOT NULL UNIQUE,
	body TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;
`;

const columns = z.object({
	id: z.string(),
	kind: z.string(),
	key: z.string(),
	body: z.string(),
	created_at: z.number(),
});

export interface StoredIntent {
	readonly id: string;
	readonly kind: string;
	/** The Idempotency-Key of every try. */
	readonly key: string;
	readonly body: unknown;
	/** Unix ms. */
	readonly createdAt: number;
}

interface Revised {
	readonly id: string;
	readonly body: unknown;
}

export interface Intents {
	/**
	 * Durable when it returns. Throws a StorageError.
	 * @param beside writes more into the same database: both, or neither
	 */
	remember(kind: string, scope: string, body: unknown, beside?: () => void): StoredIntent;
	/** The same for several: all of them are durable when it returns, or none. */
	rememberAll(kind: string, scope: string, bodies: readonly unknown[]): readonly StoredIntent[];
	/** Another body under the same key, before anybody was told of the one before. Durable when it returns. */
	revise(id: string, body: unknown): void;
	/** The same for several: all of them, or none. */
	reviseAll(revised: readonly Revised[]): void;
	/** Oldest first; the very same object until something of it changes. */
	pending(scope: string): readonly StoredIntent[];
	/** The service has given its answer, whichever it was. */
	settle(id: string): void;
	/** The same for several: all of them, or none. */
	settleAll(ids: readonly string[]): void;
}

export interface IntentsOptions {
	/** Unix ms. */
	readonly now: () => number;
	readonly uuid?: () => string;
}

/** Over the journal's database (synchronous FULL), with the tables of INTENTS_SQL. */
export function createIntents(db: DatabaseSync, options: IntentsOptions): Intents {
	const uuid = options.uuid ?? randomUUID;
	const insert = db.prepare(
		"INSERT INTO intents (id, scope, kind, key, body, created_at) VALUES (?, ?, ?, ?, ?, ?)",
	);
	const select = db.prepare("SELECT * FROM intents WHERE scope = ? ORDER BY created_at, rowid");
	const remove = db.prepare("DELETE FROM intents WHERE id = ?");
	const update = db.prepare("UPDATE intents SET body = ? WHERE id = ?");
	/** As they stand on disk, by scope: nobody else writes, and each stays the same object until it changes. */
	const read = new Map<string, readonly StoredIntent[]>();

	function load(scope: string): readonly StoredIntent[] {
		const known = read.get(scope);
		if (known !== undefined) return known;
		const found = select.all(scope).map((raw): StoredIntent => {
			const row = columns.parse(raw);
			const body: unknown = JSON.parse(row.body);
			return { id: row.id, kind: row.kind, key: row.key, body, createdAt: row.created_at };
		});
		read.set(scope, found);
		return found;
	}

	/** What was read is brought up to date once the disk has it. */
	function write(
		work: () => void,
		change: (known: readonly StoredIntent[]) => readonly StoredIntent[],
	): void {
		transaction(db, work);
		for (const [scope, known] of read) read.set(scope, change(known));
	}

	function rememberAll(
		kind: string,
		scope: string,
		bodies: readonly unknown[],
		beside: () => void = () => {},
	): readonly StoredIntent[] {
		const made = bodies.map((body): StoredIntent & { readonly text: string } => ({
			...{ id: uuid(), kind, key: uuid(), body, createdAt: options.now() },
			text: JSON.stringify(body),
		}));
		transaction(db, () => {
			beside();
			for (const { id, key, text, createdAt } of made) insert.run(id, scope, kind, key, text, createdAt);
		});
		const intents = made.map(({ text: _, ...intent }) => intent);
		const known = read.get(scope);
		if (known !== undefined) read.set(scope, [...known, ...intents]);
		return intents;
	}

	function reviseAll(revised: readonly Revised[]): void {
		const bodies = new Map(revised.map(({ id, body }) => [id, body]));
		write(
			() => {
				for (const [id, body] of bodies) update.run(JSON.stringify(body), id);
			},
			(known) => known.map((each) => (bodies.has(each.id) ? { ...each, body: bodies.get(each.id) } : each)),
		);
	}

	function settleAll(ids: readonly string[]): void {
		const ended = new Set(ids);
		write(
			() => {
				for (const id of ended) remove.run(id);
			},
			(known) => (known.some(({ id }) => ended.has(id)) ? known.filter(({ id }) => !ended.has(id)) : known),
		);
	}

	return {
		rememberAll: (kind, scope, bodies) => rememberAll(kind, scope, bodies),
		remember(kind, scope, body, beside) {
			const [intent] = rememberAll(kind, scope, [body], beside);
			if (intent === undefined) throw new Error("one body makes one intent");
			return intent;
		},
		revise: (id, body) => reviseAll([{ id, body }]),
		reviseAll,
		pending: load,
		settle: (id) => settleAll([id]),
		settleAll,
	};
}
