import { open } from "node:fs/promises";
import { dialog } from "electron";
import { AppError } from "../../../core/app-error.ts";
import { type Message, message } from "../../../core/message.ts";
import { textOf } from "../../../text/index.ts";
import type { FileFilter } from "../../ports.ts";
import { oneDialog } from "./one-dialog.ts";

/** Bytes. */
const LARGEST_FILE = 2_000_000;

/** A file that the user chose could not be used. */
export class FileNotReadError extends AppError {
	override readonly name = "FileNotReadError";
	constructor(what: Message, cause?: unknown) {
		super(message("desktop.file-not-read", { what }), { cause });
	}
}

/** Bounded before anything of it is held: what was chosen may be a pipe, or grow while it is read. */
async function contentsOf(path: string): Promise<Uint8Array> {
	const file = await open(path, "r");
	try {
		if (!(await file.stat()).isFile()) throw new FileNotReadError(message("desktop.file.none"));
		const bytes = Buffer.alloc(LARGEST_FILE + 1);
		let length = 0;
		while (length < bytes.length) {
			const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
			if (bytesRead === 0) break;
			length += bytesRead;
		}
		if (length > LARGEST_FILE) throw new FileNotReadError(message("desktop.file.too-large"));
		return bytes.subarray(0, length);
	} finally {
		await file.close();
	}
}

/** The text of a file as bytes hold it; null for bytes that are no UTF-8. */
function readAsText(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

/** Asks for a file and reads it. Null where the user cancelled, or is asked something else. Throws a FileNotReadError. */
export async function openFileBytes(filters: readonly FileFilter[]): Promise<Uint8Array | null> {
	const asked = () =>
		dialog.showOpenDialog({
			properties: ["openFile"],
			filters: filters.map(({ name, extensions }) => ({ name: textOf(name), extensions: [...extensions] })),
		});
	const { canceled, filePaths } = await oneDialog(asked, { canceled: true, filePaths: [] });
	const [path] = filePaths;
	if (canceled || path === undefined) return null;
	try {
		return await contentsOf(path);
	} catch (cause) {
		if (cause instanceof FileNotReadError) throw cause;
		throw new FileNotReadError(message("desktop.file.unreadable"), cause);
	}
}

/** The same as text. */
export async function openFile(filters: readonly FileFilter[]): Promise<string | null> {
	const bytes = await openFileBytes(filters);
	if (bytes === null) return null;
	const text = readAsText(bytes);
	if (text === null) throw new FileNotReadError(message("desktop.file.not-utf8"));
	return text;
}
