import { join } from "node:path";
import { z } from "zod";
import { type Service, startService } from "../mock-service/service.ts";
import { type Person, scratch } from "../support/person.ts";
import { openApp } from "./app.ts";
import { differenceOf, lostOf, openLogs } from "./logs.ts";
import { randomOf } from "./random.ts";
import { type SteadyTime, steadyTime } from "./steady-time.ts";
import { createStory, type ReviewDesk, SEND_KINDS, type SendKind, type Story } from "./story.ts";
import { createTrace, digestOf, type Trace } from "./trace.ts";
import { drawTrouble, NO_TROUBLE, TROUBLES, type TroubleKind } from "./troubles.ts";
import { createWire, type SentRequest, type Wire } from "./wire.ts";

/**
 * Compares the app's log with the service's after faults in their connection. A seeded schedule per session
 * draws the faults.
 */

export interface Chaos {
	readonly seed: number;
	readonly schedules: number;
	/** Falsifies responses at any time. The run must detect this. */
	readonly forge?: (text: string) => string;
	/** Makes the app send faulty requests. The run must detect this. */
	readonly breakApp?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
	/** Called after each app with the number of completed schedules. */
	readonly onDone?: (schedules: number) => void;
}

interface Divergence {
	readonly seed: number;
	readonly why: string;
}

export interface ChaosOutcome {
	readonly schedules: number;
	readonly diverged: readonly Divergence[];
	/** Number of requests that reused an idempotency key with different content. */
	readonly resent: number;
	/** Number of requests that reused an idempotency key. */
	readonly again: number;
	/** Number of events in all of the app's logs. */
	readonly events: number;
	/** Number of faults by kind. */
	readonly troubles: Readonly<Record<TroubleKind, number>>;
	/** Number of faults in requests for the list of sessions, by kind. */
	readonly listTroubles: Readonly<Record<TroubleKind, number>>;
	readonly sent: Readonly<Record<SendKind, number>>;
	/** Digest of the requests, their outcomes and the resulting logs. */
	readonly trace: string;
}

/** Number of sessions per app. */
export const AT_ONCE = 20;
const ROUNDS = 5;
const ACTS_PER_ROUND = 2;
/** Maximum pause after an act. */
const MAX_ACT_PAUSE_MS = 300;
/** Maximum pause after a round. */
const MAX_ROUND_PAUSE_MS = 40_000;
/** Maximum time for pending work to complete without faults. Some retries wait ten minutes. */
const MAX_CALM_MS = 45 * 60_000;
const CALM_STEP_MS = 15_000;
/** Additional time for acts that end late. */
const LATE_ACTS_MS = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const TOKEN = "chaos-token";
const NOBODY = "0x0000000000000000000000000000000000000001";
/** Chain setting that the service requires but never uses. */
const NO_CHAIN = { chainId: 31_337, rpcUrl: "http://127.0.0.1:9", token: NOBODY, router: NOBODY } as const;

function zeroCounts<K extends string>(kinds: readonly K[]): Record<K, number> {
	return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<K, number>;
}

function sumByKind<K extends string>(
	kinds: readonly K[],
	all: readonly Readonly<Record<K, number>>[],
): Record<K, number> {
	const sums = zeroCounts(kinds);
	for (const kind of kinds) for (const each of all) sums[kind] += each[kind];
	return sums;
}

/** Returns the session that a request is about. `null` for the list and other requests about the whole account. */
function sessionOf({ path, headers, body }: SentRequest): string | null {
	const named = headers["x-session-id"];
	if (named !== undefined) return named;
	const inPath = /^\/v1\/agent\/(?:chat|sessions)\/([^/?]+)/.exec(path)?.[1];
	if (inPath !== undefined) return decodeURIComponent(inPath);
	return /"sessionId":"([^"]+)"/.exec(body ?? "")?.[1] ?? null;
}

const isList = ({ path }: SentRequest) => path.startsWith("/v1/agent/sessions?");

/**
 * Returns the content that an idempotency key covers, which excludes the cursor of a start
 * (docs/service-api/errors.md#idempotency).
 */
function contentOf({ method, path, body }: SentRequest): string {
	const parsed: unknown = body === null ? null : JSON.parse(body);
	const content = typeof parsed === "object" && parsed !== null ? { ...parsed, cursor: undefined } : parsed;
	return JSON.stringify([method, path, content]);
}

