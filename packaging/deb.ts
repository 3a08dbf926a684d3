import { createReadStream, createWriteStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { iconFiles } from "./icons.ts";
import { type Entry, entriesOf, fileOf, inOrder, tar } from "./tar.ts";

/** Creates a package for Debian and Ubuntu, and a plain archive, from the assembled folder. */

/** Debian's packages by the system libraries that the native packages load. */
export const NATIVE_LIBRARIES: Readonly<Record<string, string>> = {
	"libusb-1.0.so.0": "libusb-1.0-0",
	"libudev.so.1": "libudev1",
};

/**
 * Debian's packages that Electron's binary requires. GTK installs the others. Names in t64 are used if `time_t`
 * has 64 bits.
 */
const ELECTRON_DEPENDS = [
	"libgtk-3-0t64 | libgtk-3-0",
	"libnotify4",
	"libnss3",
	"libxss1",
	"libxtst6",
	"libatspi2.0-0t64 | libatspi2.0-0",
	"libuuid1",
	"libsecret-1-0",
	"libgbm1",
	"libasound2t64 | libasound2",
	"xdg-utils",
];

const ARCHITECTURES = { x64: "amd64", arm64: "arm64" } as const;

export interface LinuxPackage {
	/** Path of the assembled folder. */
	readonly folder: string;
	/** Path of the project, for the additional files. */
	readonly root: string;
	readonly version: string;
	readonly description: string;
	readonly arch: keyof typeof ARCHITECTURES;
	/** Time of every file, in Unix seconds. */
	readonly epoch: number;
}

async function gzipped(entries: readonly Entry[], epoch: number, file: string): Promise<void> {
	await pipeline(Readable.from(tar(entries, epoch)), createGzip({ level: 9 }), createWriteStream(file));
}

/** Writes a `tar.gz` of the folder. Its root folder is named after the app and the version. */
export async function plainArchive(
	{ folder, version, arch, epoch }: LinuxPackage,
	file: string,
): Promise<void> {
	await gzipped(inOrder(entriesOf(folder, `countersign-${version}-linux-${arch}`)), epoch, file);
}

/** Returns the files at their paths in the system. */
export function systemFiles({ folder, root }: LinuxPackage): readonly Entry[] {
	const own = (name: string) => readFileSync(join(root, "packaging", "linux", name));
	const app = entriesOf(folder, "opt/Countersign").map((entry) =>
		// Chromium uses this helper as its sandbox if the system has no user namespaces.
		entry.path === "opt/Countersign/chrome-sandbox" ? { ...entry, mode: 0o4755 } : entry,
	);
	return inOrder([
		...app,
		fileOf("opt/Countersign/resources/apparmor", own("apparmor")),
		{ kind: "link", path: "usr/bin/countersign", mode: 0o777, to: "/opt/Countersign/countersign" },
		fileOf("usr/share/applications/countersign.desktop", own("countersign.desktop")),
		fileOf("usr/lib/udev/rules.d/70-countersign-ledger.rules", own("70-countersign-ledger.rules")),
		fileOf("usr/share/doc/countersign/copyright", readFileSync(join(root, "LICENSE"))),
		...iconFiles(root).map(({ size, file }) =>
			fileOf(`usr/share/icons/hicolor/${size}/apps/countersign${file.slice(-4)}`, readFileSync(file)),
		),
	]);
}

function control({ version, description, arch }: LinuxPackage, files: readonly Entry[]): string {
	const bytes = files.reduce((sum, entry) => sum + (entry.kind === "file" ? entry.size : 0), 0);
	return [
		"Package: countersign",
		`Version: ${version}`,
		`Architecture: ${ARCHITECTURES[arch]}`,
		"Maintainer: The Countersign developers",
		`Installed-Size: ${Math.ceil(bytes / 1024)}`,
		`Depends: ${[...ELECTRON_DEPENDS, ...Object.values(NATIVE_LIBRARIES)].join(", ")}`,
		"Section: utils",
		"Priority: optional",
		"Description: Review and sign what an AI agent asks for",
		` ${description}`,
		"",
	].join("\n");
}

/** Yields a member of an `ar` archive. */
async function* member(name: string, size: number, read: AsyncIterable<Uint8Array>, epoch: number) {
	const field = (value: string | number, width: number) => String(value).padEnd(width);
	yield Buffer.from(
		`${field(name, 16)}${field(epoch, 12)}${field(0, 6)}${field(0, 6)}${field("100644", 8)}${field(size, 10)}\`\n`,
		"latin1",
	);
	yield* read;
	if (size % 2 === 1) yield Buffer.from("\n");
}

/**
 * Writes the Debian package.
 * @param work folder for intermediate files
 */
export async function deb(given: LinuxPackage, file: string, work: string): Promise<void> {
	const { root, epoch } = given;
	const files = systemFiles(given);
	const script = (name: string) => fileOf(name, readFileSync(join(root, "packaging", "linux", name)), 0o755);
	const inner = { control: join(work, "control.tar.gz"), data: join(work, "data.tar.gz") };
	const described = fileOf("control", Buffer.from(control(given, files)));
	await gzipped(inOrder([described, script("postinst"), script("prerm")]), epoch, inner.control);
	await gzipped(files, epoch, inner.data);
	async function* archive() {
		yield Buffer.from("!<arch>\n");
		yield* member("debian-binary", 4, Readable.from([Buffer.from("2.0\n")]), epoch);
		for (const path of [inner.control, inner.data])
			yield* member(path.slice(work.length + 1), statSync(path).size, createReadStream(path), epoch);
	}
	await pipeline(Readable.from(archive()), createWriteStream(file));
}
