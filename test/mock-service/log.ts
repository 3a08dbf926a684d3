import { randomUUID } from "node:crypto";
import type { SQLOutputValue } from "node:sqlite";
import type { Session } from "../../src/service-api/event-page.ts";
import {
	type ConcreteEvent,
	concreteEvent,
	type TurnState,
	turnState,
} from "../../src/service-api/events.ts";
import type { Database } from "./database.ts";
import type { Hub } from "./hub.ts";

/** Durable, ordered log of each session. Events and commit changes share one sequence of positions. */

/** Event without the log's additions: event_id, sequence, turn_id, occurred_at. */
export interface EventBody {
	readonly type: string;
	readonly [member: string]: unknown;
}

export interface Entry {
	readonly position: number;
	/** Event as JSON text; `null` for a commit change. */
	readonly event: string | null;
	readonly commitId: string | null;
}

export interface SessionRow extends Session {
	readonly cursorEpoch: number;
	readonly position: number;
}

type Row = Record<string, SQLOutputValue>;

function sessionRow(row: Row): SessionRow {
	return {
		id: String(row["id"]),
		title: row["title"] === null ? null : String(row["title"]),
		updatedAt: Number(row["updated_at"]),
		archived: row["archived"] === 1,
		cursorEpoch: Number(row["cursor_epoch"]),
		position: Number(row["position"]),
	};
}

export class SessionLog {
	readonly #db: Database;
	readonly #hub: Hub;
	readonly #clock: () => number;

	constructor(db: Database, hub: Hub, clock: () => number) {
		this.#db = db;
		this.#hub = hub;
		this.#clock = clock;
	}

	#seconds(): number {
		return Math.floor(this.#clock() / 1000);
	}

	session(id: string): SessionRow | null {
		const row = this.#db.sql.prepare("SELECT * FROM sessions WHERE id = ?").get(id);
		return row === undefined ? null : sessionRow(row);
	}

	/** Lists the sessions of this user and those without an owner, newest first. */
	sessions(limit: number, offset: number, subject: string): SessionRow[] {
		return this.#db.sql
			.prepare(
				"SELECT * FROM sessions WHERE subject IS NULL OR subject = ? ORDER BY updated_at DESC, rowid DESC LIMIT ? OFFSET ?",
			)
			.all(subject, limit, offset)
			.map(sessionRow);
	}

	/**
	 * @param subject owner of a new session; `null` if everyone may use it, as with sessions that a test
	 * creates
	 */
	ensureSession(id: string, subject: string | null = null): void {
		this.#db.sql
			.prepare("INSERT OR IGNORE INTO sessions (id, updated_at, subject) VALUES (?, ?, ?)")
			.run(id, this.#seconds(), subject);
	}

	/** Returns the session's owner; `null` if it has none or does not exist. */
	subjectOf(id: string): string | null {
		const row = this.#db.sql.prepare("SELECT subject FROM sessions WHERE id = ?").get(id);
		return row?.["subject"] == null ? null : String(row["subject"]);
	}

	updateSession(id: string, change: { readonly title?: string; readonly archived?: boolean }): void {
		const { title = null, archived } = change;
		this.#db.sql
			.prepare(
				"UPDATE sessions SET title = coalesce(?, title), archived = coalesce(?, archived), updated_at = ? WHERE id = ?",
			)
			.run(title, archived === undefined ? null : Number(archived), this.#seconds(), id);
	}

	deleteSession(id: string): void {
		this.#db.transaction(() => {
			for (const table of ["journal", "turns", "commits", "actions", "answers", "idempotency"]) {
				this.#db.sql.prepare(`DELETE FROM ${table} WHERE session_id = ?`).run(id);
			}
			this.#db.sql.prepare("DELETE FROM sessions WHERE id = ?").run(id);
		});
		this.#hub.publish(id, { kind: "end" });
	}

	/** Invalidates every issued cursor of the session. */
	expireCursors(id: string): void {
		this.#db.sql.prepare("UPDATE sessions SET cursor_epoch = cursor_epoch + 1 WHERE id = ?").run(id);
	}

	/** Lists up to `limit` entries after `position`. */
	entries(sessionId: string, position: number, limit: number): Entry[] {
		return this.#db.sql
			.prepare(
				"SELECT position, event, commit_id FROM journal WHERE session_id = ? AND position > ? ORDER BY position LIMIT ?",
			)
			.all(sessionId, position, limit)
			.map((row) => ({
				position: Number(row["position"]),
				event: row["event"] === null ? null : String(row["event"]),
				commitId: row["commit_id"] === null ? null : String(row["commit_id"]),
			}));
	}

