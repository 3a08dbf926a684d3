import type { Page } from "playwright";
import type { WindowView } from "../host/control.ts";
import type { NotificationView } from "../host/notification.ts";
import type { TrayView } from "../host/tray-menu.ts";

type PowerEvent = "suspend" | "resume" | "lock-screen" | "unlock-screen" | "shutdown";

/** Actions and observations available to specs in either shell: real Electron or the Chromium host. */
export interface Driver {
	/** Pages of all windows, including hidden ones. */
	windows: () => Promise<Page[]>;
	windowViews: () => Promise<WindowView[]>;
	notifications: () => Promise<NotificationView[]>;
	/** Presses a button on a notification. Only macOS and Windows show such buttons. */
	pressNotification: (index: number, label: string) => Promise<void>;
	clickNotification: (index?: number) => Promise<void>;
	tray: () => Promise<TrayView | undefined>;
	clickTray: () => Promise<void>;
	chooseTrayItem: (...path: string[]) => Promise<void>;
	/** Presses a shortcut that the app registered for the whole system. */
	pressShortcut: (keys: string) => Promise<void>;
	emitPower: (name: PowerEvent) => Promise<void>;
	setDark: (dark: boolean) => Promise<void>;
	openedExternal: () => Promise<string[]>;
	clipboard: () => Promise<string>;
	badge: () => Promise<number>;
	dialogs: () => Promise<{ kind: string; options: unknown }[]>;
	answerDialog: (answer: Record<string, unknown>) => Promise<void>;
	openUrl: (url: string) => Promise<void>;
	/** Presses the window's close button, as a user would. */
	closeWindow: (id: number) => Promise<void>;
	/** Quits the app. Resolves when the process has exited. */
	quit: () => Promise<void>;
	kill: (signal?: NodeJS.Signals) => Promise<void>;
	/** ID of the main process. */
	pid: () => number;
	/** Resolves with the exit code or signal once the main process has exited. */
	ended: Promise<number | string>;
	/** Output of the app's processes on stdout and stderr. */
	output: () => string;
}
