import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { Clock } from "../ports.ts";
import { rowParser, safely, transaction } from "../storage/database.ts";

/** All versions are stored, so past decisions can be explained. */

export const RULES_SQL = `
CREATE TABLE rules (
	version INTEGER PRIMARY KEY,
	saved_at INTEGER NOT NULL,
	rules TEXT NOT NULL
) STRICT;
`;

/** The rules are JSON. */
const toSaved = rowParser({ version: z.number(), savedAt: z.number(), rules: z.string() });
type SavedRules = Readonly<ReturnType<typeof toSaved>>;

export class RulesStore {
	readonly #db;
	readonly #clock;
	readonly #last;
	readonly #every;
	readonly #insert;
	#known: { readonly saved: SavedRules | null } | null = null;

	constructor(db: DatabaseSync, clock: Pick<Clock, "now">) {
		this.#db = db;
		this.#clock = clock;
		this.#last = db.prepare("SELECT * FROM rules ORDER BY version DESC LIMIT 1");
		this.#every = db.prepare("SELECT * FROM rules ORDER BY version DESC");
		this.#insert = db.prepare(
			"INSERT INTO rules (version, saved_at, rules) SELECT coalesce(max(version), 0) + 1, ?, ? FROM rules",
		);
	}

	/** Returns the latest rules as JSON, or `null`. Throws a StorageError. */
	latest(): string | null {
		return this.#latest()?.rules ?? null;
	}

	/** Returns whether rules have been saved since this time (Unix ms). Throws a StorageError. */
	changedSince(at: number): boolean {
		return (this.#latest()?.savedAt ?? 0) > at;
	}

	version(): number {
		return this.#latest()?.version ?? 0;
	}

	versions(): readonly SavedRules[] {
		return safely(this.#db, () => this.#every.all().map(toSaved));
	}

	save(rules: string): void {
		try {
			transaction(this.#db, () => this.#insert.run(this.#clock.now(), rules));
		} finally {
			this.#known = null;
		}
	}

	#latest(): SavedRules | null {
		this.#known ??= safely(this.#db, () => {
			const raw = this.#last.get();
			return { saved: raw === undefined ? null : toSaved(raw) };
		});
		return this.#known.saved;
	}
}
