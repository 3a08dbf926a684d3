import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { idempotencyKey } from "../../src/service-api/event-page.ts";
import type { Database } from "./database.ts";
import { Problem } from "./problem.ts";

/** Stores one durable outcome for each idempotency key, bound to the request body. */

/** @throws Problem 400 if the header is missing, empty or too long */
export function requireKey(header: string | undefined): string {
	const key = idempotencyKey.safeParse(header);
	if (key.success) return key.data;
	throw new Problem(400, "idempotency_key_required", "Send an Idempotency-Key of 1 to 160 characters.");
}

/**
 * Returns the SHA-256 of the intent. It excludes the caller's `cursor`, so that a retry may have a newer one.
 */
export function intentHash(method: string, path: string, body: unknown): string {
	const intent = typeof body === "object" && body !== null ? { ...body, cursor: undefined } : body;
	const text = canonicalize({ method, path, body: JSON.parse(JSON.stringify(intent ?? null)) });
	return createHash("sha256")
		.update(text ?? "")
		.digest("hex");
}

export class Idempotency {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	/**
	 * Returns the session of the earlier outcome; `null` if the key is new.
	 * @throws Problem 409 if the key was used with another body
	 */
	earlier(key: string, hash: string): string | null {
		const row = this.#db.sql.prepare("SELECT hash, session_id FROM idempotency WHERE key = ?").get(key);
		if (row === undefined) return null;
		if (row["hash"] !== hash) {
			throw new Problem(409, "idempotency_conflict", "That key was used with another body.");
		}
		return String(row["session_id"]);
	}

	store(key: string, hash: string, sessionId: string): void {
		this.#db.sql.prepare("INSERT INTO idempotency VALUES (?, ?, ?)").run(key, hash, sessionId);
	}
}
