import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { transaction } from "./database.ts";
import type { Migration } from "./migrations.ts";

/** Mutations under way: each has one idempotency key, on disk before the first try, and the body that every try repeats. */

export const INTENTS_MIGRATION: Migration = {
	version: 2,
	sql: `
CREATE TABLE intents (
	id TEXT PRIMARY KEY,
	scope TEXT NOT NULL,
	kind TEXT NOT NULL,
	key TEXT NOT NULL UNIQUE,
	body TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT;
`,
};

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

export interface Intents {
	/** Durable when it returns. Throws a StorageError. */
	remember(kind: string, scope: string, body: unknown): StoredIntent;
	/** Oldest first. */
	pending(scope: string): readonly StoredIntent[];
	/** The service has given its answer, whichever it was. */
	settle(id: string): void;
}

export interface IntentsOptions {
	/** Unix ms. */
	readonly now: () => number;
	readonly uuid?: () => string;
}

/** Over the journal's database (synchronous FULL), which has run INTENTS_MIGRATION. */
export function createIntents(db: DatabaseSync, options: IntentsOptions): Intents {
	const uuid = options.uuid ?? randomUUID;
	const insert = db.prepare(
		"INSERT INTO intents (id, scope, kind, key, body, created_at) VALUES (?, ?, ?, ?, ?, ?)",
	);
	const select = db.prepare("SELECT * FROM intents WHERE scope = ? ORDER BY created_at, rowid");
	const remove = db.prepare("DELETE FROM intents WHERE id = ?");
	return {
		remember(kind, scope, body) {
			const intent: StoredIntent = { id: uuid(), kind, key: uuid(), body, createdAt: options.now() };
			const text = JSON.stringify(body);
			transaction(db, () => insert.run(intent.id, scope, kind, intent.key, text, intent.createdAt));
			return intent;
		},
		pending: (scope) =>
			select.all(scope).map((raw) => {
				const row = columns.parse(raw);
				const body: unknown = JSON.parse(row.body);
				return { id: row.id, kind: row.kind, key: row.key, body, createdAt: row.created_at };
			}),
		settle(id) {
			transaction(db, () => remove.run(id));
		},
	};
}
