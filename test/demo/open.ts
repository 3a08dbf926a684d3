import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { electronPath, node24Path, root } from "../../scripts/lib/ensure.mjs";
import { environment, SOMEBODY } from "../e2e/pages/stage.ts";
import { type HostProcess, startHost } from "../host/client.ts";
import { openWorld, type World } from "../unit/service/fixture.ts";

/** Opens the app for a person, on a chain and a stand-in service of its own, until they quit. */

const HOW = `Countersign is open, with a fresh vault.

1. Make your keys in the window that is in front: a new phrase of twelve words, and a password.
   Your account then gets 10 ETH and 10 000 DEMO on the local chain.
2. Sessions → New, and ask the agent, for example:
     send 0.05 ETH to ${SOMEBODY}
     approve 100 DEMO for the router
     swap 50 DEMO
     send 20 DEMO to ${SOMEBODY}, hosted
     send 0.01 ETH to ${SOMEBODY} expiring in 60 s
     send 0.01 ETH to ${SOMEBODY} then revise in 10 s
     approve unlimited DEMO for the router
     lie about the target: send 0.01 ETH to ${SOMEBODY}
3. A notification says that it awaits you: click it, read the review, and hold to approve, or reject with a reason.

Quit from the tray or the menu, or press Ctrl-C here.`;

/** Keeps every new account of the app in ETH and DEMO, once the service hears of it. */
async function fundPeople(world: World, ended: AbortSignal): Promise<void> {
	const funded = new Set<string>();
	while (!ended.aborted) {
		const { requests } = await world.service.control.records();
		for (const { body } of requests) {
			const address = addressIn(body);
			if (address === null || funded.has(address)) continue;
			funded.add(address);
			await world.demo.fund(address);
			console.log(`${address} now has 10 ETH and 10 000 DEMO.`);
		}
		await wait(300, undefined, { signal: ended }).catch(() => undefined);
	}
}

function addressIn(body: unknown): `0x${string}` | null {
	const found = /"address":"(0x[0-9a-fA-F]{40})"/.exec(JSON.stringify(body) ?? "")?.[1];
	return found === undefined ? null : `0x${found.slice(2)}`;
}

/** The host shows no notifications of the system's: they are told here, and Enter clicks the last one. */
async function tellNotifications({ host }: HostProcess, ended: AbortSignal): Promise<void> {
	let told = 0;
	const keys = createInterface({ input: process.stdin });
	keys.on("line", () => {
		if (told > 0) host.clickNotification(-1).catch(() => undefined);
	});
	while (!ended.aborted) {
		const all = await host.notifications().catch(() => []);
		for (const { title, body } of all.slice(told))
			console.log(`Notification: ${title} | ${body} (Enter opens it)`);
		told = Math.max(told, all.length);
		await wait(300, undefined, { signal: ended }).catch(() => undefined);
	}
	keys.close();
}

export async function openForPerson(): Promise<void> {
	const world = await openWorld({ paceMs: 350, settings: { followMs: 300, venueDelayMs: 500, paceMs: 350 } });
	const dataDir = await mkdtemp(join(tmpdir(), "countersign-demo-"));
	const env = { ...environment(world), COUNTERSIGN_DATA_DIR: join(dataDir, "user-data") };
	const ending = new AbortController();
	let app: ChildProcess | null = null;
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		process.on(signal, () => app?.kill("SIGTERM"));
	try {
		const electron = electronPath();
		let ended: Promise<unknown>;
		if (electron !== undefined) {
			app = spawn(electron, [root], { stdio: "inherit", env: { ...process.env, ...env } });
			ended = once(app, "exit");
		} else {
			const host = startHost({ node: node24Path(), appDir: root, env });
			app = host.child;
			host.child.stdout?.pipe(process.stdout);
			host.child.stderr?.pipe(process.stderr);
			ended = host.ended;
			void tellNotifications(host, ending.signal);
		}
		console.log(`\n${HOW}\n`);
		void fundPeople(world, ending.signal);
		await ended;
	} finally {
		ending.abort();
		await world.close();
		await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
	}
}
