import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { flag, rowParser, type Schema, transaction } from "./database.ts";
import {
	eventFields,
	FoldedItems,
	ITEMS_SQL,
	type LogEvent,
	type LogItems,
	type NewEvent,
} from "./log-items.ts";
import { type OpenedDatabase, openOrSetAside } from "./set-aside.ts";

const LOG_SQL = `
CREATE TABLE sessions (
	key INTEGER PRIMARY KEY,
	scope TEXT NOT NULL,
	session_id TEXT NOT NULL,
	title TEXT,
	turn_state TEXT NOT NULL,
	turn_id TEXT,
	turn_sequence INTEGER NOT NULL,
	answered_turn TEXT,
	last_sequence INTEGER NOT NULL,
	cursor TEXT,
	reconciling INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	archived INTEGER NOT NULL,
	listed_at INTEGER,
	read_listed_at INTEGER,
	folded INTEGER NOT NULL DEFAULT 0,
	folded_to INTEGER NOT NULL DEFAULT 0,
	UNIQUE (scope, session_id)
) STRICT;
CREATE TABLE events (
	session INTEGER NOT NULL REFERENCES sessions (key),
	event_id TEXT NOT NULL,
	sequence INTEGER NOT NULL,
	type TEXT NOT NULL,
	received_at INTEGER NOT NULL,
	raw TEXT NOT NULL,
	item INTEGER
) STRICT;
CREATE INDEX events_order ON events (session, sequence);
CREATE INDEX events_of_item ON events (session, item, sequence) WHERE item IS NOT NULL;
CREATE UNIQUE INDEX events_once ON events (session, event_id);
CREATE INDEX events_actions ON events (session) WHERE type = 'action';
CREATE TABLE commits (
	scope TEXT NOT NULL,
	commit_id TEXT NOT NULL,
	session_id TEXT NOT NULL,
	version INTEGER NOT NULL,
	source TEXT NOT NULL,
	received_at INTEGER NOT NULL,
	raw TEXT,
	fault TEXT,
	PRIMARY KEY (scope, commit_id)
) STRICT;
`;

const HOME_SQL = `
CREATE TABLE home (
	scope TEXT PRIMARY KEY,
	state TEXT NOT NULL
) STRICT;
`;

/** Block ranges are stored as JSON. */
const APPROVAL_LOGS_SQL = `
CREATE TABLE log_readings (
	chain_ref TEXT NOT NULL,
	account TEXT NOT NULL,
	first_block INTEGER NOT NULL,
	first_at INTEGER,
	done TEXT NOT NULL,
	failed TEXT NOT NULL,
	read_at INTEGER,
	PRIMARY KEY (chain_ref, account)
) STRICT;
CREATE TABLE log_approvals (
	chain_ref TEXT NOT NULL,
	account TEXT NOT NULL,
	token TEXT NOT NULL,
	spender TEXT NOT NULL,
	kind TEXT NOT NULL,
	token_id TEXT NOT NULL,
	block INTEGER NOT NULL,
	PRIMARY KEY (chain_ref, account, token, spender, kind, token_id)
) STRICT;
`;

/** The SQL of a released version must not change. Add a new migration instead. */
export const LOG_SCHEMA: Schema = {
	firstVersion: 4,
	migrations: [LOG_SQL + ITEMS_SQL + HOME_SQL, APPROVAL_LOGS_SQL],
};

const integer = z.number();

const readSession = rowParser({
	sessionId: z.string(),
	title: z.string().nullable(),
	/**
	 * From the latest `turn_state_changed` event. `unknown` before the first event, or if the state is
	 * unknown.
	 */
	turnState: z.string(),
	turnId: z.string().nullable(),
	turnSequence: integer,
	answeredTurn: z.string().nullable(),
	lastSequence: integer,
	/** `null` if the session must be read from the start. */
	cursor: z.string().nullable(),
	/**
	 * Whether the session is being re-read because its cursor was lost. In that case, older events are
	 * accepted.
	 */
	reconciling: flag,
	updatedAt: integer,
	archived: flag,
	/** The session list's own `updatedAt`, from the last listing and from the last read of the session. */
	listedAt: integer.nullable(),
	readListedAt: integer.nullable(),
});

function toSession(raw: Record<string, unknown>) {
	const { sessionId: id, ...session } = readSession(raw);
	return { id, ...session };
}
export type LogSession = Readonly<ReturnType<typeof toSession>>;

const toAction = rowParser({ ...eventFields, sessionId: z.string() });

const toCommit = rowParser({
	commitId: z.string(),
	sessionId: z.string(),
	/** 0 if the view is unreadable. */
	version: integer,
	source: z.enum(["page", "get"]),
	receivedAt: integer,
	raw: z.string().nullable(),
	fault: z.string().nullable(),
});
export type LogCommit = Readonly<ReturnType<typeof toCommit>>;

export interface LogChange {
	readonly session: LogSession;
	readonly events: readonly NewEvent[];
	readonly commits: readonly LogCommit[];
}

function sessionValues(session: LogSession) {
	return [
		session.id,
		session.title,
		session.turnState,
		session.turnId,
		session.turnSequence,
		session.answeredTurn,
		session.lastSequence,
		session.cursor,
		session.reconciling ? 1 : 0,
		session.updatedAt,
		session.archived ? 1 : 0,
		session.listedAt,
		session.readListedAt,
	];
}

