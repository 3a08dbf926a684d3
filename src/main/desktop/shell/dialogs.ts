import { open, writeFile } from "node:fs/promises";
import { dialog, shell } from "electron";
import { AppError } from "../../../core/app-error.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { isSafeAddress } from "../../../ipc/primitives.ts";
import { t, textOf } from "../../../text/index.ts";
import type { FileFilter } from "../../ports.ts";

const LARGEST_FILE_BYTES = 2_000_000;

export class FileNotReadError extends AppError {
	override readonly name = "FileNotReadError";
	constructor(what: Message, cause?: unknown) {
		super(message("desktop.file-not-read", { what }), { cause });
	}
}

/** Reads up to a limit, because the file may be a pipe or may grow in the meantime. */
async function contentsOf(path: string): Promise<Uint8Array> {
	const file = await open(path, "r");
	try {
		if (!(await file.stat()).isFile()) throw new FileNotReadError(message("desktop.file.none"));
		const bytes = Buffer.alloc(LARGEST_FILE_BYTES + 1);
		let length = 0;
		while (length < bytes.length) {
			const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
			if (bytesRead === 0) break;
			length += bytesRead;
		}
		if (length > LARGEST_FILE_BYTES) throw new FileNotReadError(message("desktop.file.too-large"));
		return bytes.subarray(0, length);
	} finally {
		await file.close();
	}
}

function readAsText(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

class FileNotSavedError extends AppError {
	override readonly name = "FileNotSavedError";
	constructor(cause: unknown) {
		super(message("desktop.file-not-saved"), { cause });
	}
}

/** Throws unless the address is https, or http on this computer. */
export async function openExternal(url: string): Promise<void> {
	if (!isSafeAddress(url)) throw new Error("this address may not be opened");
	await shell.openExternal(new URL(url).href);
}

/**
 * Only one dialog is open at a time, because a page may request any number of them. Further requests count as
 * cancelled.
 */
export class Dialogs {
	#isOpen = false;

	async one<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
		if (this.#isOpen) return otherwise;
		this.#isOpen = true;
		try {
			return await ask();
		} finally {
			this.#isOpen = false;
		}
	}

	async openFileBytes(filters: readonly FileFilter[]): Promise<Uint8Array | null> {
		const ask = () =>
			dialog.showOpenDialog({
				properties: ["openFile"],
				filters: filters.map(({ name, extensions }) => ({ name: textOf(name), extensions: [...extensions] })),
			});
		const { canceled, filePaths } = await this.one(ask, { canceled: true, filePaths: [] });
		const [path] = filePaths;
		if (canceled || path === undefined) return null;
		try {
			return await contentsOf(path);
		} catch (cause) {
			if (cause instanceof FileNotReadError) throw cause;
			throw new FileNotReadError(message("desktop.file.unreadable"), cause);
		}
	}

	async openFile(filters: readonly FileFilter[]): Promise<string | null> {
		const bytes = await this.openFileBytes(filters);
		if (bytes === null) return null;
		const text = readAsText(bytes);
		if (text === null) throw new FileNotReadError(message("desktop.file.not-utf8"));
		return text;
	}

	async saveFile(suggestedName: string, contents: string): Promise<boolean> {
		const ask = () => dialog.showSaveDialog({ defaultPath: suggestedName });
		const { canceled, filePath } = await this.one(ask, { canceled: true, filePath: "" });
		if (canceled || filePath === "") return false;
		try {
			await writeFile(filePath, contents, { mode: 0o600 });
		} catch (cause) {
			throw new FileNotSavedError(cause);
		}
		return true;
	}

	async confirmLink(url: string): Promise<boolean> {
		return isSafeAddress(url) && (await this.one(() => askLink(url), false));
	}
}

async function askLink(url: string): Promise<boolean> {
	const { href, host } = new URL(url);
	const { response } = await dialog.showMessageBox({
		type: "question",
		message: t("desktop.open-link", { host }),
		detail: t("desktop.open-link.warning", { href }),
		buttons: [t("desktop.cancel"), t("desktop.open")],
		defaultId: 0,
		cancelId: 0,
		noLink: true,
	});
	if (response !== 1) return false;
	await shell.openExternal(href);
	return true;
}
