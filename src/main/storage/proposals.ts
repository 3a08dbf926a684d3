import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { jsonOf, type StoredCall, storedCall } from "./agent-store.ts";
import { asStorageError, transaction } from "./database.ts";

export const PROPOSALS_SQL = `
CREATE TABLE proposals (
	id TEXT PRIMARY KEY,
	agent TEXT NOT NULL,
	key TEXT,
	fold TEXT NOT NULL,
	request TEXT NOT NULL,
	reason TEXT,
	payment TEXT,
	caller TEXT,
	expires_at INTEGER,
	received_at INTEGER NOT NULL,
	asked INTEGER NOT NULL,
	asked_at INTEGER NOT NULL,
	delivered_at INTEGER,
	ended_at INTEGER,
	ended_as TEXT,
	answer TEXT,
	wanted_change INTEGER
) STRICT;
CREATE UNIQUE INDEX proposals_by_key ON proposals (agent, key) WHERE key IS NOT NULL;
CREATE INDEX proposals_by_agent ON proposals (agent, received_at);
CREATE INDEX proposals_by_fold ON proposals (agent, fold, received_at);
`;

const endings = z.enum(["rejected", "cancelled"]);
export type ProposalEnding = z.infer<typeof endings>;

export interface NewProposal {
	/** 32 hex digits. */
	readonly id: string;
	readonly agent: string;
	/** Idempotency key. `null` if identical proposals count as one. */
	readonly key: string | null;
	/** Hash of the whole request, used to recognize repeats. */
	readonly fold: string;
	/** JSON text of the ActionRequest. */
	readonly request: string;
	/** In the agent's words. */
	readonly reason: string | null;
	/** JSON text of an x402 payment's requirements. `null` without a payment. */
	readonly payment: string | null;
	/** Program that sent the proposal. Repeats may come from others. `null` if unknown. */
	readonly caller: StoredCall | null;
	readonly expiresAt: number | null;
}

export interface StoredProposal extends NewProposal {
	readonly receivedAt: number;
	readonly asked: number;
	readonly askedAt: number;
	/** Unix ms. `null` until the answer was delivered. */
	readonly deliveredAt: number | null;
	/** `null` unless the proposal ended without a signature. */
	readonly ended: {
		readonly as: ProposalEnding;
		readonly at: number;
		/** The user's message to the agent, or empty. */
		readonly answer: string;
		/** True if the user requests a change. */
		readonly isWantedChange: boolean;
	} | null;
}

/** Limit on the newest proposals, ended or not. */
const MAX_LISTED = 500;
/** Limit including all that can still be answered, so newer proposals don't displace them. */
const MAX_OPEN = 5_000;
/** How long a signed proposal is tracked after its expiry. */
const FOLLOWED_SECONDS = 7 * 86_400;

const columns = z.object({
	id: z.string(),
	agent: z.string(),
	key: z.string().nullable(),
	fold: z.string(),
	request: z.string(),
	reason: z.string().nullable(),
	payment: z.string().nullable(),
	caller: jsonOf(storedCall).nullable(),
	expires_at: z.number().nullable(),
	received_at: z.number(),
	asked: z.number(),
	asked_at: z.number(),
	delivered_at: z.number().nullable(),
	ended_at: z.number().nullable(),
	ended_as: endings.nullable(),
	answer: z.string().nullable(),
	wanted_change: z.number().nullable(),
});

function toProposal(raw: unknown): StoredProposal {
	const row = columns.parse(raw);
	return {
		id: row.id,
		agent: row.agent,
		key: row.key,
		fold: row.fold,
		request: row.request,
		reason: row.reason,
		payment: row.payment,
		caller: row.caller,
		expiresAt: row.expires_at,
		receivedAt: row.received_at,
		asked: row.asked,
		askedAt: row.asked_at,
		deliveredAt: row.delivered_at,
		ended:
			row.ended_at === null || row.ended_as === null
				? null
				: {
						as: row.ended_as,
						at: row.ended_at,
						answer: row.answer ?? "",
						isWantedChange: row.wanted_change === 1,
					},
	};
}

