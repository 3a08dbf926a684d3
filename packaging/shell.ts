import { cpSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setFuses } from "./fuses.ts";

/** Electron's own files around the archive, as Linux has them; macOS and Windows are electron-builder's. */

/** The app speaks English alone; Chromium's own texts in other languages are half a hundred files. */
const LANGUAGES = ["en-US.pak", "en-GB.pak"];

/**
 * Puts a package for Linux together.
 * @param electron the folder with Electron's binary
 * @param resources a folder with app.asar and what lies beside it
 * @param to a folder that is made anew
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
