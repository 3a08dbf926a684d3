import { clipboard } from "electron";
import type { Desktop } from "../ports.ts";
import { isScreenLocked } from "./adapters/power.ts";
import { canStartAtLogin, setStartAtLogin } from "./lifecycle/start-at-login.ts";
import type { Badge } from "./shell/badge.ts";
import type { Notifications } from "./shell/notifications.ts";
import { openFile, openFileBytes } from "./shell/open-file.ts";
import { confirmLink, openExternal } from "./shell/open-link.ts";
import { saveFile } from "./shell/save-file.ts";
import type { GlobalShortcut } from "./shell/shortcut.ts";
import { setTheme } from "./shell/theme.ts";
import { confirmByTouch, offersTouch } from "./shell/touch.ts";
import type { AppTray } from "./shell/tray.ts";
import type { WindowPair } from "./windows/windows.ts";

/** The desktop around the app, as `countersign.ts` asks for it. */
export function createDesktop(
	windows: WindowPair,
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
		isScreenLocked,
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
