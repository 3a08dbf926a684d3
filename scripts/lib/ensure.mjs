// Provides what scripts need before they can start: packages, a recent Node and a build. Uses only built-in
// modules, because it runs on Node 20 before anything is installed.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Path of the project folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const windows = process.platform === "win32";

/**
 * Returns the Node that runs the project's TypeScript (24 or later): the installed one, or else the one of
 * this process.
 */
export function node24Path() {
	const installed = join(root, "node_modules", "node", "bin", windows ? "node.exe" : "node");
	if (existsSync(installed)) return installed;
	if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
	throw new Error('Node 24 is not installed. Run "npm ci" in the project folder; it brings its own.');
}

function environment(extra) {
	const bins = join(root, "node_modules", ".bin");
	const own = existsSync(join(root, "node_modules", "node")) ? [dirname(node24Path())] : [];
	const path = [...own, bins, process.env.PATH ?? ""].join(delimiter);
	return { ...process.env, ...extra, PATH: path };
}

/**
 * Runs a program until it exits and shows its output. Node 24 and the project's binaries come first in PATH.
 * Rejects if the exit code isn't 0. `opts`: cwd, env (added to the current one), stdio, shell.
 */
export function run(cmd, args = [], opts = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(cmd, args, { cwd: root, stdio: "inherit", ...opts, env: environment(opts.env) });
		const forward = (signal) => child.kill(signal);
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, forward);
		child.on("error", reject);
		child.on("close", (code, signal) => {
			for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(name, forward);
			if (code === 0) resolve();
			else reject(new Error(`${cmd} ${args.join(" ")} ended with ${signal ?? code}`));
		});
	});
}

export async function ensureInstalled() {
	if (existsSync(join(root, "node_modules", ".package-lock.json"))) return;
	console.log("Installing packages (npm ci) …");
	await run("npm", ["ci"], { shell: windows });
}

function newest(path) {
	if (!existsSync(path)) return 0;
	const stat = statSync(path);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function built() {
	const outputs = ["main", "preload", "renderer", "notices"].map((name) => join(root, "out", name));
	if (!outputs.every((path) => existsSync(path))) return 0;
	return Math.min(...outputs.map((path) => newest(path)));
}

/** Builds out/ if it is missing or older than its sources. */
export async function ensureBuilt() {
	const sources = [
		"src",
		"resources",
		"electron.vite.config.ts",
		"package.json",
		"packaging/bundled.ts",
		"packaging/literals.ts",
	];
	if (built() > Math.max(...sources.map((name) => newest(join(root, name))))) return;
	console.log("Building …");
	const cli = join(root, "node_modules", "electron-vite", "bin", "electron-vite.js");
	await run(node24Path(), [cli, "build"]);
}

const electronFolder = join(root, "node_modules", "electron");
const electronBinaries = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" };

/**
 * Returns the path of Electron's binary, from ELECTRON_OVERRIDE_DIST_PATH or else from its package. Returns
 * `undefined` if there is none.
 */
export function electronPath(folder = electronFolder) {
	const binary = electronBinaries[process.platform] ?? "electron";
	return [process.env.ELECTRON_OVERRIDE_DIST_PATH, join(folder, "dist")]
		.filter((dir) => dir !== undefined && dir !== "")
		.map((dir) => join(dir, binary))
		.find((path) => existsSync(path));
}

const NO_ELECTRON = `
Electron could not be downloaded. The reason is above; "npm start" tries again the next time.
  behind a proxy    set HTTPS_PROXY to its address
  from a mirror     set ELECTRON_MIRROR to its address
  a copy you have   set ELECTRON_OVERRIDE_DIST_PATH to the folder with the binary
`;

/**
 * Returns the path of Electron's binary, and downloads it first if it is missing, because the package
 * "electron" has no install script. If the download fails, prints the reason and returns `undefined`.
 */
export async function ensureElectron(folder = electronFolder) {
	const present = electronPath(folder);
	if (present !== undefined) return present;
	console.log("Downloading Electron, once (over 100 MB) …");
	try {
		await run(node24Path(), [join(folder, "install.js")], { env: { NODE_USE_ENV_PROXY: "1" } });
	} catch {
		console.error(NO_ELECTRON);
	}
	return electronPath(folder);
}

/** Returns `false` on Linux without X11 or Wayland. Neither Electron nor Chrome can open a window there. */
export function hasDisplay() {
	if (process.platform !== "linux") return true;
	return [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some((name) => name !== undefined && name !== "");
}