export class LogDb {
	readonly items: LogItems;
	readonly #items: FoldedItems;
	readonly #db: DatabaseSync;
	readonly #scope: string;
	readonly #keys = new Map<string, number>();
	readonly #keyOf: StatementSync;
	readonly #saveSession: StatementSync;
	readonly #findEvent: StatementSync;
	readonly #insertCommit: StatementSync;

	constructor(db: DatabaseSync, scope: string) {
		this.#db = db;
		this.#scope = scope;
		this.#keyOf = db.prepare("SELECT key FROM sessions WHERE scope = ? AND session_id = ?");
		this.#saveSession = db.prepare(`INSERT INTO sessions (scope, session_id, title, turn_state, turn_id,
			turn_sequence, answered_turn, last_sequence, cursor, reconciling, updated_at, archived, listed_at,
			read_listed_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (scope, session_id) DO UPDATE SET title = excluded.title,
			turn_state = excluded.turn_state, turn_id = excluded.turn_id, turn_sequence = excluded.turn_sequence,
			answered_turn = excluded.answered_turn, last_sequence = excluded.last_sequence,
			cursor = excluded.cursor, reconciling = excluded.reconciling, updated_at = excluded.updated_at,
			archived = excluded.archived, listed_at = excluded.listed_at,
			read_listed_at = excluded.read_listed_at`);
		this.#items = new FoldedItems(
			db,
			(sessionId) => this.#keyFor(sessionId),
			(work) => this.#atomically(work),
		);
		this.items = this.#items;
		this.#findEvent = db.prepare("SELECT 1 FROM events WHERE session = ? AND event_id = ?");
		this.#insertCommit = db.prepare(`INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (scope, commit_id) DO UPDATE SET session_id = excluded.session_id,
			version = excluded.version, source = excluded.source,
			received_at = excluded.received_at, raw = excluded.raw, fault = excluded.fault`);
	}

	sessions(): readonly LogSession[] {
		return this.#db.prepare("SELECT * FROM sessions WHERE scope = ?").all(this.#scope).map(toSession);
	}

	commits(): readonly LogCommit[] {
		return this.#db
			.prepare("SELECT * FROM commits WHERE scope = ? ORDER BY received_at")
			.all(this.#scope)
			.map(toCommit);
	}

	actionEvents(): readonly (LogEvent & { readonly sessionId: string })[] {
		return this.#db
			.prepare(`SELECT s.session_id, e.event_id, e.sequence, e.type, e.received_at, e.raw
				FROM events e JOIN sessions s ON s.key = e.session
				WHERE s.scope = ? AND e.type = 'action' ORDER BY e.session, e.sequence`)
			.all(this.#scope)
			.map(toAction);
	}

	knows(sessionId: string, eventId: string): boolean {
		const key = this.#keyFor(sessionId);
		return key !== undefined && this.#findEvent.get(key, eventId) !== undefined;
	}

	/** @returns the IDs of events that were already stored, which remain unchanged */
	apply(change: LogChange): readonly string[] {
		return this.#atomically(() => this.#put(change));
	}

	applyTogether(changes: readonly LogChange[]): readonly (readonly string[])[] {
		return this.#atomically(() => changes.map((change) => this.#put(change)));
	}

	saveSessions(sessions: readonly LogSession[]): void {
		this.#atomically(() => {
			for (const session of sessions) this.#putSession(session);
		});
	}

	saveCommit(commit: LogCommit): void {
		this.#atomically(() => this.#putCommit(commit));
	}

	close(): void {
		this.#db.close();
	}

	#keyFor(sessionId: string): number | undefined {
		const held = this.#keys.get(sessionId);
		if (held !== undefined) return held;
		const row = this.#keyOf.get(this.#scope, sessionId);
		if (row === undefined) return undefined;
		const key = Number(row["key"]);
		this.#keys.set(sessionId, key);
		return key;
	}

	#putSession(session: LogSession): number {
		this.#saveSession.run(this.#scope, ...sessionValues(session));
		const key = this.#keyFor(session.id);
		if (key === undefined) throw new Error("the session was not saved");
		return key;
	}

	#putCommit(commit: LogCommit): void {
		const { commitId, sessionId, version, source, receivedAt, raw, fault } = commit;
		this.#insertCommit.run(this.#scope, commitId, sessionId, version, source, receivedAt, raw, fault);
	}

	#put({ session, events, commits }: LogChange): readonly string[] {
		const key = this.#putSession(session);
		const known = this.#items.append(key, events);
		for (const commit of commits) this.#putCommit(commit);
		return known;
	}

	#atomically<T>(work: () => T): T {
		try {
			return transaction(this.#db, work);
		} catch (error) {
			// The keys of sessions added by a rolled-back transaction must not stay cached.
			this.#keys.clear();
			this.#items.forget();
			throw error;
		}
	}
}

/**
 * Sets a damaged or older file aside, because the service can provide its content again.
 * @param now Unix ms, used to name the file that is set aside
 */
export const openLog = (path: string, now: number): OpenedDatabase =>
	openOrSetAside(path, { synchronous: "NORMAL", ...LOG_SCHEMA }, { kinds: ["damaged", "older"], now });
