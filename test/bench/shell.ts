import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchApp, type RunningApp } from "../e2e/launch.ts";
import { SOMEBODY, Stage } from "../e2e/pages/stage.ts";
import { until } from "../e2e/pages/until.ts";

/**
 * Measures start time and memory of the app with its windows, compared with a minimal app in the same shell
 * whose window shows one line of text.
 */

const ROUNDS = 5;
/** Waiting time until the memory of a closed window is released. */
const SETTLING_MS = 3000;
const BARE = fileURLToPath(new URL("./bare-app", import.meta.url));
/** Link that makes either app show its window. */
const SHOW = "countersign://show";

export interface ShellFigures {
	/** Times in ms from the start of the process until the inbox's rows can be clicked. */
	readonly start: readonly number[];
	/** Times in ms until then after the app is opened again with all windows closed. */
	readonly reopen: readonly number[];
	/** Memory of the main process in MiB with all windows closed. Empty on Windows, which has no `ps`. */
	readonly memory: readonly number[];
}

interface Side {
	readonly launch: () => Promise<RunningApp>;
	/** Resolves when the desk can be used. */
	readonly usable: (app: RunningApp) => Promise<void>;
}

/** Returns a process's resident memory in MiB. */
function memoryOf(pid: number): readonly number[] {
	if (process.platform === "win32") return [];
	const kib = Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }));
	return [kib / 1024];
}

async function closeAll(app: RunningApp): Promise<void> {
	for (const { id } of await app.windowViews()) await app.closeWindow(id);
	await until("every window to be closed", async () => (await app.windowViews()).length === 0);
}

async function measured({ launch, usable }: Side): Promise<ShellFigures> {
	const started = performance.now();
	const app = await launch();
	await usable(app);
	const start = performance.now() - started;
	try {
		await closeAll(app);
		await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
		const memory = memoryOf(app.pid());
		const again = performance.now();
		await app.openUrl(SHOW);
		await usable(app);
		return { start: [start], reopen: [performance.now() - again], memory };
	} finally {
		await app.close();
	}
}

const added = (a: ShellFigures, b: ShellFigures): ShellFigures => ({
	start: [...a.start, ...b.start],
	reopen: [...a.reopen, ...b.reopen],
	memory: [...a.memory, ...b.memory],
});
const NONE: ShellFigures = { start: [], reopen: [], memory: [] };

/** Measures both alternately, so that other work on the machine slows both. The first start of each isn't counted. */
export async function measureShell(): Promise<{ readonly bare: ShellFigures; readonly ours: ShellFigures }> {
	const stage = await Stage.withKeys();
	const folder = mkdtempSync(join(tmpdir(), "countersign-bare-"));
	try {
		await stage.ask(`send 0.01 ETH to ${SOMEBODY}`);
		const ours: Side = {
			launch: () => stage.app.relaunch(),
			usable: async (app) => {
				const desk = await app.desk();
				await desk.getByRole("button", { name: "Inbox" }).click();
				await desk
					.getByText(/^Send 0.01 ETH/)
					.first()
					.click({ trial: true });
			},
		};
		const bare: Side = {
			launch: () => launchApp({ appDir: BARE, dataDir: folder }),
			usable: async (app) =>
				(await app.desk()).getByRole("heading", { name: "Inbox" }).click({ trial: true }),
		};
		await stage.app.close();
		for (const side of [bare, ours]) await measured(side);
		let both = { bare: NONE, ours: NONE };
		for (let round = 0; round < ROUNDS; round += 1) {
			const first = added(both.bare, await measured(bare));
			both = { bare: first, ours: added(both.ours, await measured(ours)) };
		}
		return both;
	} finally {
		await stage.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
