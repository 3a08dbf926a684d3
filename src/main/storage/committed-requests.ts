import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError, transaction } from "./database.ts";

/** Requests of Builds' stateless commits in journal.db: no log of the service contains them. */

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

/** Build and request that an approval names as its origin. */
export interface BuildOrigin {
	/** Digest of the Build. */
	readonly digest: string;
	/** Among the requests of its commit, counted from 0. */
	readonly place: number;
}

export interface CommittedRequest extends BuildOrigin {
	/** JSON text, byte for byte as the service gave it. */
	readonly request: string;
	/** When the Build ends, Unix seconds. */
	readonly expiresAt: number;
	/** Unix ms. */
	readonly receivedAt: number;
	/** When the user said no, Unix ms; null while they have not. */
	readonly rejectedAt: number | null;
}

/** Older ones are over for long: their Builds ended. */
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

/** Over the journal's database (synchronous FULL), with the tables of COMMITTED_REQUESTS_SQL. All methods throw StorageError. */
export class CommittedRequests {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #select: StatementSync;
	readonly #known: StatementSync;
	readonly #insert: StatementSync;
	readonly #mark: StatementSync;

	/** @param now Unix ms */
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

	/** Returns the newest requests, oldest first. */
	list(scope: string): readonly CommittedRequest[] {
		try {
			return this.#select.all(scope, MAX_LISTED).map(toRequest).reverse();
		} catch (error) {
			throw asStorageError(error, this.#db.location() ?? "memory");
		}
	}

	/**
	 * Stores the requests of a Build, durable when it returns. A Build is committed once: stored requests stay as they
	 * are, whatever a second answer asks for.
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

	/** Notes that the user said no, durable when it returns. */
	reject(scope: string, { digest, place }: BuildOrigin): void {
		transaction(this.#db, () => this.#mark.run(this.#now(), scope, digest, place));
	}
}
