import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { storedCall } from "./agent-store.ts";
import { flag, jsonOf, rowParser, safely, transaction } from "./database.ts";

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

/** Number of newest proposals to list, whether or not they have ended. */
const MAX_LISTED = 500;
/** Overall maximum, including older proposals that can still be answered. Newer ones don't displace those. */
const MAX_OPEN = 5_000;
/** How long a signed proposal is tracked after it expires. */
const FOLLOWED_SECONDS = 7 * 86_400;

const readRow = rowParser({
	/** 32 hex digits. */
	id: z.string(),
	agent: z.string(),
	/** Idempotency key. If it is `null`, identical proposals count as one. */
	key: z.string().nullable(),
	/** Hash of the whole request, which is used to recognize repeats. */
	fold: z.string(),
	/** JSON text of the ActionRequest. */
	request: z.string(),
	/** In the agent's words. */
	reason: z.string().nullable(),
	/** JSON text of an x402 payment's requirements. `null` if the proposal isn't a payment. */
	payment: z.string().nullable(),
	/** Program that sent the proposal. A repeat may come from a different program. `null` if unknown. */
	caller: jsonOf(storedCall).nullable(),
	expiresAt: z.number().nullable(),
	receivedAt: z.number(),
	asked: z.number(),
	askedAt: z.number(),
	/** In Unix ms. `null` until the answer is delivered. */
	deliveredAt: z.number().nullable(),
	endedAt: z.number().nullable(),
	endedAs: endings.nullable(),
	/** The user's message to the agent. */
	answer: z.string().nullable(),
	/** Whether the user requests a change. */
	wantedChange: flag.nullable(),
});

function toProposal(raw: Record<string, unknown>) {
	const { endedAs, endedAt, answer, wantedChange, ...row } = readRow(raw);
	const ended =
		endedAt === null || endedAs === null
			? null
			: { as: endedAs, at: endedAt, answer: answer ?? "", isWantedChange: wantedChange === true };
	/** `ended` is `null` unless the proposal ended without a signature. */
	return { ...row, ended };
}
export type StoredProposal = Readonly<ReturnType<typeof toProposal>>;
export type NewProposal = Omit<StoredProposal, "receivedAt" | "asked" | "askedAt" | "deliveredAt" | "ended">;

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
		return safely(this.#db, () =>
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

	/** Returns the newest identical proposal that has no key. */
	byFold(agent: string, fold: string): StoredProposal | null {
		return this.#first(() => this.#byFold.get(agent, fold));
	}

	/** Counts the proposals that an agent sent after `since` (Unix ms). */
	countSince(agent: string, since: number): number {
		const read = safely(this.#db, () => this.#count.get(agent, since));
		return z.object({ count: z.number() }).parse(read).count;
	}

	/** Writes to disk before returning. */
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

	/** Writes to disk before returning. Later calls for the same proposal have no effect. */
	end(id: string, as: ProposalEnding, answer: string, isWantedChange: boolean): void {
		transaction(this.#db, () => this.#end.run(this.#now(), as, answer, isWantedChange ? 1 : 0, id));
	}

	#first(get: () => Record<string, unknown> | undefined): StoredProposal | null {
		return safely(this.#db, () => {
			const row = get();
			return row === undefined ? null : toProposal(row);
		});
	}
}
