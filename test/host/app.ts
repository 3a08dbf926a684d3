import { closeBrowser } from "./browser.ts";
import { HostEmitter, hostEvent } from "./emitter.ts";
import { InstanceLock, type SecondInstance } from "./lock.ts";
import { hostLog, movePath, naming, pathOf, start, stateDir } from "./state.ts";
import { strict } from "./strict.ts";
import { BrowserWindow, windowEvents } from "./window.ts";

const events = [
	"ready",
	"will-finish-launching",
	"window-all-closed",
	"before-quit",
	"will-quit",
	"quit",
	"second-instance",
	"activate",
	"open-url",
	"open-file",
	"web-contents-created",
	"browser-window-created",
	"render-process-gone",
	"child-process-gone",
	"certificate-error",
] as const;

const emitter = new HostEmitter("app", events);
let ready: (() => void) | undefined;
const whenReady = new Promise<void>((resolve) => {
	ready = resolve;
});
let isReady = false;
let quitting = false;
let ending = false;
let lock: InstanceLock | undefined;

/** The app's requests to the desktop. */
export const appRecord = {
	badge: 0,
	loginItem: { openAtLogin: false } as Electron.Settings,
	protocols: [] as string[],
	userModelId: "",
	switches: [] as string[],
	sandboxed: false,
	relaunched: false,
};

/** Reports that the app's main script has run and Chromium may be shown. */
export function markReady(): void {
	if (ending) return;
	isReady = true;
	emitter.emit("will-finish-launching");
	emitter.emit("ready", hostEvent({}), {});
	ready?.();
}

/** Returns whether the process is about to end. */
export function isEnding(): boolean {
	return ending;
}

/** Sends the app an event as the system would. */
export function emitAppEvent(event: (typeof events)[number], ...args: unknown[]): boolean {
	return emitter.emit(event, ...args);
}

async function end(code: number): Promise<void> {
	if (ending) return;
	ending = true;
	emitter.emit("quit", hostEvent({}), code);
	for (const window of BrowserWindow.getAllWindows()) window.destroy();
	await closeBrowser();
	lock?.release();
	process.exit(code);
}

function quit(): void {
	if (quitting || ending) return;
	const beforeQuit = hostEvent({});
	emitter.emit("before-quit", beforeQuit);
	if (beforeQuit.defaultPrevented) return;
	quitting = true;
	for (const window of BrowserWindow.getAllWindows()) window.close();
	if (BrowserWindow.getAllWindows().length > 0) {
		quitting = false;
		return;
	}
	const willQuit = hostEvent({});
	emitter.emit("will-quit", willQuit);
	quitting = false;
	if (!willQuit.defaultPrevented) void end(0);
}

windowEvents.lastClosed = () => {
	if (quitting || ending) return;
	if (emitter.listenerCount("window-all-closed") === 0) quit();
	else emitter.emit("window-all-closed");
};
windowEvents.created = (contents) => {
	emitter.emit("web-contents-created", hostEvent({}), contents);
};

function onSecond(message: SecondInstance): void {
	emitter.emit("second-instance", hostEvent({}), message.argv, message.cwd, message.data);
}

const members = {
	whenReady: () => whenReady,
	isReady: () => isReady,
	quit,
	exit: (code = 0) => void end(code),
	relaunch: () => {
		appRecord.relaunched = true;
	},
	requestSingleInstanceLock(data: Record<string, unknown> = {}) {
		lock ??= new InstanceLock(stateDir());
		return lock.request({ argv: process.argv, cwd: process.cwd(), data }, onSecond);
	},
	hasSingleInstanceLock: () => lock?.isHeld === true,
	releaseSingleInstanceLock: () => lock?.release(),
	getPath: (name: string) => pathOf(name),
	setPath: movePath,
	setAppLogsPath: (path?: string) => movePath("logs", path ?? pathOf("logs")),
	getName: naming.get,
	setName: naming.set,
	getVersion: () => start.version,
	getAppPath: () => start.appDir,
	isPackaged: false,
	setAppUserModelId: (id: string) => {
		appRecord.userModelId = id;
	},
	setAsDefaultProtocolClient(protocol: string) {
		appRecord.protocols.push(protocol);
		return true;
	},
	setBadgeCount(count = 0) {
		appRecord.badge = count;
		return true;
	},
	getBadgeCount: () => appRecord.badge,
	enableSandbox: () => {
		appRecord.sandboxed = true;
	},
	setLoginItemSettings: (settings: Electron.Settings) => {
		appRecord.loginItem = settings;
	},
	getLoginItemSettings: (): Electron.LoginItemSettings => ({
		openAtLogin: appRecord.loginItem.openAtLogin ?? false,
		wasOpenedAtLogin: false,
		status: appRecord.loginItem.openAtLogin === true ? "enabled" : "not-registered",
		executableWillLaunchAtLogin: false,
		launchItems: [],
	}),
	getLocale: () => "en-GB",
} satisfies Partial<Electron.App>;

/** Electron's `app`, as far as the host supports it. */
export const app = strict(
	"app",
	Object.assign(emitter, members, {
		dock: undefined,
		commandLine: strict("app.commandLine", {
			appendSwitch: (name: string, value?: string) => {
				appRecord.switches.push(value === undefined ? name : `${name}=${value}`);
			},
			hasSwitch: (name: string) => process.argv.includes(`--${name}`),
		}),
	}),
);

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
	process.on(signal, () => {
		hostLog(`${signal}: quitting`);
		quit();
	});
