import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type AsarStreamType, createPackageFromStreams, getRawHeader, uncache } from "@electron/asar";

/** Packs the archive from which Electron runs the app. */

/** Returns whether a file stays outside the archive. Systems can't load binaries from inside it. */
const unpacked = (path: string) => path.endsWith(".node");

/** Returns the relative paths of all files in a folder, with `/`, sorted by their bytes. */
export function filesOf(folder: string): readonly string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
		.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Packs a folder. The archive's bytes depend only on the files' names and contents. */
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
	// The library caches headers by path, and would use the header of an earlier archive.
	uncache(archive);
}

/** Returns the digest of the archive's header. Electron checks it before it runs the app. */
export function headerDigest(archive: string): string {
	return createHash("sha256").update(getRawHeader(archive).headerString).digest("hex");
}

/** Returns the content of the resource INTEGRITY/ELECTRONASAR in a Windows executable. */
export function windowsIntegrity(archive: string): string {
	return JSON.stringify([{ file: "resources\\app.asar", alg: "SHA256", value: headerDigest(archive) }]);
}
