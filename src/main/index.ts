import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app, Notification, shell } from "electron";
import { textOfError } from "../core/app-error.ts";
import type { ChainSetting } from "../ipc/settings.ts";
import type { DoctorCheck } from "../ipc/support.ts";
import { t, textOf } from "../text/index.ts";
import { listsDevices, selfTest } from "./app/self-test.ts";
import { createCountersign } from "./countersign.ts";
import { systemClock } from "./desktop/adapters/clock.ts";
import { keychain, keychainName } from "./desktop/adapters/keychain.ts";
import { openLogger } from "./desktop/adapters/logger.ts";
import { openLoopback } from "./desktop/adapters/loopback.ts";
import { mainFetch } from "./desktop/adapters/main-fetch.ts";
import { ownAddresses, watchNetwork } from "./desktop/adapters/network-watch.ts";
import { followPower } from "./desktop/adapters/power.ts";
import { forkLedger, forkVault } from "./desktop/adapters/processes.ts";
import { createDesktop } from "./desktop/desktop.ts";
import { readAbout } from "./desktop/lifecycle/about.ts";
import { runsAsNode } from "./desktop/lifecycle/as-node.ts";
import { followCrashes } from "./desktop/lifecycle/crash.ts";
import { type DeepLink, deepLinkOfCommandLine } from "./desktop/lifecycle/deep-link.ts";
import { type Development, readDevelopment } from "./desktop/lifecycle/development.ts";
import { keepHeapSmall } from "./desktop/lifecycle/heap.ts";
import { markRun } from "./desktop/lifecycle/last-run.ts";
import { followQuit } from "./desktop/lifecycle/quit.ts";
import { followSummons, isFirstInstance, type Summons } from "./desktop/lifecycle/single-instance.ts";
import { followProgram, isHiddenStart } from "./desktop/lifecycle/start-at-login.ts";
import { refusedSwitch, switchText } from "./desktop/lifecycle/switches.ts";
import { pathsFrom } from "./desktop/paths.ts";
import { parseSettingsText } from "./desktop/settings/schema.ts";
import { openSettings } from "./desktop/settings/settings.ts";
import { alertUser, alertUserAtEnd, askToStay } from "./desktop/shell/alert-user.ts";
import { createBadge } from "./desktop/shell/badge.ts";
import { setMenu } from "./desktop/shell/menu.ts";
import { createNotifications } from "./desktop/shell/notifications.ts";
import { createShortcut } from "./desktop/shell/shortcut.ts";
import { setTheme } from "./desktop/shell/theme.ts";
import { createTray } from "./desktop/shell/tray.ts";
import { createTraySight } from "./desktop/shell/tray-sight.ts";
import { registerAppScheme, serveApp } from "./desktop/windows/app-protocol.ts";
import { userMessage } from "./desktop/windows/command.ts";
import { watchGestures } from "./desktop/windows/gesture.ts";
import { connectWindows } from "./desktop/windows/ipc.ts";
import { guardSession } from "./desktop/windows/session-guard.ts";
import { createWindowPair } from "./desktop/windows/windows.ts";
import type { ProcessChannel } from "./ports.ts";
import { doctorChecks, type ShellFacts } from "./support/doctor.ts";
import { doctorTable } from "./support/doctor-table.ts";
import { networkFacts } from "./support/network-facts.ts";
import { statusIcons, systemFacts } from "./support/system-facts.ts";
import { RELEASE } from "./updates/release.ts";

/** How long after the desk was closed the next one is made. */
const PREPARED_AFTER_MS = 2000;

type DeliverSummons = (hear: Summons) => void;

/** Electron's entry: what must happen before the app is ready. */
function main(): void {
	const refused = app.isPackaged
		? refusedSwitch([...process.execArgv, ...process.argv.slice(1)], process.env)
		: null;
	if (refused !== null) {
		process.stderr.write(`${switchText(refused)}\n`);
		app.exit(2);
		return;
	}
	if (process.argv.includes("--self-test")) {
		testItself();
		return;
	}
	let development: Development;
	try {
		development = readDevelopment(process.env, app.isPackaged);
	} catch (error) {
		process.stderr.write(`${textOf(textOfError(error) ?? String(error))}\n`);
		app.exit(2);
		return;
	}
	if (process.argv.includes("--doctor")) {
		examine(development.dataDir);
		return;
	}
	keepHeapSmall();
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
			alertUserAtEnd(t("desktop.not-started.title"), textOf(userMessage(error)));
			app.exit(1);
		});
}