/** Uses the journal's database (synchronous FULL). All methods throw a StorageError. */
export class ProposalStore {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #list: StatementSync;
	readonly #get: StatementSync;
	readonly #count: StatementSync;
	readonly #byKey: StatementSync;
	readonly #byFold: StatementSync;
	readonly #insert: StatementSync;
	readonly #ask: StatementSync;
	readonly #deliver: StatementSync;
	readonly #end: StatementSync;

	constructor(db: DatabaseSync, now: () => number) {
		this.#db = db;
		this.#now = now;
		this.#list = db.prepare(
			`SELECT * FROM proposals
			WHERE rowid IN (SELECT rowid FROM proposals ORDER BY received_at DESC, rowid DESC LIMIT ${MAX_LISTED})
			OR (ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?))
			ORDER BY received_at DESC, rowid DESC LIMIT ${MAX_OPEN}`,
		);
		this.#count = db.prepare("SELECT count(*) AS count FROM proposals WHERE agent = ? AND received_at > ?");
		this.#get = db.prepare("SELECT * FROM proposals WHERE id = ?");
		this.#byKey = db.prepare("SELECT * FROM proposals WHERE agent = ? AND key = ?");
		this.#byFold = db.prepare(
			"SELECT * FROM proposals WHERE agent = ? AND fold = ? AND key IS NULL ORDER BY received_at DESC, rowid DESC LIMIT 1",
		);
		this.#insert = db.prepare(
			`INSERT INTO proposals (id, agent, key, fold, request, reason, payment, caller, expires_at, received_at, asked, asked_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
		);
		this.#ask = db.prepare("UPDATE proposals SET asked = asked + 1, asked_at = ? WHERE id = ?");
		this.#deliver = db.prepare("UPDATE proposals SET delivered_at = ? WHERE id = ? AND delivered_at IS NULL");
		this.#end = db.prepare(
			`UPDATE proposals SET ended_at = ?, ended_as = ?, answer = ?, wanted_change = ?
			WHERE id = ? AND ended_at IS NULL`,
		);
	}

	/** Oldest first. */
	list(): readonly StoredProposal[] {
		return this.#reading(() =>
			this.#list
				.all(this.#now() / 1000 - FOLLOWED_SECONDS)
				.map(toProposal)
				.reverse(),
		);
	}

	get(id: string): StoredProposal | null {
		return this.#first(() => this.#get.get(id));
	}

	byKey(agent: string, key: string): StoredProposal | null {
		return this.#first(() => this.#byKey.get(agent, key));
	}

	/** Returns the newest identical proposal without a key. */
	byFold(agent: string, fold: string): StoredProposal | null {
		return this.#first(() => this.#byFold.get(agent, fold));
	}

	/** Counts an agent's proposals after `since` (Unix ms). */
	countSince(agent: string, since: number): number {
		const read = this.#reading(() => this.#count.get(agent, since));
		return z.object({ count: z.number() }).parse(read).count;
	}

	/** Written to disk when it returns. */
	add(proposal: NewProposal): void {
		const { id, agent, key, fold, request, reason, payment, caller, expiresAt } = proposal;
		const now = this.#now();
		transaction(this.#db, () =>
			this.#insert.run(
				id,
				agent,
				key,
				fold,
				request,
				reason,
				payment,
				caller === null ? null : JSON.stringify(caller),
				expiresAt,
				now,
				now,
			),
		);
	}

	countRepeat(id: string): void {
		transaction(this.#db, () => this.#ask.run(this.#now(), id));
	}

	markDelivered(id: string): void {
		transaction(this.#db, () => this.#deliver.run(this.#now(), id));
	}

	/** Written to disk when it returns. Later calls for the same proposal change nothing. */
	end(id: string, as: ProposalEnding, answer: string, isWantedChange: boolean): void {
		transaction(this.#db, () => this.#end.run(this.#now(), as, answer, isWantedChange ? 1 : 0, id));
	}

	#first(get: () => unknown): StoredProposal | null {
		return this.#reading(() => {
			const row = get();
			return row === undefined ? null : toProposal(row);
		});
	}

	#reading<T>(read: () => T): T {
		try {
			return read();
		} catch (error) {
			throw asStorageError(error, this.#db.location() ?? "memory");
		}
	}
}
