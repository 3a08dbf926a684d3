import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError, transaction } from "./database.ts";

/** What stateless commits of Builds ask for, in journal.db: no log of the service holds it, so that it is kept here. */

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

/** Which request of which Build: what an approval names as its origin. */
export interface BuildOrigin {
	/** Of the Build. */
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

export interface CommittedRequests {
	/** The newest of them, oldest first. Throws a StorageError. */
	list(scope: string): readonly CommittedRequest[];
	/**
	 * Durable when it returns. A Build is committed once: what was kept of it before stays as it is, whatever a second
	 * answer asks for. Throws a StorageError.
	 */
	keep(scope: string, digest: string, requests: readonly string[], expiresAt: number): void;
	/** Durable when it returns. Throws a StorageError. */
	reject(scope: string, origin: BuildOrigin): void;
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

/** Over the journal's database (synchronous FULL), with the tables of COMMITTED_REQUESTS_SQL. */
export function createCommittedRequests(
	db: DatabaseSync,
	ports: { readonly now: () => number },
): CommittedRequests {
	const select = db.prepare(
		"SELECT * FROM committed_requests WHERE scope = ? ORDER BY received_at DESC, rowid DESC LIMIT ?",
	);
	const known = db.prepare("SELECT count(*) AS count FROM committed_requests WHERE scope = ? AND digest = ?");
	const insert = db.prepare(
		`INSERT INTO committed_requests (scope, digest, place, request, expires_at, received_at)
		VALUES (?, ?, ?, ?, ?, ?)`,
	);
	const mark = db.prepare(
		"UPDATE committed_requests SET rejected_at = ? WHERE scope = ? AND digest = ? AND place = ?",
	);
	return {
		list(scope) {
			try {
				return select.all(scope, MAX_LISTED).map(toRequest).reverse();
			} catch (error) {
				throw asStorageError(error, db.location() ?? "memory");
			}
		},
		keep(scope, digest, requests, expiresAt) {
			const now = ports.now();
			transaction(db, () => {
				if (Number(known.get(scope, digest)?.["count"]) > 0) return;
				requests.forEach((request, place) => {
					insert.run(scope, digest, place, request, expiresAt, now);
				});
			});
		},
		reject(scope, { digest, place }) {
			transaction(db, () => mark.run(ports.now(), scope, digest, place));
		},
	};
}
