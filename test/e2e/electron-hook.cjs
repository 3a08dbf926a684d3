// Loaded into real Electron before the app's main process. Like the Chromium host, it records what would
// reach the user's desktop, so that specs can read and control it. It can only be loaded by a test's command
// line.
const {
	app,
	BrowserWindow,
	clipboard,
	dialog,
	globalShortcut,
	Menu,
	nativeTheme,
	Notification,
	powerMonitor,
	shell,
	Tray,
} = require("electron");

if (process.env.COUNTERSIGN_DATA_DIR) app.setPath("userData", process.env.COUNTERSIGN_DATA_DIR);

const record = { notifications: [], trays: [], externals: [], dialogs: [], answers: [] };
const menuView = (menu) =>
	(menu?.items ?? []).map((item) => ({
		label: item.label,
		type: item.type,
		enabled: item.enabled,
		visible: item.visible,
		checked: item.checked,
		...(item.role ? { role: item.role } : {}),
		...(item.submenu ? { submenu: menuView(item.submenu) } : {}),
	}));

Notification.prototype.show = function show() {
	if (!record.notifications.includes(this)) record.notifications.push(this);
	this.countersignState = "shown";
	this.emit("show", {});
};
Notification.prototype.close = function close() {
	if (this.countersignState !== "shown") return;
	this.countersignState = "closed";
	this.emit("close", {});
};
Notification.isSupported = () => true;

for (const [name, field] of [
	["setContextMenu", "menu"],
	["setToolTip", "toolTip"],
	["setTitle", "title"],
	["setImage", "image"],
]) {
	const original = Tray.prototype[name];
	Tray.prototype[name] = function recorded(value) {
		let entry = record.trays.find((known) => known.tray === this);
		if (entry === undefined) {
			entry = { tray: this, menu: null, toolTip: "", title: "", imageChanges: 0 };
			record.trays.push(entry);
		}
		entry[field] = value;
		if (field === "image") entry.imageChanges += 1;
		return original.call(this, value);
	};
}

const shortcuts = new Map();
globalShortcut.register = (keys, run) => {
	shortcuts.set(keys, run);
	return true;
};
globalShortcut.unregister = (keys) => void shortcuts.delete(keys);

shell.openExternal = async (url) => void record.externals.push(url);
const cancelled = {
	message: { response: 0 },
	save: { canceled: true, filePath: "" },
	open: { canceled: true, filePaths: [] },
};
for (const [name, kind] of [
	["showMessageBox", "message"],
	["showSaveDialog", "save"],
	["showOpenDialog", "open"],
]) {
	dialog[name] = async (...args) => {
		record.dialogs.push({ kind, options: JSON.parse(JSON.stringify(args.at(-1))) });
		return { ...cancelled[kind], ...record.answers.shift() };
	};
}

function choose(menu, [label, ...rest]) {
	const item = menu?.items.find((entry) => entry.label === label && entry.visible);
	if (item === undefined) throw new Error(`No menu item "${label}".`);
	if (!item.enabled) throw new Error(`The menu item "${label}" is disabled.`);
	if (rest.length > 0) choose(item.submenu, rest);
	else item.click();
}

globalThis.countersignTest = {
	windows: () =>
		BrowserWindow.getAllWindows().map((window) => ({
			id: window.id,
			url: window.webContents.getURL(),
			title: window.getTitle(),
			visible: window.isVisible(),
			focused: window.isFocused(),
			minimized: window.isMinimized(),
			alwaysOnTop: window.isAlwaysOnTop(),
			bounds: window.getBounds(),
			record: {},
		})),
	notifications: () =>
		record.notifications.map((shown, index) => ({
			index,
			title: shown.title,
			subtitle: shown.subtitle ?? "",
			body: shown.body,
			silent: shown.silent ?? false,
			urgency: shown.urgency ?? "normal",
			shown: shown.countersignState === "shown",
			closed: shown.countersignState === "closed",
		})),
	clickNotification(index) {
		const shown = record.notifications.at(index);
		if (shown === undefined) throw new Error(`No notification ${index}.`);
		shown.emit("click", {});
		shown.close();
	},
	pressNotification(index, label) {
		const shown = record.notifications.at(index);
		const actionIndex = (shown?.actions ?? []).findIndex(({ text }) => text === label);
		if (actionIndex < 0) throw new Error(`No button “${label}” on notification ${index}.`);
		shown.emit("action", { actionIndex, selectionIndex: -1 }, actionIndex, -1);
	},
	tray() {
		const entry = record.trays.at(-1);
		if (entry === undefined) return undefined;
		const { toolTip, title, menu, imageChanges } = entry;
		return { index: 0, toolTip, title, image: "", imageChanges, menu: menuView(menu) };
	},
	clickTray: () => void record.trays.at(-1)?.tray.emit("click", {}, {}),
	chooseTrayItem: (path) => choose(record.trays.at(-1)?.menu, path),
	pressShortcut: (keys) => shortcuts.get(keys)(),
	emitPower: (name) => void powerMonitor.emit(name, { preventDefault() {} }),
	// Electron can't change the system's theme, but its own override reaches pages in the same way.
	setDark: (dark) => {
		nativeTheme.themeSource = dark ? "dark" : "light";
	},
	openedExternal: () => record.externals,
	clipboard: () => clipboard.readText(),
	badge: () => app.getBadgeCount(),
	dialogs: () => record.dialogs,
	answerDialog: (answer) => void record.answers.push(answer),
	openUrl(url) {
		if (process.platform === "darwin") app.emit("open-url", { preventDefault() {} }, url);
		else app.emit("second-instance", { preventDefault() {} }, [...process.argv, url], process.cwd(), {});
	},
	closeWindow: (id) => BrowserWindow.fromId(id)?.close(),
	applicationMenu: () => menuView(Menu.getApplicationMenu()),
	quit: () => app.quit(),
};
