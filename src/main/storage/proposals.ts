import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { asStorageError, transaction } from "./database.ts";

/** Proposals of agents on this computer, in journal.db. */

export const PROPOSALS_SQL = `
CREATE TABLE proposals (
	id TEXT PRIMARY KEY,
	agent TEXT NOT NULL,
	key TEXT,
	fold TEXT NOT NULL,
	request TEXT NOT NULL,
	reason TEXT,
	payment TEXT,
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

/** How a proposal ended without a signature. */
const endings = z.enum(["rejected", "cancelled"]);
export type ProposalEnding = z.infer<typeof endings>;

/** A proposal to store. */
export interface NewProposal {
	/** 32 hex digits. */
	readonly id: string;
	/** Id of the agent. */
	readonly agent: string;
	/** The agent's idempotency key; `null` if identical proposals fold. */
	readonly key: string | null;
	/** Hash of everything that the agent asked for, so that repeats are recognized. */
	readonly fold: string;
	/** JSON text of the ActionRequest. */
	readonly request: string;
	/** The agent's words. */
	readonly reason: string | null;
	/** JSON text of an x402 payment's requirements; `null` for everything else. */
	readonly payment: string | null;
	/** Unix seconds. */
	readonly expiresAt: number | null;
}

export interface StoredProposal extends NewProposal {
	/** Unix ms. */
	readonly receivedAt: number;
	/** How often it was asked for. */
	readonly asked: number;
	/** Last time that it was asked for, Unix ms. */
	readonly askedAt: number;
	/** When its final answer was delivered, Unix ms; `null` until then. */
	readonly deliveredAt: number | null;
	/** `null` until it ends without a signature. */
	readonly ended: {
		readonly as: ProposalEnding;
		/** Unix ms. */
		readonly at: number;
		/** The user's words to the agent; empty without any. */
		readonly answer: string;
		/** The words ask for a change. */
		readonly isWantedChange: boolean;
	} | null;
}

/** Older ones have ended long ago. */
const MAX_LISTED = 500;

const columns = z.object({
	id: z.string(),
	agent: z.string(),
	key: z.string().nullable(),
	fold: z.string(),
	request: z.string(),
	reason: z.string().nullable(),
	payment: z.string().nullable(),
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

/** Over the journal's database (synchronous FULL). All methods throw a StorageError. */
export class ProposalStore {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #list: StatementSync;
	readonly #get: StatementSync;
	readonly #byKey: StatementSync;
	readonly #byFold: StatementSync;
	readonly #insert: StatementSync;
	readonly #ask: StatementSync;
	readonly #deliver: StatementSync;
	readonly #end: StatementSync;

	/** @param now Unix ms */
	constructor(db: DatabaseSync, now: () => number) {
		this.#db = db;
		this.#now = now;
		this.#list = db.prepare("SELECT * FROM proposals ORDER BY received_at DESC, rowid DESC LIMIT ?");
		this.#get = db.prepare("SELECT * FROM proposals WHERE id = ?");
		this.#byKey = db.prepare("SELECT * FROM proposals WHERE agent = ? AND key = ?");
		this.#byFold = db.prepare(
			"SELECT * FROM proposals WHERE agent = ? AND fold = ? AND key IS NULL ORDER BY received_at DESC, rowid DESC LIMIT 1",
		);
		this.#insert = db.prepare(
			`INSERT INTO proposals (id, agent, key, fold, request, reason, payment, expires_at, received_at, asked, asked_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
		);
		this.#ask = db.prepare("UPDATE proposals SET asked = asked + 1, asked_at = ? WHERE id = ?");
		this.#deliver = db.prepare("UPDATE proposals SET delivered_at = ? WHERE id = ? AND delivered_at IS NULL");
		this.#end = db.prepare(
			`UPDATE proposals SET ended_at = ?, ended_as = ?, answer = ?, wanted_change = ?
			WHERE id = ? AND ended_at IS NULL`,
		);
	}

	/** Returns the newest proposals, oldest first. */
	list(): readonly StoredProposal[] {
		return this.#reading(() => this.#list.all(MAX_LISTED).map(toProposal).reverse());
	}

	get(id: string): StoredProposal | null {
		return this.#first(() => this.#get.get(id));
	}

	byKey(agent: string, key: string): StoredProposal | null {
		return this.#first(() => this.#byKey.get(agent, key));
	}

	/** Returns the newest proposal without a key that asks for exactly this. */
	byFold(agent: string, fold: string): StoredProposal | null {
		return this.#first(() => this.#byFold.get(agent, fold));
	}

	/** Stores a proposal, durable when it returns. */
	add(proposal: NewProposal): void {
		const { id, agent, key, fold, request, reason, payment, expiresAt } = proposal;
		const now = this.#now();
		transaction(this.#db, () =>
			this.#insert.run(id, agent, key, fold, request, reason, payment, expiresAt, now, now),
		);
	}

	/** Counts a repeat. */
	countRepeat(id: string): void {
		transaction(this.#db, () => this.#ask.run(this.#now(), id));
	}

	/** Records that the final answer was delivered. */
	markDelivered(id: string): void {
		transaction(this.#db, () => this.#deliver.run(this.#now(), id));
	}

	/** Ends a proposal without a signature, durable when it returns. The first ending counts. */
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
