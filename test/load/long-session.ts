import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { foldOf } from "../../src/main/conversations/transcript/transcript-view.ts";
import { environmentOf, identityOf, scopeOf } from "../../src/main/sign-in/owner.ts";
import { openDatabase } from "../../src/main/storage/database.ts";
import { LOG_SCHEMA, LogDb } from "../../src/main/storage/log-db.ts";
import { readEventPage } from "../../src/service-api/event-page.ts";
import type { BenchWorld } from "../bench/world.ts";
import { Cursors } from "../mock-service/cursors.ts";
import { openDatabase as openService } from "../mock-service/database.ts";

/** Creates a long session at the service, whose events except the last ones are already in the app's log. */

const PAGE = 2_000;
/** Number of events that the app still has to read, as after a night. */
const UNREAD_EVENTS = 5_000;

/** @returns the session's ID */
export async function makeLongSession(world: BenchWorld, events: number, dataDir: string): Promise<string> {
	const [sessionId = ""] = (await world.control.addSessions({ count: 1, events })).sessionIds;
	copyEvents(world, { sessionId, events: Math.max(0, events - UNREAD_EVENTS) }, dataDir);
	return sessionId;
}

/** Copies events from the service's database to the app's log, in the app's format. */
function copyEvents(
	world: BenchWorld,
	{ sessionId, events }: { readonly sessionId: string; readonly events: number },
	dataDir: string,
): void {
	const service = openService(world.dataDir);
	const cursors = new Cursors(service);
	const db = openDatabase(join(dataDir, "log.db"), { synchronous: "NORMAL", ...LOG_SCHEMA });
	const owner = { environment: environmentOf(world.url), identity: identityOf(world.token) };
	const log = new LogDb(db, scopeOf(owner));
	const rows = service.sql.prepare(
		"SELECT event FROM journal WHERE session_id = ? AND position > ? ORDER BY position LIMIT ?",
	);
	for (let at = 0; at < events; ) {
		const texts = rows.all(sessionId, at, Math.min(PAGE, events - at)).map(({ event }) => String(event));
		const raw: unknown = JSON.parse(`[${texts.join(",")}]`);
		const page = readEventPage({ session_id: sessionId, cursor: "c", has_more: true, events: raw });
		if (!page.ok) throw new Error(page.reason);
		at += texts.length;
		const row = { id: sessionId, title: null, archived: false, updatedAt: 0, cursorEpoch: 0, position: at };
		log.apply({
			session: {
				id: sessionId,
				title: "Long",
				turnState: "complete",
				turnId: null,
				turnSequence: 0,
				answeredTurn: null,
				lastSequence: at,
				cursor: cursors.make(row, at),
				reconciling: false,
				updatedAt: 0,
				archived: false,
				listedAt: null,
				readListedAt: null,
			},
			events: page.value.events.map((each, index) => ({
				eventId: each.event.event_id,
				sequence: each.event.sequence,
				type: each.event.type,
				receivedAt: 0,
				raw: texts[index] ?? "",
				fold: foldOf(each),
			})),
			commits: [],
		});
	}
	db.close();
	service.close();
}

export interface Tally {
	/** Number of events that the service has created. */
	readonly events: number;
	/** Number of these events that are missing from the app's log. */
	readonly lost: number;
	/** Number of events in the app's log that the service never created. */
	readonly unexpected: number;
}

/** Compares the service's events with those in the app's log. */
export function tallyOf(world: BenchWorld, dataDir: string): Tally {
	const db = new DatabaseSync(join(world.dataDir, "service.db"), { readOnly: true });
	const number = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0]);
	try {
		db.prepare("ATTACH ? AS app").run(join(dataDir, "log.db"));
		const events = number("SELECT count(*) FROM journal WHERE event IS NOT NULL");
		const stored = number("SELECT count(*) FROM app.events");
		const lost =
			number(`SELECT count(*) FROM main.journal j JOIN app.sessions s ON s.session_id = j.session_id
			WHERE j.event IS NOT NULL AND NOT EXISTS (SELECT 1 FROM app.events e
				WHERE e.session = s.key AND e.event_id = j.event ->> '$.event_id')`);
		const unknown = number(`SELECT count(*) FROM main.journal j WHERE j.event IS NOT NULL
			AND j.session_id NOT IN (SELECT session_id FROM app.sessions)`);
		return { events, lost: lost + unknown, unexpected: stored - (events - lost - unknown) };
	} finally {
		db.close();
	}
}

/** Returns how many events the app's log lacks, from sequence numbers only, which is fast. */
export function behind(world: BenchWorld, dataDir: string): number {
	const db = new DatabaseSync(join(world.dataDir, "service.db"), { readOnly: true });
	try {
		db.prepare("ATTACH ? AS app").run(join(dataDir, "log.db"));
		const row = db
			.prepare(
				`SELECT coalesce(sum(v.sequence - coalesce(s.last_sequence, 0)), 0) AS n
				FROM main.sessions v LEFT JOIN app.sessions s ON s.session_id = v.id`,
			)
			.get();
		return Number(row?.["n"]);
	} finally {
		db.close();
	}
}
