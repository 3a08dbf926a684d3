import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { app, shell } from "electron";
import { agentSocketPath } from "../../agents-process/protocol.ts";
import { prepareDecoding } from "../../core/decode/evm/decode-evm.ts";
import { t, textOf } from "../../text/index.ts";
import { CountersignMain } from "../countersign.ts";
import { systemClock } from "../desktop/adapters/clock.ts";
import { keychain } from "../desktop/adapters/keychain.ts";
import { openLedgerTokens } from "../desktop/adapters/ledger-tokens.ts";
import { Logger } from "../desktop/adapters/logger.ts";
import { LoopbackServer } from "../desktop/adapters/loopback.ts";
import { mainFetch } from "../desktop/adapters/main-fetch.ts";
import { localAddresses, watchNetwork } from "../desktop/adapters/network-watch.ts";
import { Power } from "../desktop/adapters/power.ts";
import { forkAgents, forkLedger, forkVault } from "../desktop/adapters/processes.ts";
import { createDesktop } from "../desktop/desktop.ts";
import { readAbout } from "../desktop/lifecycle/about.ts";
import { followCrashes, markRun } from "../desktop/lifecycle/crash.ts";
import { type DeepLink, deepLinkOfCommandLine } from "../desktop/lifecycle/deep-link.ts";
import type { Development } from "../desktop/lifecycle/development.ts";
import { IdleRelease, ReadingCollection } from "../desktop/lifecycle/heap.ts";
import { Quit } from "../desktop/lifecycle/quit.ts";
import type { Summons } from "../desktop/lifecycle/single-instance.ts";
import { followProgram, isHiddenStart } from "../desktop/lifecycle/start-at-login.ts";
import type { Paths } from "../desktop/paths.ts";
import { SettingsFile } from "../desktop/settings/settings.ts";
import { alertUser, alertUserAtEnd, askToStay } from "../desktop/shell/alert-user.ts";
import { Badge } from "../desktop/shell/badge.ts";
import { setMenu } from "../desktop/shell/menu.ts";
import { Notifications } from "../desktop/shell/notifications.ts";
import { GlobalShortcut } from "../desktop/shell/shortcut.ts";
import { setTheme } from "../desktop/shell/theme.ts";
import { AppTray } from "../desktop/shell/tray.ts";
import { TraySight } from "../desktop/shell/tray-sight.ts";
import { serveApp } from "../desktop/windows/app-protocol.ts";
import { GestureWatch } from "../desktop/windows/gesture.ts";
import { connectWindows } from "../desktop/windows/ipc.ts";
import { guardSession } from "../desktop/windows/session-guard.ts";
import { createWindowPair } from "../desktop/windows/windows.ts";
import type { Ports } from "../ports.ts";
import { statusIcons } from "../support/system-facts.ts";
import { RELEASE } from "../updates/release.ts";
import { examined } from "./doctor.ts";

const PREPARED_AFTER_MS = 2000;

function systemNames(): Readonly<Record<string, string>> {
	const { platform, arch } = process;
	const { electron = "", chrome = "", node } = process.versions;
	return { platform, arch, electron, chrome, node };
}

/** @param isDefault `false` for a development run's data, because the user's own app may be running too */
function agentSocketOf(dataDir: string, isDefault: boolean): Ports["agentSocket"] {
	const runtimeDir = isDefault ? (process.env["XDG_RUNTIME_DIR"] ?? null) : null;
	const { username: user } = userInfo();
	return { path: agentSocketPath({ platform: process.platform, runtimeDir, dataDir, user }), isDefault };
}

