// A small app with the structure of the real one: ESM main, CommonJS preload, and pages served by protocol.handle.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import electron, {
	app,
	BrowserWindow,
	crashReporter,
	ipcMain,
	Menu,
	Notification,
	nativeImage,
	nativeTheme,
	powerMonitor,
	protocol,
	safeStorage,
	session,
	shell,
	Tray,
	utilityProcess,
} from "electron";
import Store from "electron-store";

const csp =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; " +
	"worker-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'";
const here = import.meta.dirname;
const recorded = [];
const record = (kind, detail) => recorded.push({ kind, detail });

protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);

if (!app.requestSingleInstanceLock({ from: "fixture" })) {
	app.quit();
} else {
	void start();
}

async function start() {
	app.on("second-instance", (_event, argv, _cwd, data) =>
		record("second-instance", { argv: argv.slice(2), data }),
	);
	app.on("before-quit", () => record("before-quit"));
	app.on("window-all-closed", () => record("window-all-closed"));
	powerMonitor.on("suspend", () => record("suspend"));
	nativeTheme.on("updated", () => record("dark", nativeTheme.shouldUseDarkColors));
	await app.whenReady();
	session.defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
	session.defaultSession.setPermissionCheckHandler(() => false);
	protocol.handle("app", async (request) => {
		const { pathname } = new URL(request.url);
		const type = pathname.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
		const body = await readFile(join(here, "pages", pathname)).catch(() => undefined);
		if (body === undefined) return new Response("not here", { status: 404 });
		return new Response(body, {
			headers: {
				"content-type": type,
				"content-security-policy": csp,
				"cross-origin-opener-policy": "same-origin",
				"cross-origin-resource-policy": "same-origin",
			},
		});
	});
	answerIpc();
	const window = openWindow("app://trusted/page.html", { width: 560, height: 820 });
	const tray = new Tray(nativeImage.createEmpty());
	tray.setToolTip("fixture");
	const items = [{ label: "Deeper", submenu: [{ label: "Note", click: () => record("tray", "note") }] }];
	tray.setContextMenu(Menu.buildFromTemplate(items));
	window.webContents.on("input-event", (_event, input) => {
		record("input", input.type);
		if (input.type === "mouseDown") record("modifiers", input.modifiers.join());
	});
	// The first close only hides the window, like in a tray app, unless the app quits.
	let hideFirst = true;
	app.on("before-quit", () => {
		hideFirst = false;
	});
	window.on("close", (event) => {
		if (!hideFirst) return;
		hideFirst = false;
		event.preventDefault();
		window.hide();
	});
}

function openWindow(url, size) {
	const window = new BrowserWindow({
		...size,
		webPreferences: { sandbox: true, contextIsolation: true, preload: join(here, "preload.cjs") },
	});
	const contents = window.webContents;
	contents.on("will-navigate", (event, target) => {
		record("will-navigate", target);
		if (!target.startsWith("app://trusted/")) event.preventDefault();
		if (target.endsWith("#never") || target.endsWith("/other.html")) event.preventDefault();
	});
	contents.setWindowOpenHandler(({ url: wanted }) => {
		record("open", wanted);
		return { action: wanted.endsWith("allowed.html") ? "allow" : "deny" };
	});
	contents.on("console-message", (event) => record("console", event.message));
	window.loadURL(url).catch((error) => record("load-failed", String(error)));
	return window;
}

function answerIpc() {
	ipcMain.handle("echo", (_event, value) => ({ value, isMap: value?.map instanceof Map }));
	ipcMain.handle("fail", () => {
		throw new RangeError("too far");
	});
	ipcMain.handle("unclonable", () => () => 1);
	ipcMain.handle("recorded", () => recorded);
	ipcMain.handle("who", (event) => ({
		url: event.senderFrame.url,
		origin: event.senderFrame.origin,
		parent: event.senderFrame.parent,
		isMain: event.senderFrame === event.sender.mainFrame,
		known: BrowserWindow.fromWebContents(event.sender) !== null,
		visible: BrowserWindow.fromWebContents(event.sender).isVisible(),
	}));
	ipcMain.on("after-input", () => record("after-input"));
	ipcMain.on("push-me", (event, value) => event.sender.send("pushed", value));
	ipcMain.handle("member", (_event, name) => {
		const required = createRequire(import.meta.url)("electron");
		const accesses = {
			module: () => electron.desktopCapture,
			required: () => required.touchBar,
			sameByRequire: () => required.app === app,
			notOffered: () => crashReporter.start({}),
			app: () => app.showAboutPanel(),
			window: () => BrowserWindow.getAllWindows()[0].setOpacity(0.5),
			contents: () => BrowserWindow.getAllWindows()[0].webContents.executeJavaScript("1"),
			event: () => app.on("gpu-info-update", () => {}),
			insecure: () => new BrowserWindow({ webPreferences: { sandbox: false } }),
			typo: () => {
				app.badgeCuont = 1;
			},
		};
		return accesses[name]();
	});
	ipcMain.handle("notify", () => {
		const notification = new Notification({ title: "To sign", body: "1 ETH" });
		notification.on("click", () => record("clicked", notification.title));
		notification.show();
		return Notification.isSupported();
	});
	ipcMain.handle("external", (_event, url) => shell.openExternal(url));
	ipcMain.handle("keychain", async (_event, sealed) =>
		sealed === undefined
			? (await safeStorage.encryptStringAsync("secret")).toString("base64")
			: (await safeStorage.decryptStringAsync(Buffer.from(sealed, "base64"))).result,
	);
	ipcMain.handle("store", () => {
		const store = new Store();
		store.set("kept", true);
		return store.path;
	});
	ipcMain.handle("utility", async () => {
		const child = utilityProcess.fork(join(here, "utility.js"), ["one"], { serviceName: "fixture" });
		const answer = await new Promise((resolve) => {
			child.once("message", resolve);
			child.postMessage({ big: 7n, at: new Date(0) });
		});
		const exit = new Promise((resolve) => child.once("exit", resolve));
		const pid = child.pid;
		const killed = child.kill();
		await exit;
		return { answer, killed, hadPid: pid > 0, pidAfter: child.pid };
	});
}