/** Tells what this computer offers, with the cures. Beside a running Countersign, too: of its folder settings are read. */
function examine(dataDir: string | null): void {
	const folder = mkdtempSync(join(tmpdir(), "countersign-doctor-"));
	const settings = join(dataDir ?? app.getPath("userData"), "settings.json");
	app.setPath("userData", folder);
	app.enableSandbox();
	const log = (line: string) => process.stderr.write(`${line}\n`);
	app
		.whenReady()
		.then(async () => {
			const paths = pathsFrom(import.meta.dirname);
			const kept = existsSync(settings) ? parseSettingsText(readFileSync(settings, "utf8")) : null;
			const chains = kept?.ok === true ? kept.settings.chains : [];
			const checks = await examined({
				badge: null,
				chains,
				forkLedger: () => forkLedger(paths.ledger, log),
				log,
			});
			leave(folder, log);
			const code = checks.some(({ state }) => state === "bad") ? 1 : 0;
			process.stdout.write(doctorTable(checks), () => app.exit(code));
		})
		.catch((error: unknown) => {
			log(`the doctor ended in an error: ${String(error)}`);
			app.exit(3);
		});
}

interface ShellParts {
	/** Those that the user set. */
	readonly chains: readonly ChainSetting[];
	readonly forkLedger: () => ProcessChannel;
	/** The desktop took the badge; null where it was not asked. */
	readonly badge: boolean | null;
	readonly log: (line: string) => void;
}

/** What the app finds on this computer, with the cures. */
async function examined(parts: ShellParts): Promise<readonly DoctorCheck[]> {
	const [system, shell] = await Promise.all([systemFacts(), shellFacts(parts)]);
	return doctorChecks(system, shell);
}

async function shellFacts({ badge, chains, forkLedger, log }: ShellParts): Promise<ShellFacts> {
	const random = (length: number) => new Uint8Array(randomBytes(length));
	return {
		// Which the host says of itself, too; the kind of process it does not.
		electron: process.type === "browser" ? (process.versions["electron"] ?? null) : null,
		sandboxOff: app.commandLine.hasSwitch("no-sandbox"),
		keychain: { trusted: (await keychain.available()).ok, backend: keychainName() },
		notifications: Notification.isSupported(),
		badge,
		usb: await listsDevices({ forkLedger, clock: systemClock, random, log }),
		networks: await networkFacts(chains, { fetch: mainFetch, clock: systemClock }),
	};
}

/** Takes away a folder that Chromium still writes to, as far as it can: Windows gives up no file that is open. */
function leave(folder: string, log: (line: string) => void): void {
	try {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	} catch (error) {
		log(`left behind: ${folder} (${String(error)})`);
	}
}

/** Beside a running Countersign, too: of its folder nothing is read. */
function testItself(): void {
	const folder = mkdtempSync(join(tmpdir(), "countersign-self-test-"));
	app.setPath("userData", folder);
	app.enableSandbox();
	const paths = pathsFrom(import.meta.dirname);
	const log = (line: string) => process.stderr.write(`${line}\n`);
	app
		.whenReady()
		.then(() =>
			selfTest({
				folder,
				version: app.getVersion(),
				packaged: app.isPackaged,
				runsAsNode: app.isPackaged ? runsAsNode : null,
				platform: process.platform,
				arch: process.arch,
				versions: process.versions,
				clock: systemClock,
				random: (length) => new Uint8Array(randomBytes(length)),
				forkVault: () => forkVault(paths.vault, log),
				forkLedger: () => forkLedger(paths.ledger, log),
				log,
			}),
		)
		.then((report) => {
			leave(folder, log);
			process.stdout.write(`${JSON.stringify(report)}\n`, () => app.exit(report.ok ? 0 : 1));
		})
		.catch((error: unknown) => {
			log(`the self-test ended in an error: ${String(error)}`);
			app.exit(1);
		});
}

function systemNames(): Readonly<Record<string, string>> {
	const { platform, arch } = process;
	const { electron = "", chrome = "", node } = process.versions;
	return { platform, arch, electron, chrome, node };
}

