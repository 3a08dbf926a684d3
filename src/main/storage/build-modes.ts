import type { DatabaseSync, StatementSync } from "node:sqlite";
import { asStorageError, transaction } from "./database.ts";

/** Safety modes of committed Builds, which their requests don't repeat. */

export const BUILD_MODES_SQL = `
CREATE TABLE build_modes (
	scope TEXT NOT NULL,
	digest TEXT NOT NULL,
	mode TEXT NOT NULL,
	PRIMARY KEY (scope, digest)
) STRICT;
`;

/** All methods throw StorageError. */
export class BuildModes {
	readonly #db: DatabaseSync;
	readonly #scope: string;
	readonly #select: StatementSync;
	readonly #insert: StatementSync;

	constructor(db: DatabaseSync, scope: string) {
		this.#db = db;
		this.#scope = scope;
		this.#select = db.prepare("SELECT mode FROM build_modes WHERE scope = ? AND digest = ?");
		this.#insert = db.prepare("INSERT OR IGNORE INTO build_modes (scope, digest, mode) VALUES (?, ?, ?)");
	}

	/** Durable when it returns. A Build is committed once, so its mode never changes. */
	add(digest: string, mode: string): void {
		transaction(this.#db, () => this.#insert.run(this.#scope, digest, mode));
	}

	/** Returns `null` if the Build states no mode. */
	modeOf(digest: string): string | null {
		try {
			const mode = this.#select.get(this.#scope, digest)?.["mode"];
			return typeof mode === "string" ? mode : null;
		} catch (error) {
			throw asStorageError(error, this.#db.location() ?? "memory");
		}
	}
}
