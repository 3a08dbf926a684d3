// A window with a line of text, and nothing else: what the shell itself takes. It stays when its window is closed.
import { app, BrowserWindow, protocol } from "electron";

const PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><h1>Inbox</h1></html>';

protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);
app.on("window-all-closed", () => {});
if (app.requestSingleInstanceLock()) {
	app.on("second-instance", open);
	app.on("open-url", open);
	app.whenReady().then(() => {
		protocol.handle(
			"app",
			() => new Response(PAGE, { headers: { "Content-Type": "text/html; charset=utf-8" } }),
		);
		open();
	});
} else app.quit();

function open() {
	const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } });
	window.loadURL("app://desk/index.html");
}
