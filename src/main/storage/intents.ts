import { randomUUID } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { rowParser, transaction } from "./database.ts";

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

const toIntent = rowParser({
	id: z.string(),
	kind: z.string(),
	key: z.string(),
	body: z.string().transform((text): unknown => JSON.parse(text)),
	createdAt: z.number(),
});
export type StoredIntent = Readonly<ReturnType<typeof toIntent>>;

interface Revised {
	readonly id: string;
	readonly body: unknown;
}

/**
 * In-flight requests that change something at the service. The key and body are stored before the first
 * attempt and used in every attempt.
 */
export class Intents {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #insert: StatementSync;
	readonly #select: StatementSync;
	readonly #remove: StatementSync;
	readonly #update: StatementSync;
	/** Stored intents by scope. Each list keeps its identity until it changes. */
	readonly #read = new Map<string, readonly StoredIntent[]>();

	constructor(db: DatabaseSync, now: () => number) {
		this.#db = db;
		this.#now = now;
		this.#insert = db.prepare(
			"INSERT INTO intents (id, scope, kind, key, body, created_at) VALUES (?, ?, ?, ?, ?, ?)",
		);
		this.#select = db.prepare("SELECT * FROM intents WHERE scope = ? ORDER BY created_at, rowid");
		this.#remove = db.prepare("DELETE FROM intents WHERE id = ?");
		this.#update = db.prepare("UPDATE intents SET body = ? WHERE id = ?");
	}

	remember(kind: string, scope: string, body: unknown, beside: () => void = () => {}): StoredIntent {
		const [intent] = this.#insertAll(kind, scope, [body], beside);
		if (intent === undefined) throw new Error("a single payload must have exactly one intent");
		return intent;
	}

	rememberAll(kind: string, scope: string, bodies: readonly unknown[]): readonly StoredIntent[] {
		return this.#insertAll(kind, scope, bodies, () => {});
	}

	/** Replaces a body that hasn't been sent yet, with the same key. Writes to disk before returning. */
	revise(id: string, body: unknown): void {
		this.reviseAll([{ id, body }]);
	}

	reviseAll(revised: readonly Revised[]): void {
		const bodies = new Map(revised.map(({ id, body }) => [id, body]));
		this.#write(
			() => {
				for (const [id, body] of bodies) this.#update.run(JSON.stringify(body), id);
			},
			(known) => known.map((each) => (bodies.has(each.id) ? { ...each, body: bodies.get(each.id) } : each)),
		);
	}

	pending(scope: string): readonly StoredIntent[] {
		const known = this.#read.get(scope);
		if (known !== undefined) return known;
		const found = this.#select.all(scope).map(toIntent);
		this.#read.set(scope, found);
		return found;
	}

	settle(id: string): void {
		this.settleAll([id]);
	}

	settleAll(ids: readonly string[]): void {
		const ended = new Set(ids);
		this.#write(
			() => {
				for (const id of ended) this.#remove.run(id);
			},
			(known) => (known.some(({ id }) => ended.has(id)) ? known.filter(({ id }) => !ended.has(id)) : known),
		);
	}

	#insertAll(
		kind: string,
		scope: string,
		bodies: readonly unknown[],
		beside: () => void,
	): readonly StoredIntent[] {
		const made = bodies.map((body): StoredIntent & { readonly text: string } => ({
			...{ id: randomUUID(), kind, key: randomUUID(), body, createdAt: this.#now() },
			text: JSON.stringify(body),
		}));
		transaction(this.#db, () => {
			beside();
			for (const { id, key, text, createdAt } of made)
				this.#insert.run(id, scope, kind, key, text, createdAt);
		});
		const intents = made.map(({ text: _, ...intent }) => intent);
		const known = this.#read.get(scope);
		if (known !== undefined) this.#read.set(scope, [...known, ...intents]);
		return intents;
	}

	/** The cache changes only after the transaction is committed. */
	#write(work: () => void, change: (known: readonly StoredIntent[]) => readonly StoredIntent[]): void {
		transaction(this.#db, work);
		for (const [scope, known] of this.#read) this.#read.set(scope, change(known));
	}
}
