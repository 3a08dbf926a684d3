// What every script needs before it can do its own work: packages, a Node of the right age, a build.
// Runs on Node 20 with nothing installed, so it uses built-ins only.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const windows = process.platform === "win32";

/** The Node that runs the project's TypeScript (24 or later): the installed one, else this process's own. */
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
 * Runs a program to its end, its output on ours; Node 24 and the project's binaries come first in PATH. Rejects
 * where it ends with anything but 0. `opts`: cwd, env (added to ours), stdio, shell.
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

/** Installs the packages of the lockfile where none are installed yet. */
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

/** Builds out/ where it is missing or older than what it is built from. */
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

/** The path of a real Electron binary: ELECTRON_OVERRIDE_DIST_PATH, or the one already downloaded; else undefined. */
export function electronPath() {
	const names = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" };
	const name = names[process.platform] ?? "electron";
	const places = [process.env.ELECTRON_OVERRIDE_DIST_PATH, join(root, "node_modules", "electron", "dist")];
	return places
		.filter((dir) => dir !== undefined && dir !== "")
		.map((dir) => join(dir, name))
		.find((path) => existsSync(path));
}
