import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { rowParser, safely, transaction } from "./database.ts";

/** Safety modes of committed Builds, which the requests don't contain. */

export const BUILD_MODES_SQL = `
CREATE TABLE build_modes (
	scope TEXT NOT NULL,
	digest TEXT NOT NULL,
	mode TEXT NOT NULL,
	PRIMARY KEY (scope, digest)
) STRICT;
`;

/** All methods throw a StorageError. */
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

	/** Writes to disk before returning. A Build is committed only once, so its mode never changes. */
	add(digest: string, mode: string): void {
		transaction(this.#db, () => this.#insert.run(this.#scope, digest, mode));
	}

	/** Returns `null` if the Build doesn't state a mode. */
	modeOf(digest: string): string | null {
		const mode = safely(this.#db, () => this.#select.get(this.#scope, digest)?.["mode"]);
		return typeof mode === "string" ? mode : null;
	}
}

/**
 * Commits that the service created for Builds. They don't appear in any session and have their own API
 * endpoint.
 */
export const BUILD_COMMITS_SQL = `
CREATE TABLE cohort_commits (
	scope TEXT NOT NULL,
	commit_id TEXT NOT NULL,
	thread_id TEXT NOT NULL,
	digest TEXT NOT NULL,
	view TEXT NOT NULL,
	PRIMARY KEY (scope, commit_id)
) STRICT;
`;

const MAX_LISTED = 500;

const toCommit = rowParser({
	commitId: z.string(),
	threadId: z.string(),
	digest: z.string(),
	view: z.string(),
});
export type BuildCommit = Readonly<ReturnType<typeof toCommit>>;

/** All methods throw a StorageError. */
export class BuildCommitStore {
	readonly #db: DatabaseSync;
	readonly #select: StatementSync;
	readonly #insert: StatementSync;

	constructor(db: DatabaseSync) {
		this.#db = db;
		this.#select = db.prepare("SELECT * FROM cohort_commits WHERE scope = ? ORDER BY rowid DESC LIMIT ?");
		this.#insert = db.prepare(
			"INSERT OR IGNORE INTO cohort_commits (scope, commit_id, thread_id, digest, view) VALUES (?, ?, ?, ?, ?)",
		);
	}

	list(scope: string): readonly BuildCommit[] {
		return safely(this.#db, () => this.#select.all(scope, MAX_LISTED).map(toCommit).reverse());
	}

	add(scope: string, commits: readonly BuildCommit[]): void {
		transaction(this.#db, () => {
			for (const { commitId, threadId, digest, view } of commits)
				this.#insert.run(scope, commitId, threadId, digest, view);
		});
	}
}
