import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { NATIVE_FILES, NATIVE_PACKAGES, type System } from "./native-files.ts";
import { noticesFile, readParts } from "./notices.ts";

/** What goes into the archive: an allow list, so that nothing gets in by lying about. */

/** Of which source this is built; shown in Settings, and what `check-reproduced` builds again. */
export interface Origin {
	/** Of the source; null where it has none. */
	readonly commit: string | null;
	/** Of that commit, in seconds of Unix time; every time in every container. */
	readonly epoch: number;
}

/** From the project's folder; maps are left out of every folder. */
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

/** What the project's own package.json says of the app. */
export function readManifest(root: string): z.infer<typeof manifest> {
	return manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
}

/** Copies the files that fit a pattern, of which there must be one at least. */
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
 * Lays out the app's files as they are packaged.
 * @param root the project, built
 * @param to a folder that is made anew
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
