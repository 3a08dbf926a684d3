import { fork } from "node:child_process";
import { on, once } from "node:events";
import { createTestClient, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type BenchWorld, openBenchWorld } from "../bench/world.ts";
import { startRpcProxy } from "../e2e/pages/rpc-proxy.ts";
import { entryOf } from "../fixtures/entries.ts";
import { scratch } from "../support/person.ts";
import { behind, makeLongSession, type Tally, tallyOf } from "./long-session.ts";
import { fromApp, type Report, type StartOptions } from "./messages.ts";
import { makeTrouble } from "./troubles.ts";

export interface Load {
	readonly seconds: number;
	readonly sessions: number;
	/** Events per second in each session. */
	readonly rate: number;
	/** Number of requests that wait for the user. */
	readonly waiting: number;
	/** Number of events in the long session. */
	readonly events: number;
	/** Interval between faults. If set, the agents work until each fault has occurred. */
	readonly troubleMs?: number;
	readonly log: (line: string) => void;
}

export interface Outcome extends Tally, Report {
	/** Number of faults injected into the service and the RPC. */
	readonly troubles: number;
}

/** Default interval between faults. */
const TROUBLE_MS = 1_500;
/** Maximum time for the app to read all events, after its start and at the end. */
const MAX_CATCH_UP_MS = 180_000;
const POLL_MS = 250;
/** Number of sessions in which requests are created at the same time. */
const SESSIONS_AT_ONCE = 8;
/** Number of requests per session. */
const REQUESTS_PER_SESSION = 10;
const OTHER = "0x00000000000000000000000000000000000c0ffe";

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Makes agents create requests that wait for the user. */
async function createRequests({ control }: BenchWorld, address: string, count: number): Promise<void> {
	const userState = { evm: { address } };
	const counts = Array.from({ length: Math.ceil(count / REQUESTS_PER_SESSION) }, (_, at) =>
		Math.min(REQUESTS_PER_SESSION, count - at * REQUESTS_PER_SESSION),
	);
	const next = async (): Promise<void> => {
		const requests = counts.pop();
		if (requests === undefined) return;
		let sessionId: string | null = null;
		for (let at = 0; at < requests; at += 1) {
			const message = `send 0.000${at + 1} ETH to ${OTHER}`;
			for (;;) {
				try {
					const reply = await control.say({
						message,
						userState,
						...(sessionId === null ? {} : { sessionId }),
					});
					sessionId = reply.sessionId;
					break;
				} catch {
					// The previous turn is still running.
					await sleep(20);
				}
			}
		}
		await next();
	};
	await Promise.all(Array.from({ length: SESSIONS_AT_ONCE }, next));
}

/** Waits until the app has read all of the service's events. @returns whether it did so in time */
async function caughtUp(world: BenchWorld, dataDir: string): Promise<boolean> {
	const until = performance.now() + MAX_CATCH_UP_MS;
	while (behind(world, dataDir) > 0) {
		if (performance.now() > until) return false;
		await sleep(POLL_MS);
	}
	return true;
}

interface App {
	count(): Promise<Report>;
	stop(): Promise<void>;
}

async function startApp(options: StartOptions): Promise<App> {
	const child = fork(entryOf("loadChild"), [JSON.stringify(options)], { execArgv: [] });
	const ended = once(child, "exit");
	const messages = on(child, "message");
	const next = async () => {
		const message = await Promise.race([
			messages.next().then(({ value }: { value?: readonly unknown[] }) => value?.[0]),
			ended.then(() => Promise.reject(new Error("the application ended by itself"))),
		]);
		return fromApp.parse(message);
	};
	if ((await next()).kind !== "ready") throw new Error("the application did not start");
	return {
		async count() {
			child.send("count");
			const message = await next();
			if (message.kind !== "count") throw new Error("the application sent no report");
			return message.report;
		},
		async stop() {
			child.send("stop");
			await ended;
		},
	};
}

const thousands = (count: number) => count.toLocaleString("en");

/** Runs the load once in a new folder, which is removed afterwards. */
export async function runLoad(load: Load): Promise<Outcome> {
	const { log, seconds, sessions, rate } = load;
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
		log(`${since()}: a session of ${thousands(load.events)} events`);
		await createRequests(world, address, load.waiting);
		const { sessionIds } = await world.control.addSessions({ count: sessions, events: 1 });
		log(`${since()}: ${load.waiting} requests in the service`);
		const working = [...sessionIds, watched];
		for (const sessionId of working)
			await world.control.injectEvents({
				sessionId,
				events: [{ type: "turn_state_changed", state: "processing", turn_id: "load" }],
			});
		const app = await startApp({ world: { ...world, rpcUrl: rpc.url }, dataDir, key, watched });
		if (!(await caughtUp(world, dataDir))) throw new Error("the app did not read what was there");
		const { waiting } = await app.count();
		log(`${since()}: the app has read all of it, ${waiting} entries wait`);
		await world.control.work({ sessionIds: working, perSecond: rate });
		const trouble = makeTrouble(
			{ control: world.control, sessionIds: working, setRpcDown: rpc.setDown },
			load.troubleMs ?? TROUBLE_MS,
		);
		await Promise.all([sleep(seconds * 1000), ...(load.troubleMs === undefined ? [] : [trouble.each])]);
		await world.control.work({ sessionIds: [], perSecond: 0 });
		const report = await app.count();
		log(`${since()}: ${seconds} s of work, ${thousands(behind(world, dataDir))} events still to be read`);
		const troubles = await trouble.end();
		await caughtUp(world, dataDir);
		log(`${since()}: the app has read all that it will read`);
		const { peak } = await app.count();
		await app.stop();
		return { ...tallyOf(world, dataDir), ...report, peak, troubles };
	} finally {
		await rpc.close();
		await world.close();
		folder.remove();
	}
}

/** Limits for the default load on a machine without other work. */
const [MEMORY_BOUND_MB, DELAY_BOUND_MS, OPENED_BOUND_MS] = [300, 30, 500];

/** Formats a run's result; its last line is machine-readable. */
export function formatOutcome(outcome: Outcome): string {
	const { events, lost, unexpected, wall, own, cpu, longest, share } = outcome;
	const { peak, growth, liveGrowth, pushed, opened, troubles, waiting } = outcome;
	const ms = (value: number) => `${value.toFixed(0)} ms`;
	const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
	const { rss, heapTotal, heapUsed, external } = peak;
	return [
		`${troubles} troubles; ${waiting} entries wait; the long session opens in ${ms(opened)}`,
		`processor: ${(share * 100).toFixed(0)} % of one; loop delay p99 ${ms(cpu)}, longest ${ms(longest)}; ${mb(pushed)} to the windows`,
		`memory: heap ${mb(heapTotal)}, ${mb(heapUsed)} of it in use; external objects ${mb(external)}; the rest (program, SQLite, threads) ${mb(rss - heapTotal - external)}`,
		`growth in the second half, a minute: memory ${(growth / 1e6).toFixed(1)} MB, live objects ${(liveGrowth / 1e6).toFixed(1)} MB`,
		`bounds: memory ${MEMORY_BOUND_MB} MB, loop delay p99 ${DELAY_BOUND_MS} ms without waiting for a core, opens in ${OPENED_BOUND_MS} ms`,
		...(unexpected === 0 ? [] : [`${unexpected} events in the log that the service never created`]),
		`events ${events}, lost ${lost}; loop delay p99 ${ms(wall)}, ${ms(own)} without waiting for a core; memory ${mb(rss)}`,
	].join("\n");
}
