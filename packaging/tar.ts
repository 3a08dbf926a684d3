import { createReadStream, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Creates reproducible tar archives: their bytes depend only on names, modes, contents and a single time. */

export type Entry = {
	/** Path in the archive, with `/` but without a leading one. */
	readonly path: string;
	/** Permissions, such as 0o755. */
	readonly mode: number;
} & (
	| { readonly kind: "folder" }
	| { readonly kind: "link"; readonly to: string }
	| { readonly kind: "file"; readonly size: number; readonly read: () => AsyncIterable<Uint8Array> }
);

const BLOCK = 512;

/** Splits a path into ustar's two fields if it is too long for the first. */
function split(path: string): { name: string; prefix: string } {
	if (Buffer.byteLength(path) <= 100) return { name: path, prefix: "" };
	for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
		const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
		if (name !== "" && Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155)
			return { name, prefix };
	}
	throw new Error(`${path} is too long for an archive`);
}

const TYPES = { file: "0", link: "2", folder: "5" } as const;

function header(entry: Entry, epoch: number): Buffer {
	const block = Buffer.alloc(BLOCK);
	const { name, prefix } = split(entry.kind === "folder" ? `${entry.path}/` : entry.path);
	const octal = (value: number, at: number, width: number) =>
		block.write(`${value.toString(8).padStart(width - 1, "0")}\0`, at, "latin1");
	block.write(name, 0);
	octal(entry.mode, 100, 8);
	octal(0, 108, 8);
	octal(0, 116, 8);
	octal(entry.kind === "file" ? entry.size : 0, 124, 12);
	octal(epoch, 136, 12);
	block.write(" ".repeat(8), 148);
	block.write(TYPES[entry.kind], 156);
	if (entry.kind === "link") block.write(entry.to, 157);
	block.write("ustar\x0000", 257, "latin1");
	block.write("root", 265);
	block.write("root", 297);
	octal(0, 329, 8);
	octal(0, 337, 8);
	block.write(prefix, 345);
	const sum = block.reduce((total, byte) => total + byte, 0);
	block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
	return block;
}

/** Yields an archive of the entries in the given order. @param epoch time of all entries, in Unix seconds */
export async function* tar(entries: readonly Entry[], epoch: number): AsyncGenerator<Uint8Array> {
	for (const entry of entries) {
		yield header(entry, epoch);
		if (entry.kind !== "file") continue;
		yield* entry.read();
		const rest = entry.size % BLOCK;
		if (rest !== 0) yield Buffer.alloc(BLOCK - rest);
	}
	yield Buffer.alloc(2 * BLOCK);
}

/** Returns an entry for a file with these bytes. */
export function fileOf(path: string, bytes: Uint8Array, mode = 0o644): Entry {
	return {
		kind: "file",
		path,
		mode,
		size: bytes.length,
		async *read() {
			yield bytes;
		},
	};
}

/** Returns an entry for a file or link on disk. Executable files stay executable. */
function entryOf(source: string, path: string): Entry {
	const stat = lstatSync(source);
	if (stat.isSymbolicLink()) return { kind: "link", path, mode: 0o777, to: readlinkSync(source) };
	const mode = (stat.mode & 0o100) === 0 ? 0o644 : 0o755;
	return { kind: "file", path, mode, size: stat.size, read: () => createReadStream(source) };
}

/** Returns entries for all files in a folder, recursively. */
export function entriesOf(folder: string, at: string): readonly Entry[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
		const [source, path] = [join(folder, each.name), `${at}/${each.name}`];
		return each.isDirectory() ? entriesOf(source, path) : [entryOf(source, path)];
	});
}

/** Adds the entries' parent folders, and sorts all entries by the bytes of their paths. */
export function inOrder(entries: readonly Entry[]): readonly Entry[] {
	const all = new Map(entries.map((entry) => [entry.path, entry]));
	for (const { path } of entries) {
		const parts = path.split("/").slice(0, -1);
		for (let depth = 1; depth <= parts.length; depth += 1) {
			const folder = parts.slice(0, depth).join("/");
			if (!all.has(folder)) all.set(folder, { kind: "folder", path: folder, mode: 0o755 });
		}
	}
	return [...all.values()].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}
