import { mkdirSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";

const packageShape = z.object({
	name: z.string(),
	productName: z.string().optional(),
	version: z.string().default("0.0.0"),
	main: z.string(),
});

/** Start parameters of the process. run.ts sets them once, before the host's `electron` is loaded. */
export interface HostStart {
	appDir: string;
	main: string;
	name: string;
	version: string;
	args: string[];
	headless: boolean;
	cdpPort: number;
}

const appDir = process.env.COUNTERSIGN_HOST_APP ?? process.cwd();

function readStart(): HostStart {
	const described = packageShape.parse(JSON.parse(readFileSync(join(appDir, "package.json"), "utf8")));
	const screen = process.platform !== "linux" || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
	const headless =
		process.env.COUNTERSIGN_HEADLESS === undefined ? !screen : process.env.COUNTERSIGN_HEADLESS !== "0";
	return {
		appDir,
		main: join(appDir, described.main),
		name: described.productName ?? described.name,
		version: described.version,
		args: process.argv.slice(2),
		headless,
		cdpPort: Number(process.env.COUNTERSIGN_CDP_PORT ?? 0),
	};
}

export const start: HostStart = readStart();

function configDir(): string {
	if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
	if (process.platform === "win32") return process.env.APPDATA ?? join(homedir(), "AppData", "Roaming");
	return process.env.XDG_CONFIG_HOME ?? join(homedir(), ".config");
}

const moved = new Map<string, string>();
const appName = { current: start.name };

/** The app's name, which Electron's `app.setName` changes. */
export const naming = {
	get: (): string => appName.current,
	set: (name: string): void => {
		appName.current = name;
	},
};

/** Electron's `app.getPath`. An unknown name throws, as in Electron. */
export function pathOf(name: string): string {
	const set = moved.get(name);
	if (set !== undefined) return set;
	switch (name) {
		case "home":
			return homedir();
		case "appData":
			return configDir();
		case "userData":
			return process.env.COUNTERSIGN_DATA_DIR ?? join(configDir(), naming.get());
		case "sessionData":
			return pathOf("userData");
		case "logs":
			return join(pathOf("userData"), "logs");
		case "crashDumps":
			return join(pathOf("userData"), "Crashpad");
		case "temp":
			return tmpdir();
		case "exe":
			return process.execPath;
		case "desktop":
			return join(homedir(), "Desktop");
		case "documents":
			return join(homedir(), "Documents");
		case "downloads":
			return join(homedir(), "Downloads");
		default:
			throw new Error(`Failed to get '${name}' path`);
	}
}

/** Electron's `app.setPath`. */
export function movePath(name: string, path: string): void {
	pathOf(name);
	mkdirSync(path, { recursive: true });
	moved.set(name, path);
}

/**
 * Returns the folder for state that belongs to the computer: the keychain's key, Chromium's profile and the
 * instance lock. It is next to userData, so that tests can inspect the app's own data separately.
 */
export function stateDir(): string {
	const userData = pathOf("userData");
	const dir = join(dirname(userData), `${basename(userData)}.host`);
	mkdirSync(dir, { recursive: true, mode: 0o700 });
	return dir;
}

/** Logs a line about the host to stderr, because stdout belongs to the app. */
export function hostLog(text: string): void {
	process.stderr.write(`[host] ${text}\n`);
}
