import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { electronPath, node24Path } from "../../scripts/lib/ensure.mjs";
import { startHost } from "../host/client.ts";
import type { Shell } from "./loop.ts";

export interface ShellOptions {
	/** The folder whose package.json names the built main. */
	readonly appDir: string;
	/** Added to this process's environment. */
	readonly env: Readonly<Record<string, string>>;
	/** Port of the windows' DevTools protocol on 127.0.0.1. */
	readonly devToolsPort: number;
	/** Port of main's inspector on 127.0.0.1; `null` for none. */
	readonly inspectPort: number | null;
}

/** How long an app that was asked to quit may take before it is killed, in ms. */
const MAX_QUIT_MS = 10_000;

/** Starts the built app in real Electron where its binary is here, and in the Chromium host otherwise. */
export async function startShell(options: ShellOptions): Promise<Shell> {
	const electron = electronPath();
	return electron === undefined ? startInHost(options) : startInElectron(electron, options);
}

const inspector = (port: number | null) => (port === null ? [] : [`--inspect=127.0.0.1:${port}`]);

async function startInElectron(electron: string, options: ShellOptions): Promise<Shell> {
	const hook = fileURLToPath(new URL("./electron-hook.cjs", import.meta.url));
	const args = [
		...inspector(options.inspectPort),
		`--remote-debugging-port=${options.devToolsPort}`,
		"-r",
		hook,
		options.appDir,
	];
	const child = spawn(electron, args, {
		stdio: ["ignore", "inherit", "inherit", "ipc"],
		env: { ...process.env, ...options.env },
	});
	await once(child, "spawn");
	const ended = once(child, "exit").then(([code, signal]) => (signal ?? code) as number | string);
	return {
		ended,
		async reload() {
			child.send("reload");
		},
		stop: () => endBy(() => child.connected && child.send("quit"), child, ended),
	};
}

/** The Chromium host, with the id of its process. */
export async function startInHost(options: ShellOptions): Promise<Shell & { readonly pid: number }> {
	const { child, host, ended } = startHost({
		node: node24Path(),
		nodeArgs: inspector(options.inspectPort),
		appDir: options.appDir,
		env: { ...options.env, COUNTERSIGN_CDP_PORT: String(options.devToolsPort) },
	});
	child.stdout?.pipe(process.stdout, { end: false });
	child.stderr?.pipe(process.stderr, { end: false });
	// The call is answered once the app's own start has come far enough to be controlled.
	// One that ends at once has said why, and is told by its end.
	await host.paths().catch(() => {});
	return {
		ended,
		pid: child.pid ?? 0,
		reload: () => host.reloadWindows(),
		// The process may end before the call is answered.
		stop: () => endBy(() => void host.quit().catch(() => {}), child, ended),
	};
}

async function endBy(
	ask: () => unknown,
	child: { kill(signal: "SIGKILL"): boolean },
	ended: Promise<unknown>,
): Promise<void> {
	ask();
	const killing = setTimeout(() => child.kill("SIGKILL"), MAX_QUIT_MS);
	await ended;
	clearTimeout(killing);
}
