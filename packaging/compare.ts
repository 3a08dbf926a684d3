import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { extractFile, listPackage, statFile, uncacheAll } from "@electron/asar";

/** What two packages hold that is not the same. */

/** By a path that goes into archives: `data.tar.gz/opt/Countersign/resources/app.asar/out/main/index.js`. */
type Contents = ReadonlyMap<string, Buffer>;

/** Members of an `ar` archive, which a Debian package is. */
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

/** Entries of an archive of tar, each with what stands in its header before its bytes: mode, time, link. */
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

/** Files of an app's archive; those that lie beside it are compared there. */
function ofAsar(bytes: Buffer): Contents {
	const folder = mkdtempSync(join(tmpdir(), "countersign-compare-"));
	const file = join(folder, "app.asar");
	try {
		writeFileSync(file, bytes);
		const names = listPackage(file, { isPack: false }).map((name) => name.slice(1));
		const held = names.filter((name) => {
			const entry = statFile(file, name);
			return "size" in entry && !("unpacked" in entry && entry.unpacked === true);
		});
		return new Map(held.map((name) => [name, extractFile(file, name)]));
	} finally {
		uncacheAll();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** How a file is opened, by its name; null where it is compared as a whole. */
function opened(name: string, bytes: Buffer): Contents | null {
	if (name.endsWith(".deb")) return ofAr(bytes);
	if (name.endsWith(".tar.gz")) return ofTar(gunzipSync(bytes));
	return name.endsWith(".asar") ? ofAsar(bytes) : null;
}

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/**
 * What differs between two files of one name: a line each, and none where they are the same bytes. An archive whose
 * parts are all the same differs as a whole.
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

/** @see differences */
export function fileDifferences(name: string, published: string, rebuilt: string): readonly string[] {
	return differences(name, readFileSync(published), readFileSync(rebuilt));
}