const startBody = z.object({ message: z.string() });

/** Counts reused idempotency keys, and records the messages that the service rejected with a 4xx status. */
class SentKeys {
	readonly #contents = new Map<string, string>();
	readonly refused = new Set<string>();
	again = 0;
	resent = 0;

	record(request: SentRequest): void {
		const key = request.headers["idempotency-key"];
		if (key === undefined) return;
		const content = contentOf(request);
		const before = this.#contents.get(key);
		this.#contents.set(key, before ?? content);
		if (before === undefined) return;
		this.again += 1;
		if (before !== content) this.resent += 1;
	}

	recordAnswer({ path, body }: SentRequest, status: number): void {
		if (path !== "/v1/agent/chat" || body === null || status < 400 || status >= 500) return;
		const start = startBody.safeParse(JSON.parse(body));
		if (start.success) this.refused.add(start.data.message);
	}
}

/** Draws each request's fault from its session's schedule, or from the app's schedule for other requests. */
class Schedules {
	readonly #draws: ReadonlyMap<string | null, () => number>;
	readonly troubles = zeroCounts(TROUBLES);
	readonly listTroubles = zeroCounts(TROUBLES);
	isCalm = false;

	constructor(seeds: ReadonlyMap<string, number>, appSeed: number) {
		const own = [...seeds].map(([id, seed]) => [id, randomOf(seed * 2)] as const);
		this.#draws = new Map<string | null, () => number>([...own, [null, randomOf(appSeed * 2 + 1)]]);
	}

	draw(request: SentRequest) {
		const draw = this.#draws.get(sessionOf(request)) ?? this.#draws.get(null);
		if (this.isCalm || draw === undefined) return NO_TROUBLE;
		const trouble = drawTrouble(draw, request.method === "GET");
		this.troubles[trouble.kind] += 1;
		if (isList(request)) this.listTroubles[trouble.kind] += 1;
		return trouble;
	}
}

interface World {
	readonly time: SteadyTime;
	readonly service: Service;
	readonly person: Person;
	readonly wire: Wire;
	readonly schedules: Schedules;
	readonly keys: SentKeys;
	readonly trace: Trace;
	readonly seeds: ReadonlyMap<string, number>;
	readonly files: { readonly app: string; readonly service: string };
	close(): Promise<void>;
}

async function openWorld(seeds: readonly number[], chaos: Chaos): Promise<World> {
	const [appSeed = 0] = seeds;
	const appFolder = scratch();
	const serviceFolder = scratch();
	const time = steadyTime(START);
	const service = await startService({
		dataDir: serviceFolder.path,
		token: TOKEN,
		chains: [NO_CHAIN],
		clock: time.now,
		after: time.after,
		paceMs: 150,
		settings: { following: false, followMs: MAX_CALM_MS },
	});
	const { sessionIds } = await service.control.addSessions({ count: seeds.length, events: 3 });
	const seedOf = new Map(sessionIds.map((id, at) => [id, seeds[at] ?? 0]));
	const trace = createTrace();
	const keys = new SentKeys();
	const schedules = new Schedules(seedOf, appSeed);
	const lineOf = ({ method, path, body }: SentRequest, rest: string) =>
		`${time.now() - START} ${method} ${path} ${body ?? ""} ${rest}`;
	const wire = createWire({
		time,
		accept: service.accept,
		...(chaos.forge === undefined ? {} : { forge: chaos.forge }),
		drawTrouble(request) {
			keys.record(request);
			const trouble = schedules.draw(request);
			trace.add(lineOf(request, trouble.kind));
			return trouble;
		},
		onAnswer(request, status) {
			keys.recordAnswer(request, status);
			trace.add(lineOf({ ...request, body: null }, `-> ${status}`));
		},
	});
	const person = await openApp({
		dataDir: appFolder.path,
		baseUrl: service.url,
		token: TOKEN,
		time,
		fetch: chaos.breakApp?.(wire.fetch) ?? wire.fetch,
		seed: appSeed,
	});
	return {
		time,
		service,
		person,
		wire,
		schedules,
		keys,
		trace,
		seeds: seedOf,
		files: { app: join(appFolder.path, "log.db"), service: join(serviceFolder.path, "service.db") },
		async close() {
			await time.during(person.stop());
			await service.stop();
			appFolder.remove();
			serviceFolder.remove();
		},
	};
}

