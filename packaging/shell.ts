import { cpSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setFuses } from "./fuses.ts";

/** Assembles Electron's files and the archive for Linux. electron-builder does this for macOS and Windows. */

/** Chromium's language files to keep, because the app is only in English. There are about fifty others. */
const LANGUAGES = ["en-US.pak", "en-GB.pak"];

/**
 * Assembles a package's folder for Linux.
 * @param electron folder with Electron's binary
 * @param resources folder with app.asar and the files next to it
 * @param to folder that is created, or replaced if it exists
 */
export async function assemble(electron: string, resources: string, to: string): Promise<void> {
	rmSync(to, { recursive: true, force: true });
	cpSync(electron, to, { recursive: true, verbatimSymlinks: true });
	rmSync(join(to, "resources", "default_app.asar"), { force: true });
	const locales = join(to, "locales");
	if (existsSync(locales))
		for (const name of readdirSync(locales)) if (!LANGUAGES.includes(name)) rmSync(join(locales, name));
	renameSync(join(to, "electron"), join(to, "countersign"));
	renameSync(join(to, "LICENSE"), join(to, "LICENSE.electron.txt"));
	cpSync(resources, join(to, "resources"), { recursive: true });
	await setFuses(join(to, "countersign"));
}
