import { DatabaseSync } from "node:sqlite";
import type { TranscriptItem } from "../../../../src/ipc/conversations.ts";
import { newSession } from "../../../../src/main/conversations/log/apply.ts";
import { foldOf } from "../../../../src/main/conversations/transcript/transcript-view.ts";
import { Transcripts } from "../../../../src/main/conversations/transcript/transcripts.ts";
import { LOG_SCHEMA, LogDb } from "../../../../src/main/storage/log-db.ts";
import type { ReadEvent } from "../../../../src/service-api/events.ts";

/** A log in memory with the events of one session, and its transcript. */
export interface TranscriptLog {
	readonly db: DatabaseSync;
	readonly log: LogDb;
	readonly transcripts: Transcripts;
	add(events: readonly ReadEvent[]): void;
	all(): readonly TranscriptItem[];
}

export function transcriptLog(sessionId: string, onFolded: () => void = () => {}): TranscriptLog {
	const db = new DatabaseSync(":memory:");
	for (const sql of LOG_SCHEMA.migrations) db.exec(sql);
	const log = new LogDb(db, "me");
	const transcripts = new Transcripts(log.items, onFolded, () => {});
	return {
		db,
		log,
		transcripts,
		add(events) {
			log.apply({
				session: newSession(sessionId, 0),
				events: events.map((read) => ({
					eventId: read.event.event_id,
					sequence: read.event.sequence,
					type: read.event.type,
					receivedAt: 0,
					raw: JSON.stringify(read.event),
					fold: foldOf(read),
				})),
				commits: [],
			});
		},
		all: () => transcripts.items(sessionId, 0, transcripts.count(sessionId) ?? 0).map(({ item }) => item),
	};
}
