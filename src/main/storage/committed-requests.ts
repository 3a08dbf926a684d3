import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { rowParser, safely, transaction } from "./database.ts";

export const COMMITTED_REQUESTS_SQL = `
CREATE TABLE committed_requests (
	scope TEXT NOT NULL,
	digest TEXT NOT NULL,
	place INTEGER NOT NULL,
	request TEXT NOT NULL,
	expires_at INTEGER NOT NULL,
	received_at INTEGER NOT NULL,
	rejected_at INTEGER,
	PRIMARY KEY (scope, digest, place)
) STRICT;
`;

const MAX_LISTED = 500;

const toRequest = rowParser({
	digest: z.string(),
	place: z.number(),
	/** Exactly as received, byte for byte. */
	request: z.string(),
	expiresAt: z.number(),
	receivedAt: z.number(),
	rejectedAt: z.number().nullable(),
});
export type CommittedRequest = Readonly<ReturnType<typeof toRequest>>;
export type BuildOrigin = Pick<CommittedRequest, "digest" | "place">;

/**
 * Requests from stateless commits, which don't appear in any of the service's logs. All methods throw a
 * StorageError.
 */
export class CommittedRequests {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #select: StatementSync;
	readonly #known: StatementSync;
	readonly #insert: StatementSync;
	readonly #mark: StatementSync;

	constructor(db: DatabaseSync, now: () => number) {
		this.#db = db;
		this.#now = now;
		this.#select = db.prepare(
			"SELECT * FROM committed_requests WHERE scope = ? ORDER BY received_at DESC, rowid DESC LIMIT ?",
		);
		this.#known = db.prepare(
			"SELECT count(*) AS count FROM committed_requests WHERE scope = ? AND digest = ?",
		);
		this.#insert = db.prepare(
			`INSERT INTO committed_requests (scope, digest, place, request, expires_at, received_at)
			VALUES (?, ?, ?, ?, ?, ?)`,
		);
		this.#mark = db.prepare(
			"UPDATE committed_requests SET rejected_at = ? WHERE scope = ? AND digest = ? AND place = ?",
		);
	}

	list(scope: string): readonly CommittedRequest[] {
		return safely(this.#db, () => this.#select.all(scope, MAX_LISTED).map(toRequest).reverse());
	}

	/**
	 * Writes to disk before returning. A Build is committed only once, so a second response can't change
	 * stored requests.
	 */
	keep(scope: string, digest: string, requests: readonly string[], expiresAt: number): void {
		const now = this.#now();
		transaction(this.#db, () => {
			if (Number(this.#known.get(scope, digest)?.["count"]) > 0) return;
			requests.forEach((request, index) => {
				this.#insert.run(scope, digest, index, request, expiresAt, now);
			});
		});
	}

	reject(scope: string, { digest, place }: BuildOrigin): void {
		transaction(this.#db, () => this.#mark.run(this.#now(), scope, digest, place));
	}
}
