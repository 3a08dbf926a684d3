import { clipboard } from "electron";
import type { Desktop } from "../ports.ts";
import type { Badge } from "./badge.ts";
import type { Notifications } from "./notifications.ts";
import { openFile, openFileBytes } from "./open-file.ts";
import { confirmLink, openExternal } from "./open-link.ts";
import { saveFile } from "./save-file.ts";
import type { GlobalShortcut } from "./shortcut.ts";
import { canStartAtLogin, setStartAtLogin } from "./start-at-login.ts";
import { setTheme } from "./theme.ts";
import { confirmByTouch, offersTouch } from "./touch.ts";
import type { AppTray } from "./tray.ts";
import type { Windows } from "./windows.ts";

/** The desktop around the app, as `countersign.ts` asks for it. */
export function createDesktop(
	windows: Windows,
	notifications: Notifications,
	tray: AppTray,
	trayShown: () => boolean,
	badge: Badge,
	shortcut: GlobalShortcut,
): Desktop {
	return {
		notify: notifications.show,
		withdraw: notifications.withdraw,
		notificationsSupported: notifications.areSupported,
		trayShown,
		raiseTrusted: windows.trusted.raise,
		hideTrusted: windows.trusted.hide,
		raiseDesk: windows.desk.raise,
		showWaiting(state) {
			tray.showWaiting(state);
			badge.show(state);
		},
		setTheme,
		copyText: (text) => clipboard.writeText(text),
		offersTouch,
		confirmByTouch,
		openExternal,
		confirmLink,
		saveFile,
		openFile,
		openFileBytes,
		setStartAtLogin,
		startAtLoginSupported: canStartAtLogin,
		setShortcut: shortcut.set,
		shortcutHeld: shortcut.isHeld,
	};
}
