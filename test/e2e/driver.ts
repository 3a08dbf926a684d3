import type { Page } from "playwright";
import type { WindowView } from "../host/control.ts";
import type { NotificationView } from "../host/notification.ts";
import type { TrayView } from "../host/tray-menu.ts";

type PowerEvent = "suspend" | "resume" | "lock-screen" | "unlock-screen" | "shutdown";

/** Actions and observations that a spec needs from a shell, real Electron or the Chromium host. */
export interface Driver {
	/** Pages of all windows, hidden ones too. */
	windows: () => Promise<Page[]>;
	windowViews: () => Promise<WindowView[]>;
	notifications: () => Promise<NotificationView[]>;
	/** Presses a button of it, as macOS and Windows show them. */
	pressNotification: (index: number, label: string) => Promise<void>;
	clickNotification: (index?: number) => Promise<void>;
	tray: () => Promise<TrayView | undefined>;
	clickTray: () => Promise<void>;
	chooseTrayItem: (...path: string[]) => Promise<void>;
	/** A person presses keys that the app took of the whole system. */
	pressShortcut: (keys: string) => Promise<void>;
	emitPower: (name: PowerEvent) => Promise<void>;
	setDark: (dark: boolean) => Promise<void>;
	openedExternal: () => Promise<string[]>;
	clipboard: () => Promise<string>;
	badge: () => Promise<number>;
	dialogs: () => Promise<{ kind: string; options: unknown }[]>;
	answerDialog: (answer: Record<string, unknown>) => Promise<void>;
	openUrl: (url: string) => Promise<void>;
	/** Asks the window's own close button, as a user would. */
	closeWindow: (id: number) => Promise<void>;
	/** Asks the app to quit; resolves when the process has ended. */
	quit: () => Promise<void>;
	kill: (signal?: NodeJS.Signals) => Promise<void>;
	/** The main process's id. */
	pid: () => number;
	/** Resolves with the exit code or signal once the main process has ended. */
	ended: Promise<number | string>;
	/** Output of the app's processes on stdout and stderr. */
	output: () => string;
}
