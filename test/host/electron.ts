import { app } from "./app.ts";
import { nativeImage } from "./image.ts";
import { ipcMain } from "./ipc.ts";
import { HostNotification as Notification } from "./notification.ts";
import { safeStorage } from "./safe-storage.ts";
import { protocol, session } from "./session.ts";
import { notOffered, strict } from "./strict.ts";
import {
	clipboard,
	dialog,
	globalShortcut,
	nativeTheme,
	net,
	powerMonitor,
	screen,
	shell,
	systemPreferences,
} from "./system.ts";
import { HostMenu as Menu, HostMenuItem as MenuItem, HostTray as Tray } from "./tray-menu.ts";
import { utilityProcess } from "./utility.ts";
import { BrowserWindow } from "./window.ts";

/** The module that the app's main process imports as `electron` in the Chromium host. */
const offered = {
	app,
	BrowserWindow: strict("BrowserWindow", BrowserWindow),
	clipboard,
	dialog,
	globalShortcut,
	ipcMain,
	Menu: strict("Menu", Menu),
	MenuItem,
	nativeImage,
	nativeTheme,
	net,
	Notification: strict("Notification", Notification),
	powerMonitor,
	protocol,
	safeStorage,
	screen,
	session,
	shell,
	systemPreferences,
	Tray,
	utilityProcess,
} satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>;

const electron = strict("electron", offered);
// Electron itself has a default export, and electron-store imports it.
// oxlint-disable-next-line import/no-default-export
export default electron;
// CommonJS callers get the same object, which refuses unknown members.
export {
	app,
	BrowserWindow,
	clipboard,
	dialog,
	electron as "module.exports",
	globalShortcut,
	ipcMain,
	Menu,
	MenuItem,
	Notification,
	nativeImage,
	nativeTheme,
	net,
	powerMonitor,
	protocol,
	safeStorage,
	screen,
	session,
	shell,
	systemPreferences,
	Tray,
	utilityProcess,
};

// The remaining modules of Electron's main process. They can be imported, but using one throws an error with
// its name.
export const autoUpdater = notOffered("autoUpdater");
export const BaseWindow = notOffered("BaseWindow");
export const contentTracing = notOffered("contentTracing");
export const crashReporter = notOffered("crashReporter");
export const desktopCapturer = notOffered("desktopCapturer");
export const ImageView = notOffered("ImageView");
export const inAppPurchase = notOffered("inAppPurchase");
export const MessageChannelMain = notOffered("MessageChannelMain");
export const netLog = notOffered("netLog");
export const powerSaveBlocker = notOffered("powerSaveBlocker");
export const pushNotifications = notOffered("pushNotifications");
export const ShareMenu = notOffered("ShareMenu");
export const TouchBar = notOffered("TouchBar");
export const View = notOffered("View");
export const webContents = notOffered("webContents");
export const WebContentsView = notOffered("WebContentsView");
export const webFrameMain = notOffered("webFrameMain");