/** Plays all sessions' stories at once, while faults occur. */
async function playStories({
	time,
	person,
	service,
	seeds,
	schedules,
	wire,
}: World): Promise<readonly Story[]> {
	const desk: ReviewDesk = { free: Promise.resolve() };
	const [appSeed = 0] = seeds.values();
	const stories = [...seeds].map(([sessionId, seed]) =>
		createStory({
			time,
			control: service.control,
			person,
			sessionId,
			seed,
			random: randomOf(seed * 2 + 7_919),
			desk,
		}),
	);
	const pauses = randomOf(appSeed * 2 + 104_729);
	for (let round = 0; round < ROUNDS; round += 1) {
		for (let act = 0; act < ACTS_PER_ROUND; act += 1) {
			for (const story of stories) {
				await time.during(story.act());
				await time.pass(Math.floor(pauses() * MAX_ACT_PAUSE_MS));
			}
		}
		// Keeps the vault unlocked, as a user at the computer would.
		person.countersign.recordUse();
		await time.pass(Math.floor(pauses() * MAX_ROUND_PAUSE_MS));
	}
	schedules.isCalm = true;
	wire.cutAll();
	await time.during(desk.free);
	return stories;
}

/** Runs several schedules in one app. */
async function runTogether(seeds: readonly number[], chaos: Chaos): Promise<ChaosOutcome> {
	const world = await openWorld(seeds, chaos);
	const { time, person, schedules, keys, trace } = world;
	const logs = openLogs(world.files.app, world.files.service);
	try {
		const stories = await playStories(world);
		const faultOf = (id: string, at: number): string | null => {
			const read = logs.read(id);
			return differenceOf(read) ?? lostOf(read, stories[at]?.messages ?? [], keys.refused);
		};
		const isIncomplete = () =>
			[...world.seeds.keys()].some((id, at) => faultOf(id, at) !== null) ||
			person.desk().inbox.some(({ state }) => state === "settling");
		for (const end = time.now() + MAX_CALM_MS; time.now() < end && isIncomplete(); )
			await time.pass(CALM_STEP_MS);
		await time.pass(LATE_ACTS_MS);
		const found = [...world.seeds].map(([id, seed], at) => {
			const { app } = logs.read(id);
			trace.add(JSON.stringify(app));
			return { seed, why: faultOf(id, at), events: app.length };
		});
		return {
			schedules: seeds.length,
			diverged: found.flatMap(({ seed, why }) => (why === null ? [] : [{ seed, why }])),
			resent: keys.resent,
			again: keys.again,
			events: found.reduce((sum, { events }) => sum + events, 0),
			troubles: schedules.troubles,
			listTroubles: schedules.listTroubles,
			sent: sumByKind(
				SEND_KINDS,
				stories.map(({ sent }) => sent),
			),
			trace: digestOf(trace.lines),
		};
	} finally {
		logs.close();
		await world.close();
	}
}

export function addUp(all: readonly ChaosOutcome[]): ChaosOutcome {
	const sum = (of: (outcome: ChaosOutcome) => number) =>
		all.reduce((total, outcome) => total + of(outcome), 0);
	return {
		schedules: sum(({ schedules }) => schedules),
		diverged: all.flatMap(({ diverged }) => diverged),
		resent: sum(({ resent }) => resent),
		again: sum(({ again }) => again),
		events: sum(({ events }) => events),
		troubles: sumByKind(
			TROUBLES,
			all.map(({ troubles }) => troubles),
		),
		listTroubles: sumByKind(
			TROUBLES,
			all.map(({ listTroubles }) => listTroubles),
		),
		sent: sumByKind(
			SEND_KINDS,
			all.map(({ sent }) => sent),
		),
		trace: digestOf(all.map(({ trace }) => trace)),
	};
}

/** Runs the schedules from `seed` on, in apps with `AT_ONCE` sessions each. */
export async function runChaos(chaos: Chaos): Promise<ChaosOutcome> {
	const { seed, schedules, onDone } = chaos;
	const all: ChaosOutcome[] = [];
	for (let at = 0; at < schedules; at += AT_ONCE) {
		const count = Math.min(AT_ONCE, schedules - at);
		const seeds = Array.from({ length: count }, (_, index) => seed + at + index);
		all.push(await runTogether(seeds, chaos));
		onDone?.(at + count);
	}
	return addUp(all);
}
