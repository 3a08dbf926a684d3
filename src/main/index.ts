import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import { createCountersign } from "./countersign.ts";
import { registerAppScheme, serveApp } from "./desktop/app-protocol.ts";
import { systemClock } from "./desktop/clock.ts";
import { followCrashes } from "./desktop/crash.ts";
import { entryOfCommandLine } from "./desktop/deep-link.ts";
import { createDesktop } from "./desktop/desktop.ts";
import { type Development, readDevelopment } from "./desktop/development.ts";
import { watchGestures } from "./desktop/gesture.ts";
import { connectWindows } from "./desktop/ipc.ts";
import { keychain } from "./desktop/keychain.ts";
import { openLog } from "./desktop/logger.ts";
import { openLoopback } from "./desktop/loopback.ts";
import { mainFetch } from "./desktop/main-fetch.ts";
import { setMenu } from "./desktop/menu.ts";
import { createNotifications } from "./desktop/notifications.ts";
import { pathsFrom } from "./desktop/paths.ts";
import { followPower } from "./desktop/power.ts";
import { forkLedger, forkVault } from "./desktop/processes.ts";
import { followQuit } from "./desktop/quit.ts";
import { guardSession } from "./desktop/session-guard.ts";
import { openSettings } from "./desktop/settings.ts";
import { followSummons, isFirstInstance, type Summons } from "./desktop/single-instance.ts";
import { tell, tellLast } from "./desktop/tell.ts";
import { setTheme } from "./desktop/theme.ts";
import { createTray } from "./desktop/tray.ts";
import { createWindows } from "./desktop/windows.ts";
import { wordsOf } from "./desktop/wish.ts";

type DeliverSummons = (hear: Summons) => void;

/** Electron's entry: what must happen before the app is ready. */
function main(): void {
	let development: Development;
	try {
		development = readDevelopment(process.env, app.isPackaged);
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		app.exit(2);
		return;
	}
	if (development.dataDir !== null) app.setPath("userData", development.dataDir);
	// Windows shows notifications only of an app that has an id.
	if (process.platform === "win32") app.setAppUserModelId("Countersign");
	app.enableSandbox();
	registerAppScheme();
	if (!isFirstInstance()) {
		app.quit();
		return;
	}
	const summons = followSummons();
	// Following goes on without a window.
	app.on("window-all-closed", () => {});
	app
		.whenReady()
		.then(() => start(development, summons.deliver))
		.catch((error: unknown) => {
			process.stderr.write(
				`countersign: could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
			);
			tellLast("Countersign could not start", wordsOf(error));
			app.exit(1);
		});
}

/** Gathers what only Electron can give, and starts the application with it. */
async function start(development: Development, deliverSummons: DeliverSummons): Promise<void> {
	const dataDir = app.getPath("userData");
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const { log } = openLog(join(dataDir, "logs"), systemClock.now);
	const settings = openSettings(dataDir, systemClock.now);
	const paths = pathsFrom(import.meta.dirname);
	const devTools = !app.isPackaged;

	const quit = followQuit(() => countersign.stop(), systemClock, log);
	const lock = (reason: "asked" | "sleep" | "quit") => {
		countersign.lockVault(reason).catch((error: unknown) => log(`locking failed: ${String(error)}`));
	};
	followCrashes({ log, tell, tellLast, lock: () => lock("quit"), end: quit.end });

	guardSession(devTools, log);
	serveApp(paths.renderer);
	setTheme(settings.store.get().theme);

	const gestures = watchGestures(systemClock.now);
	const windows = createWindows({
		paths,
		devTools,
		gestures,
		quitting: quit.isQuitting,
		onDeskLoaded: () => countersign.pushDesk(),
		onTrustedLoaded: () => countersign.pushTrusted(),
		onTrustedClosed: () => {
			countersign
				.callTrusted("close", {}, gestures.current())
				.catch((error: unknown) => log(`closing the trusted window failed: ${String(error)}`));
		},
		log,
	});
	const actions = {
		reviewNext: () => countersign.openNext(),
		openDesk: windows.desk.raise,
		lock: () => lock("asked"),
		quit: () => quit.end(0),
	};
	const notifications = createNotifications((entryId) => countersign.openEntry(entryId), log);
	const tray = createTray(paths.tray, actions);
	setMenu(actions);

	const countersign = createCountersign({
		dataDir,
		version: app.getVersion(),
		fetch: mainFetch,
		clock: systemClock,
		random: (length) => new Uint8Array(randomBytes(length)),
		forkVault: () => forkVault(paths.vault, log),
		forkLedger: () => forkLedger(paths.ledger, log),
		settings: settings.store,
		keychain,
		openLoopback,
		desktop: createDesktop(windows, notifications, tray),
		log,
		overrides: development.overrides,
	});
	connectWindows({
		countersign,
		contentsId: (half) => windows[half].contentsId(),
		send: (half, channel, push) => windows[half].send(channel, push),
		gesture: gestures.current,
		log,
	});
	followPower(
		() => lock("sleep"),
		() => countersign.wake(),
	);

	await countersign.start();
	if (app.isPackaged) app.setAsDefaultProtocolClient("countersign");
	windows.desk.raise();
	if (settings.damage !== null) tell("The settings were damaged", settings.damage);
	const named = entryOfCommandLine(process.argv);
	if (named !== null) countersign.openEntry(named);
	deliverSummons((entryId) => (entryId === null ? windows.desk.raise() : countersign.openEntry(entryId)));
}

main();
