import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type AsarStreamType, createPackageFromStreams, getRawHeader, uncache } from "@electron/asar";

/** The archive that Electron runs the app from. */

/** Binaries lie beside the archive: no system loads one from inside. */
const unpacked = (path: string) => path.endsWith(".node");

/** Every file of a folder, by its path from there with `/`, in the order of their bytes. */
export function filesOf(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
		.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Packs a folder; the bytes depend on the files' names and contents alone. */
export async function pack(from: string, archive: string): Promise<void> {
	const files = filesOf(from);
	mkdirSync(dirname(archive), { recursive: true });
	const streams = files.map(
		(path): AsarStreamType => ({
			type: "file",
			path,
			unpacked: unpacked(path),
			stat: { mode: 0o100644, size: statSync(join(from, path)).size },
			streamGenerator: () => createReadStream(join(from, path)),
		}),
	);
	await createPackageFromStreams(archive, streams);
	// It keeps headers by path, and would hold an earlier archive's against this one.
	uncache(archive);
}

/** What Electron holds the archive's header against, before it runs anything of it. */
export function headerDigest(archive: string): string {
	return createHash("sha256").update(getRawHeader(archive).headerString).digest("hex");
}

/** The text of the resource INTEGRITY/ELECTRONASAR in a Windows executable. */
export function windowsIntegrity(archive: string): string {
	return JSON.stringify([{ file: "resources\\app.asar", alg: "SHA256", value: headerDigest(archive) }]);
}
