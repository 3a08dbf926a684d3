import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { NATIVE_FILES, NATIVE_PACKAGES, type System } from "./native-files.ts";
import { noticesFile, readParts } from "./notices.ts";

/** Lists and copies the files for the archive. The list is explicit, so that no other file gets in. */

/** Source of a build. Settings show it, and `check-reproduced` rebuilds it. */
export interface Origin {
	/** Commit of the source. `null` if the files are changed or not in a repository. */
	readonly commit: string | null;
	/** Time of the commit in Unix seconds, which is used as every file's time. */
	readonly epoch: number;
}

/** Built files, relative to the project. They exclude source maps. */
const BUILT = [
	"out/main/**/*.js",
	"out/main/mcp.mjs",
	"out/preload/*.cjs",
	"out/renderer/**/*.{html,js,css,woff2}",
];
const RESOURCES = ["resources/icon-256.png", "resources/tray*.png", "resources/ledger-tokens/*.bin"];

const manifest = z.object({
	name: z.string(),
	version: z.string(),
	description: z.string(),
	license: z.string(),
	main: z.string(),
	type: z.literal("module"),
	dependencies: z.record(z.string(), z.string()),
});

/** Reads the project's package.json. */
export function readManifest(root: string): z.infer<typeof manifest> {
	return manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
}

/** Copies the files that match a pattern. Throws if there are none. */
function copy(from: string, to: string, pattern: string): void {
	const names = globSync(pattern, { cwd: from });
	if (names.length === 0) throw new Error(`${join(from, pattern)} is to be packaged, and is not there.`);
	for (const name of names) {
		mkdirSync(dirname(join(to, name)), { recursive: true });
		cpSync(join(from, name), join(to, name), { dereference: true });
	}
}

const json = (value: unknown) => `${JSON.stringify(value, null, "\t")}\n`;

/**
 * Copies the app's files to a folder with the archive's layout.
 * @param root folder of the built project
 * @param to folder that is created, or replaced if it exists
 */
export function stage(root: string, to: string, system: System, origin: Origin): void {
	rmSync(to, { recursive: true, force: true });
	mkdirSync(to, { recursive: true });
	for (const pattern of [...BUILT, ...RESOURCES]) copy(root, to, pattern);
	for (const [name, files] of Object.entries(NATIVE_FILES)) {
		const at = join("node_modules", name);
		for (const file of files(system)) copy(join(root, at), join(to, at), file);
	}
	const { dependencies, ...app } = readManifest(root);
	const native = Object.fromEntries(
		Object.entries(dependencies).filter(([name]) => NATIVE_PACKAGES.includes(name)),
	);
	writeFileSync(
		join(to, "package.json"),
		json({ ...app, desktopName: "countersign.desktop", dependencies: native }),
	);
	writeFileSync(join(to, "origin.json"), json(origin));
	writeFileSync(join(to, "notices.json"), noticesFile(readParts(root)));
}
