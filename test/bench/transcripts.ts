import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { TranscriptPosition } from "../../src/ipc/conversations.ts";
import { TYPED_TEXTS_SQL, TypedTexts } from "../../src/main/conversations/log/typed-texts.ts";
import { Sessions } from "../../src/main/conversations/sessions.ts";
import { foldOf } from "../../src/main/conversations/transcript/transcript-view.ts";
import { findInTranscript, transcriptWindow } from "../../src/main/inbox/transcript-window.ts";
import { createService } from "../../src/main/service/service.ts";
import { openDatabase, transaction } from "../../src/main/storage/database.ts";
import { INTENTS_SQL, Intents } from "../../src/main/storage/intents.ts";
import { LOG_SCHEMA, LogDb, type LogSession } from "../../src/main/storage/log-db.ts";
import { readEventPage } from "../../src/service-api/event-page.ts";
import { scratch } from "../support/person.ts";
import { testClock } from "../support/ports.ts";
import { median } from "./figures.ts";
import { type Cost, meter } from "./meter.ts";
import { bareInserts } from "./throughput.ts";

/** Measures very long sessions: the cost of storing one more event, and how quickly any part is shown. */

const PAGE = 200;
/** Number of measured pages at the end of each session, where its length has its full effect. */
const LAST_PAGES = 50;
/** Number of events in an unmeasured session that is read first, so that the measured code is compiled. */
const WARM_EVENTS = 20_000;
/** Number of unmeasured pages per transaction. */
const PAGES_AT_ONCE = 100;
const TIMES = 21;
const SESSION = "long";
/** One of this many events contains the searched text. */
const RARE = 5_000;

export interface LongSession {
	readonly events: number;
	/** Processor time in ms to fold and store one event at the session's end. */
	readonly perEvent: number;
	/** Processor time in ms to only parse and insert the same bytes. */
	readonly bare: number;
	readonly opened: readonly Cost[];
	readonly jumped: readonly Cost[];
	/** Search for a text that one of 5,000 events contains. */
	readonly found: Cost;
	readonly matches: number;
	/** Memory of this process afterwards, in bytes. */
	readonly memory: number;
	/** Increase of that memory by the session, in bytes. */
	readonly grown: number;
}

let createdEvents = 0;

/** Creates a page of a working agent's events: messages, tool updates and tool results. */
function pageOf(sessionId: string, first: number) {
	const events = Array.from({ length: PAGE }, (_, at) => {
		const sequence = first + at;
		createdEvents += 1;
		const meta = {
			event_id: `evt_${randomBytes(8).toString("hex")}`,
			sequence,
			turn_id: `trn_${Math.floor(sequence / 500)}`,
			occurred_at: 1_790_000_000 + Math.floor(sequence / 20),
		};
		const call = `cal_${Math.floor(sequence / 5)}`;
		switch (sequence % 5) {
			case 0:
				return {
					...meta,
					type: "tool_update",
					id: call,
					call_id: call,
					tool_name: "quote",
					result: { step: createdEvents },
				};
			case 1:
				return {
					...meta,
					type: "tool_complete",
					id: `cal_${Math.floor((sequence - 1) / 5)}`,
					call_id: `cal_${Math.floor((sequence - 1) / 5)}`,
					tool_name: "quote",
					result: { pool: "0x5FbDB2315678afecb367f032d93F642f64180aa3", out: String(createdEvents) },
				};
			default:
				return {
					...meta,
					type: "message",
					sender: "agent",
					message_key: `msg_${sequence}`,
					content: `${sequence % RARE === 2 ? "A needle. " : ""}The agent says what it has just done, in a sentence as long as most of them are, and goes on.`,
				};
		}
	});
	return { session_id: sessionId, cursor: `c${first}`, has_more: true, events };
}

function sessionAt(lastSequence: number): LogSession {
	return {
		id: SESSION,
		title: "Long",
		turnState: "complete",
		turnId: null,
		turnSequence: 0,
		answeredTurn: null,
		lastSequence,
		cursor: `c${lastSequence}`,
		reconciling: false,
		updatedAt: 0,
		archived: false,
		listedAt: null,
		readListedAt: null,
	};
}

/** Processor time per event for each of the last pages, in ms. */
interface Filled {
	readonly costs: readonly number[];
	readonly bares: readonly number[];
}

