import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { AGENT_CLIENTS, AGENT_NOTIFY_LEVELS } from "../../core/identities/agents.ts";
import { jsonOf, rowParser, safely, transaction } from "./database.ts";

/** Removed agents remain stored, so their proposals still have a name. */

export const AGENTS_SQL = `
CREATE TABLE agents (
	id TEXT PRIMARY KEY,
	credential TEXT NOT NULL UNIQUE,
	name TEXT NOT NULL,
	client TEXT NOT NULL,
	sharing TEXT NOT NULL,
	notify TEXT NOT NULL,
	added_at INTEGER NOT NULL,
	confirmed_at INTEGER,
	paused_at INTEGER,
	removed_at INTEGER,
	first_call TEXT,
	last_call TEXT
) STRICT;
CREATE TABLE agent_refusals (
	agent TEXT NOT NULL,
	day INTEGER NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (agent, day)
) STRICT;
`;

const sharing = z.object({
	/** Addresses of the user's accounts. */
	accounts: z.array(z.string()),
	/** Decimal chain IDs and cluster names. If empty, all networks are allowed. */
	networks: z.array(z.string()),
	maxWaiting: z.number().int(),
	maxPerHour: z.number().int(),
});
export type Sharing = Readonly<z.infer<typeof sharing>>;

export const storedCall = z.object({
	door: z.enum(["mcp_stdio", "mcp_http", "json_rpc"]),
	pid: z.number().nullable(),
	program: z.string().nullable(),
	at: z.number(),
});
export type StoredCall = Readonly<z.infer<typeof storedCall>>;

const readRow = rowParser({
	id: z.string(),
	/** SHA-256 of the agent's secret in hex. The secret itself isn't stored. */
	credential: z.string(),
	name: z.string(),
	client: z.enum(AGENT_CLIENTS),
	sharing: jsonOf(sharing),
	notify: z.enum(AGENT_NOTIFY_LEVELS),
	addedAt: z.number(),
	confirmedAt: z.number().nullable(),
	pausedAt: z.number().nullable(),
	removedAt: z.number().nullable(),
	firstCall: jsonOf(storedCall).nullable(),
	lastCall: jsonOf(storedCall).nullable(),
});

function toAgent(raw: Record<string, unknown>) {
	const { sharing: shared, ...row } = readRow(raw);
	return { ...row, ...shared };
}

/** Times are in Unix ms, and `null` until the event happens. */
export type StoredAgent = Readonly<ReturnType<typeof toAgent>>;

export type NewAgent = Pick<StoredAgent, "id" | "credential" | "name" | "client"> & Sharing;

export type AgentChange = Partial<
	Pick<StoredAgent, "name" | "notify" | "confirmedAt" | "pausedAt" | "removedAt" | "firstCall" | "lastCall"> &
		Sharing
>;

const DAY_MS = 86_400_000;

/**
 * Reads the agents only once. Calls from any program cause writes here, and these writes must not pick up
 * changes that another program made to the file. Methods that write throw a StorageError.
 */
export class AgentStore {
	readonly #db: DatabaseSync;
	readonly #now: () => number;
	readonly #all: StatementSync;
	readonly #insert: StatementSync;
	readonly #update: StatementSync;
	readonly #refuse: StatementSync;
	readonly #refusals: StatementSync;
	#known: readonly StoredAgent[] | null = null;
	#current: readonly StoredAgent[] | null = null;

	constructor(db: DatabaseSync, now: () => number) {
		this.#db = db;
		this.#now = now;
		this.#all = db.prepare("SELECT * FROM agents ORDER BY added_at, rowid");
		this.#insert = db.prepare(
			`INSERT INTO agents (id, credential, name, client, sharing, notify, added_at)
			VALUES (?, ?, ?, ?, ?, 'all', ?)`,
		);
		this.#update = db.prepare(
			`UPDATE agents SET name = ?, sharing = ?, notify = ?, confirmed_at = ?, paused_at = ?, removed_at = ?,
			first_call = ?, last_call = ? WHERE id = ?`,
		);
		this.#refuse = db.prepare(
			`INSERT INTO agent_refusals (agent, day, count) VALUES (?, ?, ?)
			ON CONFLICT (agent, day) DO UPDATE SET count = count + excluded.count`,
		);
		this.#refusals = db.prepare(
			"SELECT coalesce(sum(count), 0) AS count FROM agent_refusals WHERE agent = ? AND day >= ?",
		);
	}

	/** Returns the agents, oldest first. The array remains the same object until an agent changes. */
	list(): readonly StoredAgent[] {
		this.#current ??= this.#load().filter(({ removedAt }) => removedAt === null);
		return this.#current;
	}

	get(id: string): StoredAgent | null {
		return this.#load().find((agent) => agent.id === id) ?? null;
	}

	byCredential(credential: string): StoredAgent | null {
		return this.#load().find((agent) => agent.credential === credential) ?? null;
	}

	add(agent: NewAgent): void {
		const { id, credential, name, client } = agent;
		const addedAt = this.#now();
		const shared = sharing.parse(agent);
		const before = this.#load();
		transaction(this.#db, () =>
			this.#insert.run(id, credential, name, client, JSON.stringify(shared), addedAt),
		);
		this.#know([
			...before,
			{
				id,
				credential,
				name,
				client,
				...shared,
				notify: "all",
				addedAt,
				confirmedAt: null,
				pausedAt: null,
				removedAt: null,
				firstCall: null,
				lastCall: null,
			},
		]);
	}

	change(id: string, change: AgentChange): void {
		const before = this.get(id);
		if (before === null) return;
		const now = { ...before, ...change };
		const text = (of: StoredCall | null) => (of === null ? null : JSON.stringify(of));
		transaction(this.#db, () =>
			this.#update.run(
				now.name,
				JSON.stringify(sharing.parse(now)),
				now.notify,
				now.confirmedAt,
				now.pausedAt,
				now.removedAt,
				text(now.firstCall),
				text(now.lastCall),
				id,
			),
		);
		this.#know(this.#load().map((agent) => (agent.id === id ? now : agent)));
	}

	countRefusals(id: string, count: number): void {
		transaction(this.#db, () => this.#refuse.run(id, Math.floor(this.#now() / DAY_MS), count));
	}

	/** Counts from the start of the day that contains `since` (Unix ms). */
	refusalsSince(id: string, since: number): number {
		const read = safely(this.#db, () => this.#refusals.get(id, Math.floor(since / DAY_MS)));
		return z.object({ count: z.number() }).parse(read).count;
	}

	#load(): readonly StoredAgent[] {
		this.#known ??= safely(this.#db, () => this.#all.all().map(toAgent));
		return this.#known;
	}

	#know(agents: readonly StoredAgent[]): void {
		this.#known = agents;
		this.#current = null;
	}
}
