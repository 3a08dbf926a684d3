import { app, appRecord, emitAppEvent } from "./app.ts";
import { browser, cdpPort } from "./browser.ts";
import { hostEvent } from "./emitter.ts";
import { notificationAt, notificationViews } from "./notification.ts";
import { pointsSeen, watchPoints } from "./points.ts";
import { setKeychainAvailable } from "./safe-storage.ts";
import { defaultSession, permissionAnswers } from "./session.ts";
import { pathOf } from "./state.ts";
import { hostPower, hostShortcuts, hostTheme, pressShortcut, systemRecord } from "./system.ts";
import { choose, menus, trayAt, trayViews } from "./tray-menu.ts";
import { utilityPids } from "./utility.ts";
import { BrowserWindow } from "./window.ts";

/** A window as tests see it. */
export interface WindowView {
	id: number;
	url: string;
	title: string;
	visible: boolean;
	focused: boolean;
	minimized: boolean;
	alwaysOnTop: boolean;
	bounds: { x: number; y: number; width: number; height: number };
	record: Record<string, unknown>;
}

function windowViews(): WindowView[] {
	return BrowserWindow.getAllWindows().map((window) => ({
		id: window.id,
		url: window.webContents.getURL(),
		title: window.getTitle(),
		visible: window.isVisible(),
		focused: window.isFocused(),
		minimized: window.isMinimized(),
		alwaysOnTop: window.isAlwaysOnTop(),
		bounds: window.getBounds(),
		record: { ...window.hostRecord, menu: window.hostRecord.menu !== null },
	}));
}

function windowAt(id: number): BrowserWindow {
	const window = BrowserWindow.fromId(id);
	if (window === null) throw new Error(`No window ${id}.`);
	return window;
}

/** Everything that a test can read or do on the desktop around the app. */
const controls = {
	cdpPort: () => cdpPort(),
	paths: () => ({ userData: pathOf("userData"), logs: pathOf("logs") }),
	windows: windowViews,
	closeWindow: (id: number) => windowAt(id).close(),
	minimizeWindow: (id: number) => windowAt(id).minimize(),
	focusWindow: (id: number) => windowAt(id).focus(),
	reloadWindows(): void {
		for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
	},
	notifications: notificationViews,
	clickNotification: (index: number) => notificationAt(index).click(),
	pressNotification: (index: number, label: string) => notificationAt(index).press(label),
	closeNotification: (index: number) => notificationAt(index).close(),
	failNotification: (index: number, error: string) => notificationAt(index).fail(error),
	trays: trayViews,
	clickTray: (index: number) => void trayAt(index).emit("click", hostEvent({}), trayAt(index).getBounds()),
	chooseTrayItem: (index: number, path: string[]) => choose(trayAt(index).contextMenu(), path),
	applicationMenu: () => menus().application?.view() ?? [],
	chooseMenuItem: (path: string[]) => choose(menus().application, path),
	popupMenu: () => menus().popup?.view() ?? [],
	choosePopupItem: (path: string[]) => choose(menus().popup, path),
	desktop: () => ({ ...appRecord }),
	dialogs: () => systemRecord.dialogs,
	answerDialog: (answer: unknown) => void systemRecord.answers.push(answer),
	emitPower: (name: string) => void hostPower.emit(name, hostEvent({})),
	pressShortcut,
	/** Registers a shortcut as if another program used it. */
	takeShortcut: (keys: string) => void hostShortcuts.taken.add(keys),
	setDark: (dark: boolean) => hostTheme.setSystemDark(dark),
	openedExternal: () => systemRecord.externals,
	shownInFolder: () => systemRecord.shownInFolder,
	clipboard: () => systemRecord.clipboard,
	setClipboard: (text: string) => {
		systemRecord.clipboard = text;
	},
	setKeychainAvailable,
	permission: (id: number, name: string, origin: string) =>
		permissionAnswers(windowAt(id).webContents, name, origin),
	activate: () => void emitAppEvent("activate", hostEvent({}), false),
	// Delivers a deep link. macOS sends it to the running app, and other systems pass it as an argument of a
	// second process.
	openUrl(url: string): void {
		if (process.platform === "darwin") emitAppEvent("open-url", hostEvent({}), url);
		else emitAppEvent("second-instance", hostEvent({}), [...process.argv, url], process.cwd(), {});
	},
	download: (url: string) => void defaultSession.emit("will-download", hostEvent({}), { getURL: () => url }),
	utilityPids,
	watchPoints,
	pointsSeen,
	pages: async () => (await browser()).pages().length,
	quit: () => app.quit(),
};

export type Controls = typeof controls;

interface ControlCall {
	host: "call";
	id: number;
	op: keyof Controls;
	args: unknown[];
}

/** Accepts calls over the process's IPC channel. The host ends if its parent has exited. */
export function listenForControl(): void {
	if (process.send === undefined) return;
	process.on("message", (call: ControlCall) => {
		if (call.host === "call") void answer(call);
	});
	process.on("disconnect", () => app.exit(0));
}

async function answer(call: ControlCall): Promise<void> {
	try {
		const operation = controls[call.op];
		if (operation === undefined) throw new Error(`The host has no control "${call.op}".`);
		const value: unknown = await Reflect.apply(operation, undefined, call.args);
		process.send?.({ host: "answer", id: call.id, ok: true, value });
	} catch (error) {
		process.send?.({ host: "answer", id: call.id, ok: false, error: String(error) });
	}
}
