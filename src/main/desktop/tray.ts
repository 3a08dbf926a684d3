import { Menu, nativeTheme, Tray } from "electron";
import type { Text } from "../../core/message.ts";
import { t, textOf } from "../../text/index.ts";

export interface TrayActions {
	readonly reviewNext: () => void;
	readonly openDesk: () => void;
	readonly lock: () => void;
	readonly quit: () => void;
}

/**
 * Which image the system's bar gets. macOS colours a template by itself; elsewhere the ink follows the bar's
 * theme. A badge where something waits.
 */
export function trayImage(platform: NodeJS.Platform, isDark: boolean, waiting: number): string {
	const badge = waiting > 0 ? "-badge" : "";
	// Electron takes an image for a template by the end of its name.
	if (platform === "darwin") return `tray${badge}Template`;
	return `tray-${isDark ? "dark" : "light"}${badge}`;
}

export interface AppTray {
	/** How many entries wait, and the tooltip. */
	readonly showCount: (waiting: number, text: Text) => void;
}

/** Puts Countersign into the system's bar, from where it goes on following without a window. */
export function createTray(pathOf: (name: string) => string, actions: TrayActions): AppTray {
	let isDark = nativeTheme.shouldUseDarkColors;
	let count = 0;
	const image = () => pathOf(trayImage(process.platform, isDark, count));
	const tray = new Tray(image());

	const menu = () =>
		Menu.buildFromTemplate([
			{
				label: count > 0 ? t("desktop.tray.review-next", { count }) : t("desktop.menu.review-next"),
				enabled: count > 0,
				click: actions.reviewNext,
			},
			{ label: t("desktop.menu.open"), click: actions.openDesk },
			{ type: "separator" },
			{ label: t("desktop.menu.lock"), click: actions.lock },
			{ label: t("desktop.menu.quit"), click: actions.quit },
		]);

	tray.setToolTip("Countersign");
	tray.setContextMenu(menu());
	tray.on("click", () => (count > 0 ? actions.reviewNext() : actions.openDesk()));
	nativeTheme.on("updated", () => {
		// A theme chosen for the app says nothing about the system's bar.
		if (nativeTheme.themeSource !== "system") return;
		isDark = nativeTheme.shouldUseDarkColors;
		tray.setImage(image());
	});
	return {
		showCount(waiting, text) {
			const changed = waiting !== count;
			count = waiting;
			tray.setToolTip(textOf(text));
			if (!changed) return;
			tray.setImage(image());
			tray.setContextMenu(menu());
		},
	};
}
