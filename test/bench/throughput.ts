import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import { TYPED_TEXTS_SQL, TypedTexts } from "../../src/main/conversations/log/typed-texts.ts";
import { Sessions } from "../../src/main/conversations/sessions.ts";
import { createService } from "../../src/main/service/service.ts";
import { openDatabase, transaction } from "../../src/main/storage/database.ts";
import { INTENTS_SQL, Intents } from "../../src/main/storage/intents.ts";
import { LOG_SCHEMA, LogDb } from "../../src/main/storage/log-db.ts";
import { scratch } from "../support/person.ts";
import { testClock } from "../support/ports.ts";
import { median } from "./figures.ts";
import { type Cost, meter } from "./meter.ts";
import type { BenchWorld } from "./world.ts";

/**
 * Measures events from the socket until they are durable, compared with only parsing and inserting the same
 * bytes.
 */

const EVENTS = 20_000;
const ROUNDS = 3;
/** Message of a typical length. */
const TEXT =
	"The agent says what it has just done, in a sentence as long as most of them are, and goes on to the next.";
/** Duration for which the service delays the stream while a round's events are added to its log. */
const STREAM_DELAY_MS = 6_000;
const SCOPE = "bench";

const page = z.object({
	cursor: z.string(),
	has_more: z.boolean(),
	events: z.array(z.object({ event_id: z.string(), sequence: z.number(), type: z.string() }).loose()),
});

/** Events per second of elapsed time and of this process's processor time (medians of the rounds). */
export interface Speed {
	readonly wall: number;
	readonly cpu: number;
}

export interface Throughput {
	readonly stream: Speed;
	readonly catchUp: Speed;
	/** Only parsing and inserting, with one transaction per page, as any reader of pages must. */
	readonly bare: Speed;
	/** Only parsing and inserting, with a single transaction, which no reader of pages can use. */
	readonly bareAtOnce: Speed;
}

interface Reader {
	readonly sessions: Sessions;
	/** Resolves once the log contains the session's events up to this sequence number. */
	reached(sessionId: string, sequence: number): Promise<void>;
	close(): Promise<void>;
}

/** Opens the real `Sessions` with a new log. */
function openReader(world: BenchWorld, onStream: () => void): Reader {
	const folder = scratch();
	const clock = testClock();
	const log = openDatabase(join(folder.path, "log.db"), {
		synchronous: "NORMAL",
		...LOG_SCHEMA,
	});
	const journal = openDatabase(join(folder.path, "journal.db"), {
		synchronous: "FULL",
		firstVersion: 1,
		migrations: [INTENTS_SQL, TYPED_TEXTS_SQL],
	});
	const service = createService({
		clock,
		baseUrl: () => world.url,
		token: () => world.token,
		fetch: async (input, init) => {
			const response = await fetch(input, init);
			if (String(input).includes("/stream")) onStream();
			return response;
		},
	});
	const sessions = new Sessions({
		service,
		log: new LogDb(log, SCOPE),
		intents: new Intents(journal, clock.now),
		typed: new TypedTexts(journal),
		clock,
		random: (length) => randomBytes(length),
		logLine: () => {},
		scope: SCOPE,
	});
	const last = log.prepare("SELECT last_sequence FROM sessions WHERE session_id = ?");
	sessions.start();
	return {
		sessions,
		reached: (sessionId, sequence) =>
			new Promise((resolve) => {
				const check = () => {
					if (Number(last.get(sessionId)?.["last_sequence"] ?? 0) < sequence) return;
					unsubscribe();
					resolve();
				};
				const unsubscribe = sessions.subscribe((change) => {
					if (change.sessionId === sessionId) check();
				});
				check();
			}),
		close: async () => {
			await sessions.stop();
			log.close();
			journal.close();
			folder.remove();
		},
	};
}

function messages(count: number): Record<string, unknown>[] {
	return Array.from({ length: count }, () => ({ type: "message", sender: "agent", content: TEXT }));
}

async function fill(world: BenchWorld, sessionId: string, count: number): Promise<void> {
	for (let left = count; left > 0; left -= 1_000)
		await world.control.injectEvents({ sessionId, events: messages(Math.min(1_000, left)) });
}

interface Wire {
	readonly texts: readonly string[];
	readonly cursor: string | null;
}

/** Returns the session's pages after the cursor, as unparsed text. */
async function pagesOf(world: BenchWorld, sessionId: string, after: string | null): Promise<Wire> {
	const texts: string[] = [];
	let cursor = after;
	for (let more = true; more; ) {
		const query: string = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
		const answer = await fetch(`${world.url}/v1/agent/chat/${sessionId}${query}`, {
			headers: { authorization: `Bearer ${world.token}` },
		});
		const text = await answer.text();
		const read = page.parse(JSON.parse(text));
		texts.push(text);
		cursor = read.cursor;
		more = read.has_more;
	}
	return { texts, cursor };
}

interface BareEvent {
	readonly event_id: string;
	readonly sequence: number;
	readonly type: string;
}

