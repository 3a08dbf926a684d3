import { fork } from "node:child_process";
import { on, once } from "node:events";
import { createTestClient, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type BenchWorld, openBenchWorld } from "../bench/world.ts";
import { startRpcProxy } from "../e2e/pages/rpc-proxy.ts";
import { entryOf } from "../fixtures/entries.ts";
import { scratch } from "../support/person.ts";
import { behind, makeLongSession, type Tally, tallyOf } from "./long-session.ts";
import { makeTrouble } from "./troubles.ts";
import { heard, type Report, type Told } from "./words.ts";

export interface Load {
	readonly seconds: number;
	readonly sessions: number;
	/** Events a second in each session. */
	readonly rate: number;
	/** Requests that wait for the user. */
	readonly waiting: number;
	/** Events of the long session. */
	readonly events: number;
	/** From one trouble to the next, in ms; the agents work until each kind has come up. */
	readonly troubleMs?: number;
	readonly say: (line: string) => void;
}

export interface Outcome extends Tally, Report {
	/** Things that went wrong at service and RPC, because they were told to. */
	readonly troubles: number;
}

/** From one thing that goes wrong to the next. */
const TROUBLE_MS = 1_500;
/** The app may take so long until it has read what was there when it was started, and the rest at the end. */
const QUIET_MS = 180_000;
const LOOK_MS = 250;
/** Requests are asked for so many at a time. */
const ASKED_AT_ONCE = 8;
/** Number of them per session. */
const TO_A_SESSION = 10;
const OTHER = "0x00000000000000000000000000000000000c0ffe";

const away = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Requests of a person's agents, of two kinds in turn: they wait until the person answers. */
async function askAll({ control }: BenchWorld, address: string, count: number): Promise<void> {
	const userState = { evm: { address } };
	const rooms = Array.from({ length: Math.ceil(count / TO_A_SESSION) }, (_, at) =>
		Math.min(TO_A_SESSION, count - at * TO_A_SESSION),
	);
	const next = async (): Promise<void> => {
		const asks = rooms.pop();
		if (asks === undefined) return;
		let sessionId: string | null = null;
		for (let at = 0; at < asks; at += 1) {
			const message = `send 0.000${at + 1} ETH to ${OTHER}`;
			for (;;) {
				try {
					const said = await control.say({
						message,
						userState,
						...(sessionId === null ? {} : { sessionId }),
					});
					sessionId = said.sessionId;
					break;
				} catch {
					// The turn before it still runs.
					await away(20);
				}
			}
		}
		await next();
	};
	await Promise.all(Array.from({ length: ASKED_AT_ONCE }, next));
}

/** Until the app has read all that the service has said. @returns whether it did, within the time */
async function caughtUp(world: BenchWorld, dataDir: string): Promise<boolean> {
	const until = performance.now() + QUIET_MS;
	while (behind(world, dataDir) > 0) {
		if (performance.now() > until) return false;
		await away(LOOK_MS);
	}
	return true;
}

interface App {
	count(): Promise<Report>;
	stop(): Promise<void>;
}

async function startApp(told: Told): Promise<App> {
	const child = fork(entryOf("loadChild"), [JSON.stringify(told)], { execArgv: [] });
	const ended = once(child, "exit");
	const messages = on(child, "message");
	const next = async () => {
		const message = await Promise.race([
			messages.next().then(({ value }: { value?: readonly unknown[] }) => value?.[0]),
			ended.then(() => Promise.reject(new Error("the application ended by itself"))),
		]);
		return heard.parse(message);
	};
	if ((await next()).kind !== "ready") throw new Error("the application did not start");
	return {
		async count() {
			child.send("count");
			const said = await next();
			if (said.kind !== "count") throw new Error("the application did not tell how it stands");
			return said.report;
		},
		async stop() {
			child.send("stop");
			await ended;
		},
	};
}

const thousands = (count: number) => count.toLocaleString("en");

