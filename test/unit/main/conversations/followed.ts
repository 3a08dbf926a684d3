import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FollowSettings } from "../../../../src/main/conversations/following/follow-services.ts";
import { TYPED_TEXTS_SQL, TypedTexts } from "../../../../src/main/conversations/log/typed-texts.ts";
import type { SessionsChange } from "../../../../src/main/conversations/session-types.ts";
import { Sessions } from "../../../../src/main/conversations/sessions.ts";
import { readStored } from "../../../../src/main/conversations/transcript/transcript-view.ts";
import type { Clock } from "../../../../src/main/ports.ts";
import { createService } from "../../../../src/main/service/service.ts";
import { openDatabase } from "../../../../src/main/storage/database.ts";
import { INTENTS_SQL, Intents } from "../../../../src/main/storage/intents.ts";
import { LogDb, openLog } from "../../../../src/main/storage/log-db.ts";
import { FIRST_EVENT } from "../../../../src/main/storage/log-items.ts";
import type { ReadEvent } from "../../../../src/service-api/events.ts";

/** Sessions with real files and real HTTP, and short times. */

export const realClock: Clock = {
	now: () => Date.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
};

export interface Followed {
	readonly sessions: Sessions;
	/** Lists the stored events of a session by sequence. */
	readonly events: (sessionId: string) => readonly ReadEvent["event"][];
	readonly intents: Intents;
	readonly typed: TypedTexts;
	readonly lines: readonly string[];
	readonly changes: readonly SessionsChange[];
	setToken(token: string | null): void;
	/** Resolves as soon as `holds` returns true; checks now and after each change. */
	until(holds: () => boolean): Promise<void>;
	/** Stops, and closes the files. The folder stays. */
	close(): Promise<void>;
}

export interface FollowOptions {
	readonly url: string;
	readonly dir: string;
	readonly token?: string | null;
	readonly settings?: Partial<FollowSettings>;
	readonly timeoutMs?: number;
	readonly clock?: Clock;
}

export const SCOPE = "test me";

export function makeFolder(): { readonly dir: string; readonly remove: () => void } {
	const dir = mkdtempSync(join(tmpdir(), "countersign-sessions-"));
	return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export function follow(options: FollowOptions): Followed {
	const clock = options.clock ?? realClock;
	const { db } = openLog(join(options.dir, "log.db"), 0);
	const journal = openDatabase(join(options.dir, "journal.db"), {
		synchronous: "FULL",
		firstVersion: 1,
		migrations: [INTENTS_SQL, TYPED_TEXTS_SQL],
	});
	let token = options.token === undefined ? "secret-token" : options.token;
	const lines: string[] = [];
	const changes: SessionsChange[] = [];
	const intents = new Intents(journal, clock.now);
	const typed = new TypedTexts(journal);
	const log = new LogDb(db, SCOPE);
	const sessions = new Sessions({
		service: createService({
			fetch,
			clock,
			baseUrl: () => options.url,
			token: () => token,
			timeoutMs: options.timeoutMs ?? 2_000,
		}),
		log,
		intents,
		typed,
		clock,
		random: (length) => randomBytes(length),
		logLine: (line) => lines.push(line),
		scope: SCOPE,
		settings: {
			listMs: 50,
			restListMs: 50,
			pollGapMs: 20,
			pollWaitMs: 200,
			movingMs: 20,
			waitingMs: 60,
			settleMs: 100,
			lateAnswerMs: 2_000,
			...options.settings,
		},
	});
	sessions.subscribe((change) => changes.push(change));
	sessions.start();
	return {
		sessions,
		events: (sessionId) =>
			readStored(log.items.slice(sessionId, FIRST_EVENT, "later", 10_000).events).map(({ event }) => event),
		intents,
		typed,
		lines,
		changes,
		setToken: (next) => {
			token = next;
		},
		until: (holds) =>
			new Promise((resolve) => {
				let leave = () => {};
				const look = () => {
					if (!holds()) return;
					leave();
					resolve();
				};
				leave = sessions.subscribe(look);
				look();
			}),
		close: async () => {
			await sessions.stop();
			db.close();
			journal.close();
		},
	};
}
