import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { node24Path, root } from "../../scripts/lib/ensure.mjs";
import { SOMEBODY, SVM_SOMEBODY } from "../e2e/pages/stage.ts";
import { type HostProcess, startHost } from "../host/client.ts";
import { type EmulatedLedger, startLedger } from "../mock-ledger/start.ts";
import { DEVICE_HOW, doWith, tellScreens } from "./device-console.ts";
import { openSurroundings } from "./surroundings.ts";

/** Opens the app for a user, on a chain and a mock service of its own, until they quit. */

const KEYS = "1. Create a recovery phrase and a password in the window in front.";
const LEDGER = `1. Choose “Use a Ledger” in the window in front; find, add and verify accounts.

${DEVICE_HOW}`;

const how = (
	first: string,
) => `Countersign opens now, on local chains and a mock service: no real money is involved.

${first}
   Your accounts then get 10 ETH and 10,000 DEMO, 10 SOL and 1,000 USDX.
2. Choose Sessions → New and ask the agent. For a start:
     send 0.05 ETH to ${SOMEBODY}
     approve unlimited DEMO for the router
     lie about the target: send 0.01 ETH to ${SOMEBODY}
3. A notification says that a request waits: click it, read the review, then hold to approve, or reject with a reason.

More to ask:
     approve 100 DEMO for the router
     approve 100 DEMO for the router and swap 50 DEMO
     execute: send 0.01 ETH to ${SOMEBODY}, then send 5 DEMO to ${SOMEBODY}
     send 0.5 SOL to ${SVM_SOMEBODY}
     send 5 USDX to ${SVM_SOMEBODY} with a table
     permit the router 25 DEMO
     sign the message: hello
     sign in
     send 20 DEMO to ${SOMEBODY}, hosted
     send 0.01 ETH to ${SOMEBODY} by both routes
     send 0.01 ETH to ${SOMEBODY} expiring in 60 s
     send 0.01 ETH to ${SOMEBODY} then revise in 10 s
     lie about the accounts: send 5 USDX to ${SVM_SOMEBODY}
     lie about the message: sign the message: hello
     show everything

Quit from the tray or the menu, or press Ctrl-C here.`;

/** The host shows no notifications of the system's: they are told here, and Enter clicks the last one. */
async function tellNotifications({ host }: HostProcess, ended: AbortSignal): Promise<void> {
	let told = 0;
	while (!ended.aborted) {
		const all = await host.notifications().catch(() => []);
		for (const { title, body } of all.slice(told))
			console.log(`Notification: ${title} | ${body} (Enter opens it)`);
		told = Math.max(told, all.length);
		await wait(300, undefined, { signal: ended }).catch(() => undefined);
	}
}

/** Reads commands from the terminal: a device action, or Enter alone, which clicks the last notification. */
function readTerminal(device: EmulatedLedger | null, click: () => void): () => void {
	const keys = createInterface({ input: process.stdin });
	keys.on("line", (typed) => {
		if (typed.trim() === "") click();
		else if (device === null || !doWith(device, typed)) console.log(`“${typed}” is nothing known here.`);
	});
	return () => keys.close();
}

export interface OpenOptions {
	/** The user's keys are on an emulated Ledger. */
	readonly ledger: boolean;
	/** The path of Electron's binary; `null` for the Chromium host. */
	readonly electron: string | null;
}

export async function openForPerson({ ledger, electron }: OpenOptions): Promise<void> {
	const device = ledger ? await startLedger({ person: { decide: "wait", afterMs: 0 } }) : null;
	const around = await openSurroundings(device === null ? [] : [device]);
	const dataDir = await mkdtemp(join(tmpdir(), "countersign-demo-"));
	const env = { ...around.env, COUNTERSIGN_DATA_DIR: join(dataDir, "user-data") };
	const ending = new AbortController();
	const ends = [device === null ? () => {} : tellScreens(device)];
	let app: ChildProcess | null = null;
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		process.on(signal, () => app?.kill("SIGTERM"));
	try {
		console.log(`\n${how(device === null ? KEYS : LEDGER)}\n`);
		let ended: Promise<unknown>;
		if (electron !== null) {
			app = spawn(electron, [root], { stdio: "inherit", env: { ...process.env, ...env } });
			ended = once(app, "exit");
			if (device !== null) ends.push(readTerminal(device, () => {}));
		} else {
			const host = startHost({ node: node24Path(), appDir: root, env });
			app = host.child;
			host.child.stdout?.pipe(process.stdout);
			host.child.stderr?.pipe(process.stderr);
			ended = host.ended;
			ends.push(readTerminal(device, () => void host.host.clickNotification(-1).catch(() => undefined)));
			void tellNotifications(host, ending.signal);
		}
		await ended;
	} finally {
		ending.abort();
		for (const end of ends) end();
		await device?.stop();
		await around.close();
		await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
	}
}
