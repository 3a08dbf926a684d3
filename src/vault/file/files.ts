import {
	closeSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	unlinkSync,
	writeSync,
} from "node:fs";
import { codeOf } from "../vault-errors.ts";

/** The few file operations that the vault needs, one system call each, so that tests can make any of them fail. */
export interface VaultFiles {
	/** `null` if there is no such file. */
	read(path: string): Uint8Array | null;
	/** Makes a file that was not there, for its owner only. */
	create(path: string): OpenFile;
	rename(from: string, to: string): void;
	/** No complaint where there is none. */
	remove(path: string): void;
	/** Makes renames in a folder durable. */
	syncDir(path: string): void;
}

export interface OpenFile {
	write(bytes: Uint8Array): void;
	sync(): void;
	close(): void;
}

const OWNER_ONLY = 0o600;

function unlessMissing<T>(run: () => T): T | null {
	try {
		return run();
	} catch (error) {
		if (codeOf(error) === "ENOENT") return null;
		throw error;
	}
}

function create(path: string): OpenFile {
	const descriptor = openSync(path, "wx", OWNER_ONLY);
	return {
		write(bytes) {
			for (let at = 0; at < bytes.byteLength; ) at += writeSync(descriptor, bytes, at);
		},
		sync: () => fsyncSync(descriptor),
		close: () => closeSync(descriptor),
	};
}

function syncDir(path: string): void {
	// Windows opens no folder for syncing; its renames are journalled by NTFS.
	if (process.platform === "win32") return;
	const descriptor = openSync(path, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** The real disk, with the folder made where it is missing. */
export function diskFiles(folder: string): VaultFiles {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	return {
		read: (path) => unlessMissing(() => readFileSync(path)),
		create,
		rename: (from, to) => renameSync(from, to),
		remove: (path) => {
			unlessMissing(() => unlinkSync(path));
		},
		syncDir,
	};
}

/** Writes a file whole and makes it durable under another name first: readers see the old one or the new one. */
export function replaceFile(files: VaultFiles, folder: string, path: string, bytes: Uint8Array): void {
	const fresh = `${path}.new`;
	files.remove(fresh);
	writeDurably(files, fresh, bytes);
	files.rename(fresh, path);
	files.syncDir(folder);
}

/** Makes a new file and waits until the disk has it. */
export function writeDurably(files: VaultFiles, path: string, bytes: Uint8Array): void {
	const file = files.create(path);
	try {
		file.write(bytes);
		file.sync();
	} finally {
		file.close();
	}
}
