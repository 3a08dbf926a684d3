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

/** The log of the app against the service's, after answers were spoilt by seeded schedules: one for each session. */

export interface Chaos {
	readonly seed: number;
	readonly schedules: number;
	/** Changes whole answers, calm or not: what comes of it has to be found. */
	readonly forge?: (text: string) => string;
	/** Makes the app send other than it does: what comes of it has to be found. */
	readonly breakApp?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
	/** Called after each app with how many schedules are done. */
	readonly onDone?: (schedules: number) => void;
}

interface Divergence {
	readonly seed: number;
	readonly why: string;
}

export interface ChaosOutcome {
	readonly schedules: number;
	readonly diverged: readonly Divergence[];
	/** Requests that came again under their idempotency key with another content. */
	readonly resent: number;
	/** Requests that came again under their idempotency key at all. */
	readonly again: number;
	/** Events of all logs. */
	readonly events: number;
	readonly troubles: Readonly<Record<TroubleKind, number>>;
	/** Those of them that befell the list of sessions. */
	readonly listTroubles: Readonly<Record<TroubleKind, number>>;
	readonly sent: Readonly<Record<SendKind, number>>;
	/** Digest of what was asked and what came of it. */
	readonly trace: string;
}

/** Sessions of one app. */
export const AT_ONCE = 20;
const ROUNDS = 5;
const ACTS_OF_A_ROUND = 2;
/** The longest pauses after an act and after a round. */
const ACT_MS = 300;
const ROUND_MS = 40_000;
/** Deadline for all pending work once answers come complete: some retries wait ten minutes. */
const CALM_MS = 45 * 60_000;
const CALM_STEP_MS = 15_000;
/** Acts that end late have settled by then. */
const LAST_MS = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const TOKEN = "chaos-token";
const NOBODY = "0x0000000000000000000000000000000000000001";
/** The service needs one, and nothing asks it. */
const NO_CHAIN = { chainId: 31_337, rpcUrl: "http://127.0.0.1:9", token: NOBODY, router: NOBODY } as const;

function counts<K extends string>(kinds: readonly K[]): Record<K, number> {
	return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<K, number>;
}

function summed<K extends string>(
	kinds: readonly K[],
	all: readonly Readonly<Record<K, number>>[],
): Record<K, number> {
	const sums = counts(kinds);
	for (const kind of kinds) for (const each of all) sums[kind] += each[kind];
	return sums;
}

/** The session that a request is about; `null` for the list, and for requests of the whole account. */
function sessionOf({ path, headers, body }: SentRequest): string | null {
	const named = headers["x-session-id"];
	if (named !== undefined) return named;
	const inPath = /^\/v1\/agent\/(?:chat|sessions)\/([^/?]+)/.exec(path)?.[1];
	if (inPath !== undefined) return decodeURIComponent(inPath);
	return /"sessionId":"([^"]+)"/.exec(body ?? "")?.[1] ?? null;
}

const isList = ({ path }: SentRequest) => path.startsWith("/v1/agent/sessions?");

/**
 * Returns the content that an idempotency key covers; a start's cursor is excluded
 * (docs/service-api/errors.md#idempotency).
 */
function contentOf({ method, path, body }: SentRequest): string {
	const parsed: unknown = body === null ? null : JSON.parse(body);
	const content = typeof parsed === "object" && parsed !== null ? { ...parsed, cursor: undefined } : parsed;
	return JSON.stringify([method, path, content]);
}

const startBody = z.object({ message: z.string() });

/** Notes what comes again under a key, and which messages the service refused for good. */
class SentKeys {
	readonly #contents = new Map<string, string>();
	readonly refused = new Set<string>();
	again = 0;
	resent = 0;

	note(request: SentRequest): void {
		const key = request.headers["idempotency-key"];
		if (key === undefined) return;
		const content = contentOf(request);
		const before = this.#contents.get(key);
		this.#contents.set(key, before ?? content);
		if (before === undefined) return;
		this.again += 1;
		if (before !== content) this.resent += 1;
	}

	noteAnswer({ path, body }: SentRequest, status: number): void {
		if (path !== "/v1/agent/chat" || body === null || status < 400 || status >= 500) return;
		const start = startBody.safeParse(JSON.parse(body));
		if (start.success) this.refused.add(start.data.message);
	}
}