export async function start(
	development: Development,
	paths: Paths,
	deliverSummons: (hear: Summons) => void,
): Promise<void> {
	const dataDir = app.getPath("userData");
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const logger = new Logger(join(dataDir, "logs"), systemClock.now);
	const log = (line: string) => logger.log(line);
	const settings = new SettingsFile(dataDir, systemClock.now);
	const devTools = !app.isPackaged;

	const lastRun = markRun(dataDir, log);
	const quit = new Quit(
		() => {
			shortcut.set(null);
			return countersign.stop().finally(lastRun.ended);
		},
		systemClock,
		log,
	);
	const lock = (reason: "request" | "sleep" | "quit") => {
		countersign.lockVault(reason).catch((error: unknown) => log(`locking failed: ${String(error)}`));
	};
	followCrashes({ log, alertUser, alertUserAtEnd, lock: () => lock("quit"), end: (code) => quit.end(code) });

	guardSession(devTools, log);
	serveApp(paths.renderer);
	setTheme(settings.get().theme);

	const noteUse = () => countersign.recordUse();
	const gestures = {
		desk: new GestureWatch(systemClock.now, noteUse),
		trusted: new GestureWatch(systemClock.now, noteUse),
	};
	/** A frozen window's page can't make these calls itself. */
	const callTrusted = (name: "close" | "hideSecret") => {
		countersign
			.callTrusted(name, {}, gestures.trusted.current())
			.catch((error: unknown) => log(`the trusted window, ${name}: ${String(error)}`));
	};
	const badge = new Badge();
	const power = new Power();
	const windows = createWindowPair({
		paths,
		devTools,
		gestures,
		quitting: () => quit.isQuitting(),
		onDeskShown: (window) => badge.attachTo(window),
		onDeskListening: () => countersign.pushDesk(),
		onDeskClosed() {
			countersign.deskClosed();
			sight.windowClosed();
			idle.schedule();
			// A closed window is destroyed. The next one is prepared in advance, so it opens instantly.
			systemClock.after(PREPARED_AFTER_MS, () => windows.desk.prepare());
		},
		onTrustedListening: () => countersign.pushTrusted(),
		onTrustedClosed: () => {
			callTrusted("close");
			sight.windowClosed();
			idle.schedule();
		},
		onTrustedBlurred: () => callTrusted("hideSecret"),
		log,
	});
	const isInSight = () => windows.desk.isOpen() || windows.trusted.current()?.isVisible() === true;
	const idle = new IdleRelease(systemClock, isInSight);
	const reading = new ReadingCollection();
	const sight = new TraySight({
		ask: statusIcons,
		clock: systemClock,
		isInSight,
		isQuitting: () => quit.isQuitting(),
		wasNotified: () => settings.get().noTrayNotified,
		markNotified: () => settings.set({ noTrayNotified: true }),
		askToStay,
		quit: () => quit.end(0),
		raise: () => windows.desk.raise(),
		onChange: () => countersign.pushDesk(),
		log,
	});
	const actions = {
		reviewNext: () => countersign.openNext(),
		openDesk: () => windows.desk.raise(),
		review: (entryId: string) => countersign.openEntry(entryId),
		pause: (on: boolean) => countersign.pauseNotifications(on),
		stopAgents: () => countersign.askToStopAgents(),
		lock: () => lock("request"),
		quit: () => quit.end(0),
		openLogs: () => shell.showItemInFolder(logger.path),
	};
	const notifications = new Notifications({
		open: (entryId) => countersign.openEntry(entryId),
		act: (act, entryId, revision) => countersign.actOnNotification(act, entryId, revision),
		log,
	});
	const tray = new AppTray(paths.tray, actions);
	setMenu(actions);
	const shortcut = new GlobalShortcut(actions.reviewNext, log);
	shortcut.set(settings.get().shortcut);

	const countersign = new CountersignMain({
		dataDir,
		version: app.getVersion(),
		release: RELEASE,
		about: () => readAbout(paths, app.getVersion(), process.versions),
		wasCut: lastRun.wasCut,
		system: systemNames(),
		recentLog: () => logger.recent(),
		examine: () =>
			examined({
				badge: badge.isTaken(),
				chains: settings.get().chains,
				baseUrl: settings.get().baseUrl,
				forkLedger: () => forkLedger(paths.ledger, log),
				log,
			}),
		fetch: mainFetch,
		clock: systemClock,
		collectGarbage: () => reading.collectIfGrown(),
		random: (length) => new Uint8Array(randomBytes(length)),
		forkVault: () => forkVault(paths.vault, log),
		forkLedger: () => forkLedger(paths.ledger, log),
		forkAgents: () => forkAgents(paths.agents, log),
		agentSocket: agentSocketOf(dataDir, development.dataDir === null),
		readMcpShim: () => readFileSync(paths.mcpShim, "utf8"),
		ledgerTokens: openLedgerTokens(paths.ledgerTokens, log),
		settings,
		keychain,
		openLoopback: () => LoopbackServer.open(),
		desktop: createDesktop({ windows, notifications, tray, sight, badge, shortcut, power }),
		log,
		overrides: development.overrides,
	});
	connectWindows({
		countersign,
		contentsId: (half) => windows[half].contentsId(),
		isDeskOpen: () => windows.desk.isOpen(),
		send: (half, channel, push) => windows[half].send(channel, push),
		listening: (half) => windows[half].listening(),
		gesture: (half) => gestures[half].current(),
		log,
	});
	power.follow(
		() => lock("sleep"),
		() => countersign.wake(),
	);
	watchNetwork({ clock: systemClock, addresses: localAddresses, onOther: () => countersign.wake() });

	// The desk loads while the stores are opened.
	windows.desk.prepare();
	await countersign.start();
	if (app.isPackaged) app.setAsDefaultProtocolClient("countersign");
	followProgram(log);
	if (!isHiddenStart()) windows.desk.raise();
	sight.begin(isHiddenStart());
	if (settings.damage !== null) alertUser(t("desktop.settings-damaged.title"), textOf(settings.damage));
	const show = (link: DeepLink | null) => {
		if (link === null) windows.desk.raise();
		else if (link.kind === "entry") countersign.openEntry(link.id);
		else countersign.openSession(link.id);
	};
	systemClock.after(PREPARED_AFTER_MS, prepareDecoding);
	const named = deepLinkOfCommandLine(process.argv);
	if (named !== null) show(named);
	deliverSummons(show);
}
