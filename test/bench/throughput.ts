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

/** Events from the socket until they are durable, and the bare limit of the same bytes. */

const EVENTS = 20_000;
const ROUNDS = 3;
/** Characters of a message: short sentences of an agent. */
const TEXT =
	"The agent says what it has just done, in a sentence as long as most of them are, and goes on to the next.";
/** While the service holds the stream back, the events of a round are put into its log. */
const HELD_MS = 6_000;
const SCOPE = "bench";

const page = z.object({
	cursor: z.string(),
	has_more: z.boolean(),
	events: z.array(z.object({ event_id: z.string(), sequence: z.number(), type: z.string() }).loose()),
});

/** Events a second, by the clock and by the processor time that we used; medians of the rounds. */
export interface Speed {
	readonly wall: number;
	readonly cpu: number;
}

export interface Throughput {
	readonly stream: Speed;
	readonly catchUp: Speed;
	/** With a transaction a page, as a reader of pages needs; and with one for all, which no reader can have. */
	readonly bare: Speed;
	readonly bareAtOnce: Speed;
}

interface Reader {
	readonly sessions: Sessions;
	/** Resolves as soon as the log holds this sequence of the session. */
	reached(sessionId: string, sequence: number): Promise<void>;
	close(): Promise<void>;
}

/** The real sessions over a log of their own. */
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
				const look = () => {
					if (Number(last.get(sessionId)?.["last_sequence"] ?? 0) < sequence) return;
					forget();
					resolve();
				};
				const forget = sessions.subscribe((change) => {
					if (change.sessionId === sessionId) look();
				});
				look();
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

/** Texts of the session's pages after the cursor, as they stand on the wire. */
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

/** Into the table that ours go to, with its indexes; as the events of one session. */
export function bareInserts(db: DatabaseSync): StatementSync {
	db.exec(`INSERT INTO sessions (key, scope, session_id, turn_state, turn_sequence, last_sequence, reconciling,
		updated_at, archived) VALUES (1, 'bench', 's', '', 0, 0, 0, 0, 0)`);
	return db.prepare(`INSERT OR IGNORE INTO events (session, event_id, sequence, type, received_at, raw)
		VALUES (?, ?, ?, ?, ?, ?)`);
}

/** JSON.parse, and prepared inserts into the same table. */
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
		/** @param pages so many to a transaction */
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
 * One session that streams. Each round the service holds its stream back, and then lets all of it come at once;
 * the same bytes go through the bare loops right after, so that the machine is in the same mood.
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
		const forget = reader.sessions.subscribe(() => {
			if (!live()) return;
			forget();
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
			ms: HELD_MS,
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

/** A log that is new reads the whole session by GET. */
async function caughtUp(world: BenchWorld, sessionId: string, sequence: number): Promise<Cost> {
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
	const catchUp = [await caughtUp(world, sessionId, all + 1)];
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
