import { app, Menu, type MenuItemConstructorOptions } from "electron";
import { t } from "../../../text/index.ts";

export interface MenuActions {
	readonly reviewNext: () => void;
	readonly openDesk: () => void;
	readonly stopAgents: () => void;
	readonly lock: () => void;
	readonly openLogs: () => void;
}

export function setMenu(actions: MenuActions): void {
	const isMac = process.platform === "darwin";
	const template: MenuItemConstructorOptions[] = [
		...(isMac ? [{ role: "appMenu" } as const] : []),
		{
			label: t("desktop.menu.file"),
			submenu: [
				{ label: t("desktop.menu.open"), click: actions.openDesk },
				{ label: t("desktop.menu.review-next"), click: actions.reviewNext },
				{ label: t("desktop.menu.stop-agents"), click: actions.stopAgents },
				{ label: t("desktop.menu.lock"), accelerator: "CmdOrCtrl+L", click: actions.lock },
				{ type: "separator" },
				isMac
					? { role: "close" }
					: { label: t("desktop.menu.quit"), accelerator: "Ctrl+Q", click: () => app.quit() },
			],
		},
		{
			label: t("desktop.menu.edit"),
			submenu: [
				{ role: "undo" },
				{ role: "redo" },
				{ type: "separator" },
				{ role: "cut" },
				{ role: "copy" },
				{ role: "paste" },
				{ role: "selectAll" },
			],
		},
		{
			label: t("desktop.menu.view"),
			submenu: [
				{ role: "resetZoom" },
				{ role: "zoomIn" },
				{ role: "zoomOut" },
				{ type: "separator" },
				{ role: "togglefullscreen" },
			],
		},
		{ label: t("desktop.menu.window"), submenu: [{ role: "minimize" }, { role: "close" }] },
		{
			role: "help",
			label: t("desktop.menu.help"),
			submenu: [{ label: t("desktop.menu.logs"), click: actions.openLogs }],
		},
	];
	Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
