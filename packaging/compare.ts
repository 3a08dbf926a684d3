import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { extractFile, listPackage, statFile, uncacheAll } from "@electron/asar";

/** Finds the differences between two packages. */

/** Contents of an archive by name. */
type Contents = ReadonlyMap<string, Buffer>;

/** Returns the members of an `ar` archive, such as a Debian package. */
function ofAr(bytes: Buffer): Contents {
	const found = new Map<string, Buffer>();
	for (let at = 8; at + 60 <= bytes.length; ) {
		const size = Number(bytes.toString("latin1", at + 48, at + 58));
		const name = bytes
			.toString("latin1", at, at + 16)
			.trim()
			.replace(/\/$/, "");
		found.set(name, bytes.subarray(at + 60, at + 60 + size));
		at += 60 + size + (size % 2);
	}
	return found;
}

const field = (block: Buffer, at: number, width: number) =>
	block.toString("utf8", at, at + width).replace(/\0.*$/s, "");

/** Returns the entries of a tar archive. The header of each (mode, time and link target) is a separate item. */
function ofTar(bytes: Buffer): Contents {
	const found = new Map<string, Buffer>();
	for (let at = 0; at + 512 <= bytes.length; ) {
		const block = bytes.subarray(at, at + 512);
		const name = [field(block, 345, 155), field(block, 0, 100)].filter((part) => part !== "").join("/");
		if (name === "") break;
		const size = Number.parseInt(field(block, 124, 12), 8);
		found.set(`${name} (header)`, block.subarray(100));
		if (size > 0) found.set(name, bytes.subarray(at + 512, at + 512 + size));
		at += 512 + Math.ceil(size / 512) * 512;
	}
	return found;
}

/** Returns the files in an app's archive. Unpacked files are compared where they are. */
function ofAsar(bytes: Buffer): Contents {
	const folder = mkdtempSync(join(tmpdir(), "countersign-compare-"));
	const file = join(folder, "app.asar");
	try {
		writeFileSync(file, bytes);
		const names = listPackage(file, { isPack: false }).map((name) => name.slice(1));
		const packed = names.filter((name) => {
			const entry = statFile(file, name);
			return "size" in entry && !("unpacked" in entry && entry.unpacked === true);
		});
		return new Map(packed.map((name) => [name, extractFile(file, name)]));
	} finally {
		uncacheAll();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Returns a file's contents according to its name. `null` if it is not an archive. */
function opened(name: string, bytes: Buffer): Contents | null {
	if (name.endsWith(".deb")) return ofAr(bytes);
	if (name.endsWith(".tar.gz")) return ofTar(gunzipSync(bytes));
	return name.endsWith(".asar") ? ofAsar(bytes) : null;
}

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/**
 * Returns one line for each difference between two files with the same name, or none if their bytes are equal.
 * Names in archives are appended, as in `x.deb/data.tar.gz/opt/Countersign/resources/app.asar/index.js`. If all
 * parts of two archives are equal but their bytes are not, the archive itself is reported.
 */
export function differences(name: string, published: Buffer, rebuilt: Buffer): readonly string[] {
	if (published.equals(rebuilt)) return [];
	const whole = `${name}: published ${digest(published)}, rebuilt ${digest(rebuilt)}`;
	const [theirs, ours] = [opened(name, published), opened(name, rebuilt)];
	if (theirs === null || ours === null) return [whole];
	const inside = [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((part) => {
		const [a, b] = [theirs.get(part), ours.get(part)];
		if (a === undefined) return [`${name}/${part}: only in the rebuilt one`];
		if (b === undefined) return [`${name}/${part}: only in the published one`];
		return differences(part, a, b).map((line) => `${name}/${line}`);
	});
	return inside.length > 0 ? inside : [whole];
}

/** Compares two files on disk with `differences`. */
export function fileDifferences(name: string, published: string, rebuilt: string): readonly string[] {
	return differences(name, readFileSync(published), readFileSync(rebuilt));
}
