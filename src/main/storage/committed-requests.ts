import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError, transaction } from "./database.ts";

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

export interface BuildOrigin {
	readonly digest: string;
	readonly place: number;
}

export interface CommittedRequest extends BuildOrigin {
	/** Exactly as received, byte for byte. */
	readonly request: string;
	readonly expiresAt: number;
	readonly receivedAt: number;
	readonly rejectedAt: number | null;
}

const MAX_LISTED = 500;

const columns = z.object({
	digest: z.string(),
	place: z.number(),
	request: z.string(),
	expires_at: z.number(),
	received_at: z.number(),
	rejected_at: z.number().nullable(),
});

function toRequest(raw: unknown): CommittedRequest {
	const { digest, place, request, ...times } = columns.parse(raw);
	return {
		digest,
		place,
		request,
		expiresAt: times.expires_at,
		receivedAt: times.received_at,
		rejectedAt: times.rejected_at,
	};
}

/**
 * Requests of stateless commits, which appear in none of the service's logs. All methods throw StorageError.
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
		try {
			return this.#select.all(scope, MAX_LISTED).map(toRequest).reverse();
		} catch (error) {
			throw asStorageError(error, this.#db.location() ?? "memory");
		}
	}

	/**
	 * Written to disk when it returns. A Build is committed once, so a second response can't change stored requests.
	 */
	keep(scope: string, digest: string, requests: readonly string[], expiresAt: number): void {
		const now = this.#now();
		transaction(this.#db, () => {
			if (Number(this.#known.get(scope, digest)?.["count"]) > 0) return;
			requests.forEach((request, place) => {
				this.#insert.run(scope, digest, place, request, expiresAt, now);
			});
		});
	}

	reject(scope: string, { digest, place }: BuildOrigin): void {
		transaction(this.#db, () => this.#mark.run(this.#now(), scope, digest, place));
	}
}
