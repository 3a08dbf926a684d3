import { open } from "node:fs/promises";
import { dialog } from "electron";
import type { FileFilter } from "../ports.ts";

/** Bytes. */
const LARGEST_FILE = 2_000_000;

/** A file that the person chose could not be used. */
export class FileNotReadError extends Error {
	readonly words: string;
	constructor(what: string, cause?: unknown) {
		super(`a file could not be read: ${what}`, { cause });
		this.name = "FileNotReadError";
		this.words = `${what} Nothing was read from it, and nothing changed. Choose another file.`;
	}
}

/** Bounded before anything of it is held: what was chosen may be a pipe, or grow while it is read. */
async function contentsOf(path: string): Promise<Uint8Array> {
	const file = await open(path, "r");
	try {
		if (!(await file.stat()).isFile()) throw new FileNotReadError("This is no file.");
		const bytes = Buffer.alloc(LARGEST_FILE + 1);
		let length = 0;
		while (length < bytes.length) {
			const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
			if (bytesRead === 0) break;
			length += bytesRead;
		}
		if (length > LARGEST_FILE) throw new FileNotReadError("This file is larger than 2 MB.");
		return bytes.subarray(0, length);
	} finally {
		await file.close();
	}
}

/** The text of a file as bytes hold it; null for bytes that are no UTF-8. */
function textOf(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

/** Asks for a file and reads its text. Null where the person cancelled. Throws a FileNotReadError. */
export async function openFile(filters: readonly FileFilter[]): Promise<string | null> {
	const { canceled, filePaths } = await dialog.showOpenDialog({
		properties: ["openFile"],
		filters: filters.map(({ name, extensions }) => ({ name, extensions: [...extensions] })),
	});
	const [path] = filePaths;
	if (canceled || path === undefined) return null;
	let bytes: Uint8Array;
	try {
		bytes = await contentsOf(path);
	} catch (cause) {
		if (cause instanceof FileNotReadError) throw cause;
		throw new FileNotReadError("This file could not be read.", cause);
	}
	const text = textOf(bytes);
	if (text === null) throw new FileNotReadError("This file is not text in UTF-8.");
	return text;
}
