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

export interface VaultFiles {
	read(path: string): Uint8Array | null;
	/** Only the owner can access the file. */
	create(path: string): OpenFile;
	rename(from: string, to: string): void;
	remove(path: string): void;
	/** Makes earlier renames in the folder durable. */
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
	// Windows can't sync a folder, but NTFS journals renames anyway.
	if (process.platform === "win32") return;
	const descriptor = openSync(path, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

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

/** Replaces a file durably. Readers see either the old content or the new. */
export function replaceFile(files: VaultFiles, folder: string, path: string, bytes: Uint8Array): void {
	const fresh = `${path}.new`;
	files.remove(fresh);
	writeDurably(files, fresh, bytes);
	files.rename(fresh, path);
	files.syncDir(folder);
}

export function writeDurably(files: VaultFiles, path: string, bytes: Uint8Array): void {
	const file = files.create(path);
	try {
		file.write(bytes);
		file.sync();
	} finally {
		file.close();
	}
}
