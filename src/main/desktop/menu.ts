import { app, Menu, type MenuItemConstructorOptions } from "electron";

export interface MenuActions {
	readonly reviewNext: () => void;
	readonly openDesk: () => void;
	readonly lock: () => void;
}

/** The application menu. Its edit roles are what makes copy and paste work in the windows' fields. */
export function setMenu(actions: MenuActions): void {
	const isMac = process.platform === "darwin";
	const template: MenuItemConstructorOptions[] = [
		...(isMac ? [{ role: "appMenu" } as const] : []),
		{
			label: "&File",
			submenu: [
				{ label: "Open Countersign", click: actions.openDesk },
				{ label: "Review next…", click: actions.reviewNext },
				{ label: "Lock", accelerator: "CmdOrCtrl+L", click: actions.lock },
				{ type: "separator" },
				isMac ? { role: "close" } : { label: "Quit", accelerator: "Ctrl+Q", click: () => app.quit() },
			],
		},
		{
			label: "&Edit",
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
			label: "&View",
			submenu: [
				{ role: "resetZoom" },
				{ role: "zoomIn" },
				{ role: "zoomOut" },
				{ type: "separator" },
				{ role: "togglefullscreen" },
			],
		},
		{ label: "&Window", submenu: [{ role: "minimize" }, { role: "close" }] },
	];
	Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