/** Prepares inserts into the app's own table, with its indexes, as the events of one session. */
export function bareInserts(db: DatabaseSync): StatementSync {
	db.exec(`INSERT INTO sessions (key, scope, session_id, turn_state, turn_sequence, last_sequence, reconciling,
		updated_at, archived) VALUES (1, 'bench', 's', '', 0, 0, 0, 0, 0)`);
	return db.prepare(`INSERT OR IGNORE INTO events (session, event_id, sequence, type, received_at, raw)
		VALUES (?, ?, ?, ?, ?, ?)`);
}

/** Opens a database for events that are only parsed and inserted. */
function openBare() {
	const folder = scratch();
	const db = openDatabase(join(folder.path, "bare.db"), {
		synchronous: "NORMAL",
		...LOG_SCHEMA,
	});
	const insert = bareInserts(db);
	const store = (text: string) => {
		const { events }: { events: readonly BareEvent[] } = JSON.parse(text);
		for (const event of events)
			insert.run(1, event.event_id, event.sequence, event.type, 0, JSON.stringify(event));
	};
	return {
		/** @param pages number of pages per transaction */
		run(texts: readonly string[], pages: number): void {
			for (let next = 0; next < texts.length; next += pages)
				transaction(db, () => texts.slice(next, next + pages).forEach(store));
		},
		close(): void {
			db.close();
			folder.remove();
		},
	};
}

interface Rounds {
	readonly sessionId: string;
	readonly stream: readonly Cost[];
	readonly bare: readonly Cost[];
	readonly bareAtOnce: readonly Cost[];
}

/**
 * Measures one streaming session. In each round, the service delays the stream and then sends all events at
 * once. The same bytes are parsed and inserted right afterwards, under the same machine load.
 */
async function measureRounds(world: BenchWorld): Promise<Rounds> {
	const { control } = world;
	const [sessionId = ""] = (await control.addSessions({ count: 1, events: 0 })).sessionIds;
	await control.injectEvents({
		sessionId,
		events: [{ type: "turn_state_changed", state: "processing", turn_id: "bench" }],
	});
	let stop = meter();
	const reader = openReader(world, () => {
		stop = meter();
	});
	const live = () =>
		reader.sessions.list().find((each) => each.id === sessionId)?.connection.state === "live";
	await new Promise<void>((resolve) => {
		const unsubscribe = reader.sessions.subscribe(() => {
			if (!live()) return;
			unsubscribe();
			resolve();
		});
	});
	const [bare, atOnce] = [openBare(), openBare()];
	const costs = { stream: [] as Cost[], bare: [] as Cost[], bareAtOnce: [] as Cost[] };
	let { cursor } = await pagesOf(world, sessionId, null);
	for (let round = 0; round <= ROUNDS; round += 1) {
		await control.fault({
			kind: "delay",
			where: "request",
			ms: STREAM_DELAY_MS,
			match: { path: `${sessionId}/stream` },
		});
		await control.endStreams({ sessionId });
		await fill(world, sessionId, EVENTS);
		await reader.reached(sessionId, 1 + EVENTS * (round + 1));
		costs.stream.push(stop());
		const wire = await pagesOf(world, sessionId, cursor);
		cursor = wire.cursor;
		for (const [kind, db, pages] of [
			["bare", bare, 1],
			["bareAtOnce", atOnce, wire.texts.length],
		] as const) {
			const done = meter();
			db.run(wire.texts, pages);
			costs[kind].push(done());
		}
	}
	await reader.close();
	bare.close();
	atOnce.close();
	// The first round warms up.
	return {
		sessionId,
		stream: costs.stream.slice(1),
		bare: costs.bare.slice(1),
		bareAtOnce: costs.bareAtOnce.slice(1),
	};
}

/** Measures how long a new log needs to read the whole session with GET. */
async function measureCatchUp(world: BenchWorld, sessionId: string, sequence: number): Promise<Cost> {
	const stop = meter();
	const reader = openReader(world, () => {});
	await reader.reached(sessionId, sequence);
	const cost = stop();
	await reader.close();
	return cost;
}

const rate = (events: number, costs: readonly Cost[], kind: keyof Cost): number =>
	(events * 1000) / median(costs.map((cost) => cost[kind]));

export async function measureThroughput(world: BenchWorld): Promise<Throughput> {
	const { sessionId, stream, bare, bareAtOnce } = await measureRounds(world);
	const all = EVENTS * (ROUNDS + 1);
	const catchUp = [await measureCatchUp(world, sessionId, all + 1)];
	const speed = (events: number, costs: readonly Cost[]): Speed => ({
		wall: rate(events, costs, "wall"),
		cpu: rate(events, costs, "cpu"),
	});
	return {
		stream: speed(EVENTS, stream),
		catchUp: speed(all, catchUp),
		bare: speed(EVENTS, bare),
		bareAtOnce: speed(EVENTS, bareAtOnce),
	};
}
