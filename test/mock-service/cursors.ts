import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Database } from "./database.ts";
import type { SessionRow } from "./log.ts";
import { Problem } from "./problem.ts";

/** Opaque cursors that are bound to a session, authenticated against forgery, and able to expire. */

const content = z.tuple([z.string(), z.number().int().min(0), z.number().int().min(0)]);

export class Cursors {
	readonly #secret: string;

	constructor(db: Database) {
		const row = db.sql.prepare("SELECT value FROM meta WHERE key = 'cursor_secret'").get();
		this.#secret = row === undefined ? randomBytes(32).toString("hex") : String(row["value"]);
		db.sql.prepare("INSERT OR IGNORE INTO meta VALUES ('cursor_secret', ?)").run(this.#secret);
	}

	#seal(text: string): string {
		return createHmac("sha256", this.#secret).update(text).digest("base64url").slice(0, 16);
	}

	make(session: SessionRow, position: number): string {
		const text = JSON.stringify([session.id, position, session.cursorEpoch]);
		return Buffer.from(`${this.#seal(text)}${text}`).toString("base64url");
	}

	/**
	 * Returns the position that a cursor encodes.
	 * @throws Problem 400 `invalid_cursor` (malformed or of another session), 410 `cursor_expired`
	 */
	read(session: SessionRow, cursor: string): number {
		const whole = Buffer.from(cursor, "base64url").toString("utf8");
		const text = whole.slice(16);
		if (this.#seal(text) !== whole.slice(0, 16)) {
			throw new Problem(400, "invalid_cursor", "That cursor can't be read.");
		}
		const [id, position, epoch] = content.parse(JSON.parse(text));
		if (id !== session.id) {
			throw new Problem(400, "invalid_cursor", "That cursor does not belong to this session.");
		}
		if (epoch < session.cursorEpoch) {
			throw new Problem(410, "cursor_expired", "That cursor is no longer held.");
		}
		return position;
	}
}
