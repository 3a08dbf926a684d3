import { clipboard, systemPreferences } from "electron";
import type { Text } from "../../core/localized-text.ts";
import { textOf } from "../../text/index.ts";
import type { Desktop } from "../ports.ts";
import type { Power } from "./adapters/power.ts";
import { canStartAtLogin, setStartAtLogin } from "./lifecycle/start-at-login.ts";
import type { Badge } from "./shell/badge.ts";
import { Dialogs, openExternal } from "./shell/dialogs.ts";
import type { Notifications } from "./shell/notifications.ts";
import type { GlobalShortcut } from "./shell/shortcut.ts";
import { setTheme } from "./shell/theme.ts";
import type { AppTray } from "./shell/tray.ts";
import type { TraySight } from "./shell/tray-sight.ts";
import { TRIAGE_SIZE, type WindowPair } from "./windows/windows.ts";

export function offersTouch(platform: NodeJS.Platform = process.platform): boolean {
	return platform === "darwin" && systemPreferences.canPromptTouchID();
}

/** An unknown fingerprint or a cancelled prompt counts as a refusal. Never rejects. */
export async function confirmByTouch(
	why: Text,
	platform: NodeJS.Platform = process.platform,
): Promise<"yes" | "no" | "none"> {
	if (!offersTouch(platform)) return "none";
	try {
		await systemPreferences.promptTouchID(textOf(why));
		return "yes";
	} catch {
		return "no";
	}
}

export function createDesktop(parts: {
	readonly windows: WindowPair;
	readonly notifications: Notifications;
	readonly tray: AppTray;
	readonly sight: Pick<TraySight, "isShown">;
	readonly badge: Badge;
	readonly shortcut: GlobalShortcut;
	readonly power: Pick<Power, "isScreenLocked">;
}): Desktop {
	const { windows, notifications, tray, sight, badge, shortcut, power } = parts;
	const dialogs = new Dialogs();
	return {
		notify: (spec) => notifications.show(spec),
		withdraw: (id) => notifications.withdraw(id),
		notificationsSupported: () => notifications.areSupported(),
		isScreenLocked: () => power.isScreenLocked(),
		trayShown: () => sight.isShown(),
		raiseTrusted: () => windows.trusted.raise(),
		hideTrusted: () => windows.trusted.hide(),
		sizeTrusted: (size) => windows.trusted.grow(size === "triage" ? TRIAGE_SIZE : null),
		raiseDesk: () => windows.desk.raise(),
		showWaiting(state) {
			tray.showWaiting(state);
			badge.show(state);
		},
		setTheme,
		copyText: (text) => clipboard.writeText(text),
		offersTouch,
		confirmByTouch,
		openExternal,
		confirmLink: (url) => dialogs.confirmLink(url),
		saveFile: (name, contents) => dialogs.saveFile(name, contents),
		openFile: (filters) => dialogs.openFile(filters),
		openFileBytes: (filters) => dialogs.openFileBytes(filters),
		setStartAtLogin,
		startAtLoginSupported: canStartAtLogin,
		setShortcut: (keys) => shortcut.set(keys),
		isShortcutRegistered: () => shortcut.isRegistered(),
	};
}
