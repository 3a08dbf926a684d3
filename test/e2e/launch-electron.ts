import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { _electron } from "playwright";
import { electronPath } from "../../scripts/lib/ensure.mjs";
import type { Driver } from "./driver.ts";

type Hook = Record<string, (...args: unknown[]) => unknown>;

/** Starts the app in real Electron. electron-hook.cjs is loaded before the app's main process. */
export async function driveElectron(start: {
	appDir: string;
	args: string[];
	env: Record<string, string | undefined>;
}): Promise<Driver> {
	const executablePath = electronPath();
	if (executablePath === undefined)
		throw new Error("No Electron binary: set ELECTRON_OVERRIDE_DIST_PATH to the folder that holds it.");
	const hook = fileURLToPath(new URL("./electron-hook.cjs", import.meta.url));
	const env: Record<string, string> = {};
	for (const [name, value] of Object.entries({ ...process.env, ...start.env }))
		if (value !== undefined) env[name] = value;
	const app = await _electron.launch({
		executablePath,
		args: ["-r", hook, start.appDir, ...start.args],
		env,
		// Playwright's defaults are different: no sandbox on Linux, and the light theme regardless of the
		// app's.
		chromiumSandbox: process.getuid?.() !== 0,
		colorScheme: null,
	});
	const child = app.process();
	let written = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.on("data", (chunk: Buffer) => {
			written += chunk.toString();
		});
	const ended = once(child, "exit").then(([code, signal]) => (signal ?? code) as number | string);
	// The hook returns plain data. The types come from Driver, which both shells implement.
	const call = <T>(name: string, ...args: unknown[]): Promise<T> =>
		app.evaluate(
			(_electronModule, asked) => {
				const hooked: Hook = Reflect.get(globalThis, "countersignTest");
				return hooked[asked.name]?.(...asked.args) as T;
			},
			{ name, args },
		);
	return {
		windows: async () => app.windows(),
		windowViews: () => call("windows"),
		notifications: () => call("notifications"),
		pressNotification: (index, label) => call("pressNotification", index, label),
		clickNotification: (index = -1) => call("clickNotification", index),
		tray: () => call("tray"),
		clickTray: () => call("clickTray"),
		chooseTrayItem: (...path) => call("chooseTrayItem", path),
		pressShortcut: (keys) => call("pressShortcut", keys),
		emitPower: (name) => call("emitPower", name),
		setDark: (dark) => call("setDark", dark),
		openedExternal: () => call("openedExternal"),
		clipboard: () => call("clipboard"),
		badge: () => call("badge"),
		dialogs: () => call("dialogs"),
		answerDialog: (answer) => call("answerDialog", answer),
		openUrl: (url) => call("openUrl", url),
		closeWindow: (id) => call("closeWindow", id),
		async quit() {
			// The process may exit before it responds to the call.
			await call("quit").catch(() => {});
			await ended;
		},
		async kill(signal = "SIGKILL") {
			child.kill(signal);
			await ended;
		},
		pid: () => child.pid ?? 0,
		ended,
		output: () => written,
	};
}
