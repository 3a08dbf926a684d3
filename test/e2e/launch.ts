import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { electronPath, root } from "../../scripts/lib/ensure.mjs";
import type { Driver } from "./driver.ts";
import { driveElectron } from "./launch-electron.ts";
import { driveHost } from "./launch-host.ts";

export interface LaunchOptions {
	/** Added to this process's environment. */
	env?: Record<string, string | undefined>;
	/** Folder for the app's data. By default a new temporary folder, which dispose() removes. */
	dataDir?: string;
	/** Arguments for the app, such as a deep link. */
	args?: string[];
	/** Folder of the built app. By default COUNTERSIGN_APP_DIR, or else the project's own. */
	appDir?: string;
}

export interface RunningApp extends Driver {
	kind: "electron" | "host";
	dataDir: string;
	/** Electron's userData, inside dataDir. */
	userData: string;
	/**
	 * Waits up to `timeout` ms (60 s by default) for the page at app://trusted/ and returns it once loaded.
	 */
	trusted: (timeout?: number) => Promise<Page>;
	/** Same for the page at app://desk/. */
	desk: (timeout?: number) => Promise<Page>;
	/** Same for a page in any window, by the host of its app:// URL. */
	page: (host: string, timeout?: number) => Promise<Page>;
	/** Quits the app and keeps its stored data. */
	close: () => Promise<void>;
	/** Quits the app if it is still running, and starts it again with the same data. */
	relaunch: (changes?: LaunchOptions) => Promise<RunningApp>;
	/** Ends the app in any way possible, and removes the data folder if launchApp created it. */
	dispose: () => Promise<void>;
}

/** The packaged app if the test run has created one, or else the project's own folder. */
export const APP_DIR = process.env.COUNTERSIGN_APP_DIR ?? root;

let isAnnounced = false;

/**
 * Returns which shell runs the app: real Electron if its binary exists, unless COUNTERSIGN_SHELL overrides
 * this.
 */
export function shellKind(): RunningApp["kind"] {
	const requested = process.env.COUNTERSIGN_SHELL;
	if (requested === "electron" || requested === "host") return requested;
	return electronPath() === undefined ? "host" : "electron";
}

function isAt(page: Page, host: string): boolean {
	// In the Chromium host, app://trusted/x becomes https://trusted.app.invalid/x (test/host/urls.ts).
	return page.url().startsWith(`app://${host}/`) || page.url().startsWith(`https://${host}.app.invalid/`);
}

async function findPage(driver: Driver, host: string, timeout: number): Promise<Page> {
	const until = Date.now() + timeout;
	for (;;) {
		const page = (await driver.windows()).find((candidate) => isAt(candidate, host));
		if (page !== undefined) {
			await page.waitForLoadState("domcontentloaded");
			return page;
		}
		if (Date.now() > until)
			throw new Error(`No window at app://${host}/ within ${timeout} ms.\n${driver.output()}`);
		await Promise.race([new Promise((resolve) => setTimeout(resolve, 25)), driver.ended]);
	}
}

/** Starts the built app in real Electron or in the Chromium host, and returns a driver for specs. */
export async function launchApp(options: LaunchOptions = {}): Promise<RunningApp> {
	const kind = shellKind();
	if (!isAnnounced)
		console.log(
			`Countersign runs in ${kind === "host" ? "the Chromium host (test/host)" : "real Electron"}, from ${APP_DIR === root ? "the build" : "the files of the package"}.`,
		);
	isAnnounced = true;
	const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "countersign-")));
	const userData = join(dataDir, "user-data");
	await mkdir(userData, { recursive: true });
	const start = {
		appDir: options.appDir ?? APP_DIR,
		args: options.args ?? [],
		env: { ...options.env, COUNTERSIGN_DATA_DIR: userData },
	};
	const driver = kind === "host" ? await driveHost(start) : await driveElectron(start);
	let running = true;
	void driver.ended.then(() => {
		running = false;
	});
	const page = (host: string, timeout = 60_000) => findPage(driver, host, timeout);
	const close = async (): Promise<void> => {
		if (running) await driver.quit();
	};
	return {
		...driver,
		kind,
		dataDir,
		userData,
		page,
		trusted: (timeout) => page("trusted", timeout),
		desk: (timeout) => page("desk", timeout),
		close,
		async relaunch(changes = {}) {
			await close();
			return launchApp({ ...options, ...changes, dataDir });
		},
		async dispose() {
			const late = setTimeout(() => void driver.kill("SIGKILL"), 8000);
			await close().catch(() => driver.kill("SIGKILL"));
			clearTimeout(late);
			if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}