/** Runs the load once, from an empty folder, and leaves nothing behind. */
export async function runLoad(load: Load): Promise<Outcome> {
	const { say, seconds, sessions, rate } = load;
	const folder = scratch();
	const dataDir = folder.path;
	const world = await openBenchWorld();
	const rpc = await startRpcProxy(world.rpcUrl);
	const began = performance.now();
	const since = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
	try {
		const key = generatePrivateKey();
		const { address } = privateKeyToAccount(key);
		const chain = createTestClient({ mode: "anvil", transport: http(world.rpcUrl) });
		await chain.setBalance({ address, value: parseEther("100") });
		const watched = await makeLongSession(world, load.events, dataDir);
		say(`${since()}: a session of ${thousands(load.events)} events`);
		await askAll(world, address, load.waiting);
		const { sessionIds } = await world.control.addSessions({ count: sessions, events: 1 });
		say(`${since()}: ${load.waiting} requests in the service`);
		const working = [...sessionIds, watched];
		for (const sessionId of working)
			await world.control.injectEvents({
				sessionId,
				events: [{ type: "turn_state_changed", state: "processing", turn_id: "load" }],
			});
		const app = await startApp({ world: { ...world, rpcUrl: rpc.url }, dataDir, key, watched });
		if (!(await caughtUp(world, dataDir))) throw new Error("the app did not read what was there");
		const { waiting } = await app.count();
		say(`${since()}: the app has read all of it, ${waiting} entries wait`);
		await world.control.work({ sessionIds: working, perSecond: rate });
		const trouble = makeTrouble(
			{ control: world.control, sessionIds: working, setRpcDown: rpc.setDown },
			load.troubleMs ?? TROUBLE_MS,
		);
		await Promise.all([away(seconds * 1000), ...(load.troubleMs === undefined ? [] : [trouble.each])]);
		await world.control.work({ sessionIds: [], perSecond: 0 });
		const report = await app.count();
		say(`${since()}: ${seconds} s of work, ${thousands(behind(world, dataDir))} events still to be read`);
		const troubles = await trouble.end();
		await caughtUp(world, dataDir);
		say(`${since()}: the app has read what it will`);
		const { memory } = await app.count();
		await app.stop();
		return { ...tallyOf(world, dataDir), ...report, memory, troubles };
	} finally {
		await rpc.close();
		await world.close();
		folder.remove();
	}
}

/** Bounds of these figures: for the app alone on a machine, at the default loads. */
const [MEMORY_BOUND_MB, DELAY_BOUND_MS, OPENED_BOUND_MS] = [300, 50, 500];

/** Formats a run's result; its last line is machine-readable. */
export function formatOutcome(outcome: Outcome): string {
	const { events, lost, strange, wall, cpu, longest, share, memory, pushed, opened, troubles, waiting } =
		outcome;
	const ms = (value: number) => `${value.toFixed(0)} ms`;
	const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
	const { rss, heapTotal, heapUsed, external } = memory;
	return [
		`${troubles} troubles; ${waiting} entries wait; the long session opens in ${ms(opened)}`,
		`of the processor: ${(share * 100).toFixed(0)} % of one; loop delay p99 ${ms(cpu)}, longest ${ms(longest)}; ${mb(pushed)} to the windows`,
		`of the memory: heap ${mb(heapTotal)}, of it in use ${mb(heapUsed)}; held for objects outside of it ${mb(external)}; the rest (program, SQLite, threads) ${mb(rss - heapTotal - external)}`,
		`bounds: memory ${MEMORY_BOUND_MB} MB, loop delay p99 ${DELAY_BOUND_MS} ms, opens in ${OPENED_BOUND_MS} ms`,
		...(strange === 0 ? [] : [`${strange} events in the log that the service never said`]),
		`events ${events}, lost ${lost}; loop delay p99 ${ms(wall)}; memory ${mb(rss)}`,
	].join("\n");
}