	/**
	 * Appends events of one turn in one transaction, and returns them as stored. Each must conform to the
	 * interface.
	 */
	append(sessionId: string, turnId: string | null, bodies: readonly EventBody[]): ConcreteEvent[] {
		const events: ConcreteEvent[] = [];
		this.#write(sessionId, bodies.length, (sequence, index) => {
			const meta = {
				event_id: `evt_${randomUUID()}`,
				sequence,
				turn_id: turnId,
				occurred_at: this.#seconds(),
			};
			const event = concreteEvent.parse({ ...meta, ...bodies[index] });
			events.push(event);
			return event;
		});
		const state = bodies.findLast((body) => body.type === "turn_state_changed")?.["state"];
		if (turnId !== null && state !== undefined) this.#setTurn(sessionId, turnId, turnState.parse(state));
		const title = bodies.findLast((body) => body.type === "title_changed")?.["title"];
		if (typeof title === "string") this.updateSession(sessionId, { title });
		return events;
	}

	/** Appends events with any content unchanged, and adds only missing metadata. */
	appendRaw(sessionId: string, events: readonly Record<string, unknown>[]): void {
		this.ensureSession(sessionId);
		this.#write(sessionId, events.length, (sequence, index) => ({
			event_id: `evt_${randomUUID()}`,
			sequence,
			turn_id: null,
			occurred_at: this.#seconds(),
			...events[index],
		}));
	}

	/** Logs a change of a commit; readers get its view with their next page. */
	appendCommit(sessionId: string, commitId: string): void {
		this.#db.transaction(() => {
			const { position } = this.#counters(sessionId);
			this.#insert(sessionId, position + 1, null, commitId);
			this.#count(sessionId, 0, 1);
		});
		this.wake(sessionId);
	}

	/** Runs several appends in one transaction, so that readers see all of them or none. */
	together(sessionId: string, work: () => void): void {
		this.#db.transaction(work);
		this.wake(sessionId);
	}

	/** Notifies readers later, so that none of them reads during an open transaction. */
	wake(sessionId: string): void {
		setImmediate(() => this.#hub.publish(sessionId, { kind: "log" }));
	}

	turn(sessionId: string, turnId: string): TurnState | null {
		const row = this.#db.sql
			.prepare("SELECT state FROM turns WHERE session_id = ? AND turn_id = ?")
			.get(sessionId, turnId);
		return row === undefined ? null : turnState.parse(row["state"]);
	}

	/** Lists turns that a stopped service left in `processing`. */
	unfinishedTurns(): { readonly sessionId: string; readonly turnId: string }[] {
		return this.#db.sql
			.prepare("SELECT session_id, turn_id FROM turns WHERE state = 'processing'")
			.all()
			.map((row) => ({ sessionId: String(row["session_id"]), turnId: String(row["turn_id"]) }));
	}

	#setTurn(sessionId: string, turnId: string, state: TurnState): void {
		this.#db.sql
			.prepare("INSERT OR REPLACE INTO turns (turn_id, session_id, state) VALUES (?, ?, ?)")
			.run(turnId, sessionId, state);
	}

	#counters(sessionId: string): { sequence: number; position: number } {
		const row = this.#db.sql.prepare("SELECT sequence, position FROM sessions WHERE id = ?").get(sessionId);
		if (row === undefined) throw new Error(`no session ${sessionId}`);
		return { sequence: Number(row["sequence"]), position: Number(row["position"]) };
	}

	#count(sessionId: string, events: number, entries: number): void {
		this.#db.sql
			.prepare(
				"UPDATE sessions SET sequence = sequence + ?, position = position + ?, updated_at = ? WHERE id = ?",
			)
			.run(events, entries, this.#seconds(), sessionId);
	}

	#insert(sessionId: string, position: number, event: string | null, commitId: string | null): void {
		this.#db.sql
			.prepare("INSERT INTO journal (session_id, position, event, commit_id) VALUES (?, ?, ?, ?)")
			.run(sessionId, position, event, commitId);
	}

	#write(sessionId: string, count: number, make: (sequence: number, index: number) => unknown): void {
		this.#db.transaction(() => {
			const { sequence, position } = this.#counters(sessionId);
			const statement = this.#db.sql.prepare(
				"INSERT INTO journal (session_id, position, event, commit_id) VALUES (?, ?, ?, NULL)",
			);
			for (let index = 0; index < count; index += 1) {
				const event = make(sequence + 1 + index, index);
				statement.run(sessionId, position + 1 + index, JSON.stringify(event));
			}
			this.#count(sessionId, count, count);
		});
		this.wake(sessionId);
	}
}