/** Parses pages, folds their events and stores them, as the app does for a session that it follows. */
function fill(db: DatabaseSync, bareDb: DatabaseSync, events: number): Filled {
	const log = new LogDb(db, "bench");
	const insert = bareInserts(bareDb);
	const costs: number[] = [];
	const bares: number[] = [];
	const write = (pages: readonly string[]) =>
		transaction(bareDb, () => {
			for (const text of pages) {
				const { events: parsed }: ReturnType<typeof pageOf> = JSON.parse(text);
				for (const event of parsed)
					insert.run(1, event.event_id, event.sequence, event.type, 0, JSON.stringify(event));
			}
		});
	/** Pages that only bring the plain database to the same length. */
	let unmeasured: string[] = [];
	const pages = Math.ceil(events / PAGE);
	const both = [db, bareDb];
	// Otherwise, a million unmeasured events would mostly wait for the disk.
	for (const each of both) each.exec("PRAGMA synchronous = OFF");
	for (let at = 0; at < pages; at += 1) {
		const raw = pageOf(SESSION, 1 + at * PAGE);
		const last = at >= pages - LAST_PAGES;
		if (at === Math.max(0, pages - LAST_PAGES))
			for (const each of both) each.exec("PRAGMA synchronous = NORMAL");
		const stop = meter();
		const read = readEventPage(raw);
		if (!read.ok) throw new Error(read.reason);
		log.apply({
			session: sessionAt((at + 1) * PAGE),
			events: read.value.events.map((each) => ({
				eventId: each.event.event_id,
				sequence: each.event.sequence,
				type: each.event.type,
				receivedAt: 0,
				raw: JSON.stringify(each.event),
				fold: foldOf(each),
			})),
			commits: [],
		});
		if (last) costs.push(stop().cpu / PAGE);
		const text = JSON.stringify(raw);
		if (!last) {
			unmeasured.push(text);
			if (unmeasured.length < PAGES_AT_ONCE) continue;
		}
		if (unmeasured.length > 0) write(unmeasured);
		unmeasured = [];
		if (!last) continue;
		const done = meter();
		write([text]);
		bares.push(done().cpu / PAGE);
	}
	return { costs, bares };
}

function openLog(folder: string, name: string): DatabaseSync {
	return openDatabase(join(folder, name), { synchronous: "NORMAL", ...LOG_SCHEMA });
}

/** Fills another session of that length, only to measure its pages. */
function fillAnother(events: number): Filled {
	const folder = scratch();
	const [db, bareDb] = [openLog(folder.path, "log.db"), openLog(folder.path, "bare.db")];
	try {
		return fill(db, bareDb, events);
	} finally {
		db.close();
		bareDb.close();
		folder.remove();
	}
}

const views = () => [];

async function measureOne(events: number): Promise<LongSession> {
	const folder = scratch();
	const [db, bareDb] = [openLog(folder.path, "log.db"), openLog(folder.path, "bare.db")];
	const journal = openDatabase(join(folder.path, "journal.db"), {
		synchronous: "FULL",
		firstVersion: 1,
		migrations: [INTENTS_SQL, TYPED_TEXTS_SQL],
	});
	const clock = testClock();
	try {
		// A short session has few pages, so more sessions of the same length are measured.
		const rounds = Math.ceil((LAST_PAGES * PAGE) / events);
		const filled = [
			fill(db, bareDb, events),
			...Array.from({ length: rounds - 1 }, () => fillAnother(events)),
		];
		const perEvent = median(filled.flatMap(({ costs }) => costs));
		const bare = median(filled.flatMap(({ bares }) => bares));
		const idle = () => Promise.reject(new Error("no request is expected"));
		globalThis.gc?.();
		const before = process.memoryUsage.rss();
		const sessions: Sessions = new Sessions({
			service: createService({ clock, baseUrl: () => "http://127.0.0.1:1", token: () => "t", fetch: idle }),
			log: new LogDb(db, "bench"),
			intents: new Intents(journal, clock.now),
			typed: new TypedTexts(journal),
			clock,
			random: (length) => randomBytes(length),
			logLine: () => {},
			scope: "bench",
		});
		sessions.start();
		const show = (at: TranscriptPosition): void => {
			const session = sessions.list().find(({ id }) => id === SESSION);
			if (session === undefined) throw new Error("the session is not there");
			const window = transcriptWindow({ sessions, session, entries: [], views }, at);
			if (window === null || window.items.length === 0) throw new Error("nothing is shown");
			structuredClone(window);
		};
		const measured = (at: (time: number) => TranscriptPosition): Cost[] =>
			Array.from({ length: TIMES }, (_, time) => {
				const stop = meter();
				show(at(time));
				return stop();
			});
		const opened = measured(() => ({ kind: "end" }));
		const jumped = measured((time) => ({ kind: "index", index: Math.floor((events * 0.7 * time) / TIMES) }));
		await setImmediate();
		const session = sessions.list().find(({ id }) => id === SESSION);
		if (session === undefined) throw new Error("the session is not there");
		const stop = meter();
		const { matches } = await findInTranscript({ sessions, session, entries: [], views }, "needle");
		const found = stop();
		globalThis.gc?.();
		const memory = process.memoryUsage.rss();
		await sessions.stop();
		return {
			events,
			perEvent,
			bare,
			opened,
			jumped,
			found,
			matches: matches.length,
			memory,
			grown: Math.max(0, memory - before),
		};
	} finally {
		db.close();
		bareDb.close();
		journal.close();
		folder.remove();
	}
}

/** @param sizes number of events in each session */
export async function measureLongSessions(sizes: readonly number[]): Promise<readonly LongSession[]> {
	fillAnother(WARM_EVENTS);
	const measured: LongSession[] = [];
	for (const events of sizes) measured.push(await measureOne(events));
	return measured;
}