/** Draws what befalls each request: by its session's schedule, or by the app's for the list. */
class Schedules {
	readonly #draws: ReadonlyMap<string | null, () => number>;
	readonly troubles = counts(TROUBLES);
	readonly listTroubles = counts(TROUBLES);
	isCalm = false;

	constructor(seeds: ReadonlyMap<string, number>, appSeed: number) {
		const own = [...seeds].map(([id, seed]) => [id, randomOf(seed * 2)] as const);
		this.#draws = new Map<string | null, () => number>([...own, [null, randomOf(appSeed * 2 + 1)]]);
	}

	draw(request: SentRequest) {
		const draw = this.#draws.get(sessionOf(request)) ?? this.#draws.get(null);
		if (this.isCalm || draw === undefined) return NO_TROUBLE;
		const given = drawTrouble(draw, request.method === "GET");
		this.troubles[given.kind] += 1;
		if (isList(request)) this.listTroubles[given.kind] += 1;
		return given;
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
	const mine = scratch();
	const theirs = scratch();
	const time = steadyTime(START);
	const service = await startService({
		dataDir: theirs.path,
		token: TOKEN,
		chains: [NO_CHAIN],
		clock: time.now,
		after: time.after,
		paceMs: 150,
		settings: { following: false, followMs: CALM_MS },
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
		trouble(request) {
			keys.note(request);
			const given = schedules.draw(request);
			trace.note(lineOf(request, given.kind));
			return given;
		},
		onAnswer(request, status) {
			keys.noteAnswer(request, status);
			trace.note(lineOf({ ...request, body: null }, `-> ${status}`));
		},
	});
	const person = await openApp({
		dataDir: mine.path,
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
		files: { app: join(mine.path, "log.db"), service: join(theirs.path, "service.db") },
		async close() {
			await time.during(person.stop());
			await service.stop();
			mine.remove();
			theirs.remove();
		},
	};
}

/** Lets things happen in all sessions at once, while answers are spoilt. */
async function live({ time, person, service, seeds, schedules, wire }: World): Promise<readonly Story[]> {
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
		for (let act = 0; act < ACTS_OF_A_ROUND; act += 1) {
			for (const story of stories) {
				await time.during(story.act());
				await time.pass(Math.floor(pauses() * ACT_MS));
			}
		}
		// The vault stays open as long as somebody is there.
		person.countersign.recordUse();
		await time.pass(Math.floor(pauses() * ROUND_MS));
	}
	schedules.isCalm = true;
	wire.cutAll();
	await time.during(desk.free);
	return stories;
}

/** Runs schedules in one app. */
async function runTogether(seeds: readonly number[], chaos: Chaos): Promise<ChaosOutcome> {
	const world = await openWorld(seeds, chaos);
	const { time, person, schedules, keys, trace } = world;
	const logs = openLogs(world.files.app, world.files.service);
	try {
		const stories = await live(world);
		const wrongOf = (id: string, at: number): string | null => {
			const read = logs.read(id);
			return differenceOf(read) ?? lostOf(read, stories[at]?.messages ?? [], keys.refused);
		};
		const isOwing = () =>
			[...world.seeds.keys()].some((id, at) => wrongOf(id, at) !== null) ||
			person.desk().inbox.some(({ state }) => state === "settling");
		for (const end = time.now() + CALM_MS; time.now() < end && isOwing(); ) await time.pass(CALM_STEP_MS);
		await time.pass(LAST_MS);
		const found = [...world.seeds].map(([id, seed], at) => {
			const { app } = logs.read(id);
			trace.note(JSON.stringify(app));
			return { seed, why: wrongOf(id, at), events: app.length };
		});
		return {
			schedules: seeds.length,
			diverged: found.flatMap(({ seed, why }) => (why === null ? [] : [{ seed, why }])),
			resent: keys.resent,
			again: keys.again,
			events: found.reduce((sum, { events }) => sum + events, 0),
			troubles: schedules.troubles,
			listTroubles: schedules.listTroubles,
			sent: summed(
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
		troubles: summed(
			TROUBLES,
			all.map(({ troubles }) => troubles),
		),
		listTroubles: summed(
			TROUBLES,
			all.map(({ listTroubles }) => listTroubles),
		),
		sent: summed(
			SEND_KINDS,
			all.map(({ sent }) => sent),
		),
		trace: digestOf(all.map(({ trace }) => trace)),
	};
}

/** Runs the schedules from `seed` on, so many sessions to an app. */
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