/** Gathers what only Electron can give, and starts the application with it. */
async function start(development: Development, deliverSummons: DeliverSummons): Promise<void> {
	const dataDir = app.getPath("userData");
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const { log, path: logFile, recent } = openLogger(join(dataDir, "logs"), systemClock.now);
	const settings = openSettings(dataDir, systemClock.now);
	const paths = pathsFrom(import.meta.dirname);
	const devTools = !app.isPackaged;

	const lastRun = markRun(dataDir, log);
	const quit = followQuit(
		() => {
			shortcut.set(null);
			return countersign.stop().finally(lastRun.ended);
		},
		systemClock,
		log,
	);
	const lock = (reason: "asked" | "sleep" | "quit") => {
		countersign.lockVault(reason).catch((error: unknown) => log(`locking failed: ${String(error)}`));
	};
	followCrashes({ log, alertUser, alertUserAtEnd, lock: () => lock("quit"), end: quit.end });

	guardSession(devTools, log);
	serveApp(paths.renderer);
	setTheme(settings.store.get().theme);

	const gestures = {
		desk: watchGestures(systemClock.now),
		trusted: watchGestures(systemClock.now),
	};
	/** On behalf of the window, which may not answer any more. */
	const callTrusted = (name: "close" | "hideSecret") => {
		countersign
			.callTrusted(name, {}, gestures.trusted.current())
			.catch((error: unknown) => log(`the trusted window, ${name}: ${String(error)}`));
	};
	const badge = createBadge();
	const windows = createWindowPair({
		paths,
		devTools,
		gestures,
		quitting: quit.isQuitting,
		onDeskShown: badge.over,
		onDeskListening: () => countersign.pushDesk(),
		onDeskClosed() {
			countersign.deskClosed();
			sight.windowClosed();
			// What was closed is gone for good; the next window opens at once.
			systemClock.after(PREPARED_AFTER_MS, windows.desk.prepare);
		},
		onTrustedListening: () => countersign.pushTrusted(),
		onTrustedClosed: () => {
			callTrusted("close");
			sight.windowClosed();
		},
		onTrustedBlurred: () => callTrusted("hideSecret"),
		log,
	});
	const sight = createTraySight({
		ask: statusIcons,
		clock: systemClock,
		isInSight: () => windows.desk.isOpen() || windows.trusted.current()?.isVisible() === true,
		isQuitting: quit.isQuitting,
		wasTold: () => settings.store.get().noTrayTold,
		noteTold: () => settings.store.set({ noTrayTold: true }),
		askToStay,
		quit: () => quit.end(0),
		raise: windows.desk.raise,
		onChange: () => countersign.pushDesk(),
		log,
	});
	const actions = {
		reviewNext: () => countersign.openNext(),
		openDesk: windows.desk.raise,
		review: (entryId: string) => countersign.openEntry(entryId),
		pause: (on: boolean) => countersign.pauseNotifications(on),
		lock: () => lock("asked"),
		quit: () => quit.end(0),
		openLogs: () => shell.showItemInFolder(logFile),
	};
	const notifications = createNotifications({
		open: (entryId) => countersign.openEntry(entryId),
		act: (act, entryId, revision) => countersign.actOnNotification(act, entryId, revision),
		log,
	});
	const tray = createTray(paths.tray, actions);
	setMenu(actions);
	const shortcut = createShortcut(actions.reviewNext, log);
	shortcut.set(settings.store.get().shortcut);

	const countersign = createCountersign({
		dataDir,
		version: app.getVersion(),
		release: RELEASE,
		about: () => readAbout(paths, app.getVersion(), process.versions),
		wasCut: lastRun.wasCut,
		system: systemNames(),
		recentLog: recent,
		examine: () =>
			examined({
				badge: badge.isTaken(),
				chains: settings.store.get().chains,
				forkLedger: () => forkLedger(paths.ledger, log),
				log,
			}),
		fetch: mainFetch,
		clock: systemClock,
		random: (length) => new Uint8Array(randomBytes(length)),
		forkVault: () => forkVault(paths.vault, log),
		forkLedger: () => forkLedger(paths.ledger, log),
		settings: settings.store,
		keychain,
		openLoopback,
		desktop: createDesktop(windows, notifications, tray, sight.isShown, badge, shortcut),
		log,
		overrides: development.overrides,
	});
	connectWindows({
		countersign,
		contentsId: (half) => windows[half].contentsId(),
		isDeskOpen: windows.desk.isOpen,
		send: (half, channel, push) => windows[half].send(channel, push),
		listening: (half) => windows[half].listening(),
		gesture: (half) => gestures[half].current(),
		log,
	});
	followPower(
		() => lock("sleep"),
		() => countersign.wake(),
	);
	watchNetwork({ clock: systemClock, addresses: ownAddresses, onOther: () => countersign.wake() });

	// Its scripts are read while the stores are opened.
	windows.desk.prepare();
	await countersign.start();
	if (app.isPackaged) app.setAsDefaultProtocolClient("countersign");
	followProgram(log);
	if (!isHiddenStart()) windows.desk.raise();
	sight.begin(isHiddenStart());
	if (settings.damage !== null) alertUser(t("desktop.settings-damaged.title"), textOf(settings.damage));
	const show = (place: DeepLink | null) => {
		if (place === null) windows.desk.raise();
		else if (place.kind === "entry") countersign.openEntry(place.id);
		else countersign.openSession(place.id);
	};
	const named = deepLinkOfCommandLine(process.argv);
	if (named !== null) show(named);
	deliverSummons(show);
}

main();
