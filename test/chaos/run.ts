import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startService } from "../mock-service/service.ts";
import { openPerson, scratch } from "../support/person.ts";
import { startChaosProxy } from "./proxy.ts";

/** The log of the app against the service's, after answers were spoilt by seeded schedules: one for each session. */

export interface Chaos {
	readonly seed: number;
	readonly schedules: number;
	readonly forge?: (body: string) => string;
}

export interface ChaosOutcome {
	readonly schedules: number;
	/** The seeds of those whose logs differ. */
	readonly diverged: readonly number[];
	readonly resent: number;
}

const AT_ONCE = 20;
const ROUNDS = 6;
const CALM_ROUNDS = 60;
const STEP_MS = 60_000;
const TOKEN = "chaos-token";
const NOBODY = "0x0000000000000000000000000000000000000001";
/** The service needs one, and no message asks for it. */
const NO_CHAIN = { chainId: 31_337, rpcUrl: "http://127.0.0.1:9", token: NOBODY, router: NOBODY } as const;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 40));

function logOf(path: string, sql: string, sessionId: string): string {
	const db = new DatabaseSync(path, { readOnly: true });
	try {
		return JSON.stringify(db.prepare(sql).all(sessionId));
	} finally {
		db.close();
	}
}

async function batch(seeds: readonly number[], forge?: Chaos["forge"]): Promise<ChaosOutcome> {
	const mine = scratch();
	const theirs = scratch();
	const service = await startService({ dataDir: theirs.path, token: TOKEN, chains: [NO_CHAIN] });
	const { sessionIds } = await service.control.addSessions({ count: seeds.length, events: 5 });
	const seedOf = new Map(sessionIds.map((id, at) => [id, seeds[at] ?? 0]));
	const proxy = await startChaosProxy({
		target: service.url,
		seedOf: (id) => seedOf.get(id) ?? null,
		...(forge === undefined ? {} : { forge }),
	});
	const person = await openPerson({ dataDir: mine.path, baseUrl: proxy.url, token: TOKEN, chains: [] });
	const differing = () =>
		sessionIds.filter(
			(id) =>
				logOf(
					join(mine.path, "log.db"),
					"SELECT e.event_id AS id, e.sequence AS n FROM events e JOIN sessions s ON s.key = e.session WHERE s.session_id = ? ORDER BY e.sequence",
					id,
				) !==
				logOf(
					join(theirs.path, "service.db"),
					"SELECT event ->> '$.event_id' AS id, event ->> '$.sequence' AS n FROM journal WHERE session_id = ? AND event IS NOT NULL ORDER BY position",
					id,
				),
		);
	try {
		for (let round = 0; round < ROUNDS; round += 1) {
			for (const sessionId of sessionIds)
				await service.control.injectEvents({
					sessionId,
					events: [{ type: "message", sender: "agent", content: `round ${round}` }],
				});
			await pause();
			person.ports.clock.hurry(STEP_MS);
		}
		proxy.calm();
		for (let round = 0; round < CALM_ROUNDS && differing().length > 0; round += 1) {
			await pause();
			person.ports.clock.hurry(STEP_MS);
		}
		const diverged = differing().map((id) => seedOf.get(id) ?? 0);
		return { schedules: seeds.length, diverged, resent: proxy.resent() };
	} finally {
		await person.stop();
		await proxy.stop();
		await service.stop();
		mine.remove();
		theirs.remove();
	}
}

/** Runs the schedules from `seed` on, so many sessions to an app. */
export async function runChaos({ seed, schedules, forge }: Chaos): Promise<ChaosOutcome> {
	const diverged: number[] = [];
	let resent = 0;
	for (let at = 0; at < schedules; at += AT_ONCE) {
		const count = Math.min(AT_ONCE, schedules - at);
		const outcome = await batch(
			Array.from({ length: count }, (_, place) => seed + at + place),
			forge,
		);
		diverged.push(...outcome.diverged);
		resent += outcome.resent;
	}
	return { schedules, diverged, resent };
}
