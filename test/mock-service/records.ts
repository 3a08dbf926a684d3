import { z } from "zod";
import type { Database } from "./database.ts";

/** Records calls to the service, so that a test can prove that nothing was signed or sent twice. */

/** `at` is in milliseconds since the epoch, with fractions. */
const requestRecord = z.object({
	at: z.number(),
	method: z.string(),
	path: z.string(),
	idempotencyKey: z.string().nullable(),
	headers: z.record(z.string(), z.string()),
	body: z.unknown(),
	/** `null` while the request runs; 0 if the response was withheld. */
	status: z.number().nullable(),
	fault: z.string().nullable(),
});
export type RequestRecord = z.infer<typeof requestRecord>;

const signatureRecord = z.object({
	at: z.number(),
	commitId: z.string(),
	raw: z.string(),
	/** `taken` for the bytes that the commit accepted, and `repeated` if the same bytes came again. */
	outcome: z.enum(["taken", "repeated", "refused"]),
	code: z.string().nullable(),
});
export type SignatureRecord = z.infer<typeof signatureRecord>;

const broadcastRecord = z.object({
	at: z.number(),
	/** Id of the commit, or of the action whose signature the service used. */
	commitId: z.string(),
	hash: z.string(),
	by: z.enum(["hosted", "venue"]),
});
export type BroadcastRecord = z.infer<typeof broadcastRecord>;

/** Result that was submitted for an action. */
const resolutionRecord = z.object({
	at: z.number(),
	actionId: z.string(),
	/** Revision that the caller answered. */
	revision: z.number(),
	status: z.string(),
	outcome: z.enum(["taken", "repeated", "refused"]),
	code: z.string().nullable(),
});
export type ResolutionRecord = z.infer<typeof resolutionRecord>;

/** Page with commits that was sent to a stream or a poll. */
const pageRecord = z.object({
	at: z.number(),
	sessionId: z.string(),
	via: z.enum(["stream", "page"]),
	commitIds: z.array(z.string()),
});
export type PageRecord = z.infer<typeof pageRecord>;

export const records = z.object({
	requests: z.array(requestRecord),
	signatures: z.array(signatureRecord),
	broadcasts: z.array(broadcastRecord),
	resolutions: z.array(resolutionRecord),
	pages: z.array(pageRecord),
});
export type Records = z.infer<typeof records>;

export function preciseNow(): number {
	return performance.timeOrigin + performance.now();
}

/**
 * Book of all records. Requests and pages last as long as the process; the others as long as the database.
 */
export class RecordBook {
	readonly requests: RequestRecord[] = [];
	readonly pages: PageRecord[] = [];

	#list(db: Database, kind: string): unknown[] {
		return db.sql
			.prepare("SELECT record FROM records WHERE kind = ? ORDER BY id")
			.all(kind)
			.map((row) => JSON.parse(String(row["record"])));
	}

	signature(db: Database, record: Omit<SignatureRecord, "at">): void {
		this.#add(db, "signature", record);
	}

	broadcast(db: Database, record: Omit<BroadcastRecord, "at">): void {
		this.#add(db, "broadcast", record);
	}

	resolution(db: Database, record: Omit<ResolutionRecord, "at">): void {
		this.#add(db, "resolution", record);
	}

	#add(db: Database, kind: string, record: object): void {
		const text = JSON.stringify({ at: preciseNow(), ...record });
		db.sql.prepare("INSERT INTO records (kind, record) VALUES (?, ?)").run(kind, text);
	}

	all(db: Database): Records {
		return {
			requests: this.requests,
			signatures: z.array(signatureRecord).parse(this.#list(db, "signature")),
			broadcasts: z.array(broadcastRecord).parse(this.#list(db, "broadcast")),
			resolutions: z.array(resolutionRecord).parse(this.#list(db, "resolution")),
			pages: this.pages,
		};
	}

	/** Clears requests and pages; records of signatures, broadcasts and resolutions are never cleared. */
	clear(): void {
		this.requests.length = 0;
		this.pages.length = 0;
	}
}
