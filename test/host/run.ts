import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Runs a built Electron app in the Chromium host: `node test/host/run.ts <app folder> [arguments for the
 * app]`. Environment: COUNTERSIGN_DATA_DIR (userData), COUNTERSIGN_CHROMIUM, COUNTERSIGN_CDP_PORT,
 * COUNTERSIGN_HEADLESS (0 shows windows), COUNTERSIGN_HOST_DARK, COUNTERSIGN_HOST_KEYCHAIN=none,
 * COUNTERSIGN_HOST_CONNECTIONS (maximum connections per host).
 */
const appDir = resolve(process.argv[2] ?? ".");
process.argv = [process.execPath, appDir, ...process.argv.slice(3)];
process.env.COUNTERSIGN_HOST_APP = appDir;

const electronUrl = new URL("./electron.ts", import.meta.url).href;
registerHooks({
	resolve(specifier, context, next) {
		if (specifier === "electron" || specifier === "electron/main" || specifier === "electron/common")
			return { url: electronUrl, shortCircuit: true, format: "module-typescript" };
		return next(specifier, context);
	},
});

Object.defineProperty(process, "versions", {
	value: Object.freeze({ ...process.versions, electron: "45.4.1", chrome: "150.0.0.0" }),
});
Object.assign(process, { type: "browser", resourcesPath: resolve(appDir, "resources"), defaultApp: true });

const { start, hostLog } = await import("./state.ts");
const { listenForControl } = await import("./control.ts");
const { isEnding, markReady } = await import("./app.ts");
const { cdpPort } = await import("./browser.ts");
const { watchJournal } = await import("./points.ts");
listenForControl();
watchJournal();

try {
	// Electron also waits until the main script has run before it reports that it is ready.
	await import(pathToFileURL(start.main).href);
	markReady();
	if (start.headless && !isEnding())
		hostLog(`no display: windows are pages of http://127.0.0.1:${await cdpPort()} (DevTools protocol)`);
} catch (error) {
	console.error(error);
	process.exit(1);
}
