import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** What goes into the archive: an allow list, so that nothing gets in by lying about. */

/** As Node.js names them. */
export interface System {
	readonly platform: "linux" | "darwin" | "win32";
	readonly arch: "x64" | "arm64";
}

/** Of which source this is built; shown in Settings, and what `check-reproduced` builds again. */
export interface Origin {
	/** Of the source; null where it has none. */
	readonly commit: string | null;
	/** Of that commit, in seconds of Unix time; every time in every container. */
	readonly epoch: number;
}

/** From the project's folder; maps are left out of every folder. */
const BUILT = ["out/main/**/*.js", "out/preload/*.cjs", "out/renderer/**/*.{html,js,css,woff2}"];
const RESOURCES = ["resources/icon-256.png", "resources/tray*.png"];

/** node-hid loads one binary: on Linux the one that speaks to /dev/hidraw*. */
const hidBinary = ({ platform, arch }: System) =>
	`prebuilds/${platform === "linux" ? "HID_hidraw" : "HID"}-${platform}-${arch}/node-napi-v4.node`;

/** As node-gyp-build looks for it. */
function usbBinary({ platform, arch }: System): string {
	if (platform === "linux")
		return `prebuilds/linux-${arch}/node.napi.${arch === "arm64" ? "armv8" : "glibc"}.node`;
	return `prebuilds/${platform === "darwin" ? "darwin-x64+arm64" : `win32-${arch}`}/node.napi.node`;
}

/** Packages that are not bundled, since their binaries are found beside their own files, and what of them runs. */
const NATIVE: Readonly<Record<string, (system: System) => readonly string[]>> = {
	"node-hid": (system) => [
		"package.json",
		"nodehid.js",
		"binding-options.js",
		"LICENSE-bsd.txt",
		hidBinary(system),
	],
	"pkg-prebuilds": () => ["package.json", "bindings.js", "lib/prebuild.js", "LICENSE"],
	usb: (system) => ["package.json", "dist/**/*.js", "LICENSE", "libusb/COPYING", usbBinary(system)],
	"node-gyp-build": () => ["package.json", "index.js", "node-gyp-build.js", "LICENSE"],
};
export const NATIVE_PACKAGES = Object.keys(NATIVE);

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
	for (const [name, files] of Object.entries(NATIVE)) {
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
}
