import { join } from "node:path";
import { type Message, message } from "../../core/message.ts";
import { VaultDamagedError, VaultDiskError } from "../errors.ts";
import { type VaultFiles, writeDurably } from "./files.ts";
import { readVaultFile, type ScryptCost, type VaultFile, writeVaultFile } from "./vault-file.ts";

/** The vault's file on disk: at every moment the old one or the new one, whole. */

export type Loaded =
	| { readonly kind: "none" }
	/** `note`: something was put right that the user should know of. */
	| { readonly kind: "file"; readonly file: VaultFile; readonly note: Message | null }
	| { readonly kind: "damaged"; readonly error: VaultDamagedError };

export interface VaultStore {
	load(): Loaded;
	/**
	 * Puts `file` in the place of what is there, and reads it back through `verify` before the former goes.
	 * @throws VaultDiskError; then `load` says what stands.
	 */
	save(file: VaultFile, verify: (written: VaultFile) => void): void;
	/** Renames what can't be read, so that a new vault has room. Nothing is deleted. */
	setAside(): void;
	/**
	 * A copy of what stands, under a name of its own, for good: something else is about to take its place.
	 * @returns the copy's name in the folder
	 * @throws VaultDiskError
	 */
	keepCopy(): string;
}

const RESTORED = message("vault.put-back");

export function createVaultStore(
	files: VaultFiles,
	folder: string,
	least: ScryptCost,
	now: () => number,
): VaultStore {
	const path = join(folder, "vault.json");
	const former = `${path}.bak`;
	const fresh = `${path}.new`;

	function readAt(where: string): VaultFile | VaultDamagedError | null {
		try {
			const bytes = files.read(where);
			return bytes === null ? null : readVaultFile(bytes, least);
		} catch (error) {
			if (error instanceof VaultDamagedError) return error;
			return new VaultDamagedError(message("vault.damage.disk"), { cause: error });
		}
	}

	/** Leftovers of a write that did not end; what can't be removed now is removed at the next start. */
	function sweep(): void {
		for (const leftover of [fresh, former]) {
			try {
				files.remove(leftover);
			} catch {}
		}
	}

	function restore(error: VaultDamagedError | null): Loaded {
		const saved = readAt(former);
		if (saved === null || saved instanceof VaultDamagedError) {
			const damage = error ?? saved;
			return damage === null ? { kind: "none" } : { kind: "damaged", error: damage };
		}
		try {
			if (error !== null) setAside();
			files.rename(former, path);
			files.syncDir(folder);
		} catch (cause) {
			return { kind: "damaged", error: new VaultDamagedError(message("vault.damage.copy"), { cause }) };
		}
		return { kind: "file", file: saved, note: error === null ? null : RESTORED };
	}

	function setAside(): void {
		const aside = join(folder, `vault.damaged-${now()}.json`);
		try {
			if (files.read(path) !== null) files.rename(path, aside);
			else if (files.read(former) !== null) files.rename(former, aside);
			files.syncDir(folder);
		} catch (cause) {
			throw new VaultDiskError(cause);
		}
	}

	function keepCopy(): string {
		const name = `vault.kept-${now()}.json`;
		try {
			const bytes = files.read(path);
			if (bytes === null) throw new Error("There is no vault to be kept.");
			files.remove(fresh);
			writeDurably(files, fresh, bytes);
			files.rename(fresh, join(folder, name));
			files.syncDir(folder);
			return name;
		} catch (cause) {
			throw new VaultDiskError(cause);
		}
	}

	function load(): Loaded {
		const current = readAt(path);
		if (current === null || current instanceof VaultDamagedError) return restore(current);
		sweep();
		return { kind: "file", file: current, note: null };
	}

	function readBack(bytes: Uint8Array, verify: (written: VaultFile) => void): void {
		const written = files.read(path);
		if (written === null || Buffer.compare(written, bytes) !== 0)
			throw new VaultDamagedError(message("vault.damage.read-back"));
		verify(readVaultFile(written, least));
	}

	/** Whether the old one stands again; a rename needs no room on the disk. */
	function undo(old: Uint8Array | null): boolean {
		try {
			if (old === null) files.remove(path);
			else files.rename(former, path);
			files.syncDir(folder);
			return true;
		} catch {
			return false;
		}
	}

	function place(bytes: Uint8Array, old: Uint8Array | null): void {
		files.remove(fresh);
		writeDurably(files, fresh, bytes);
		if (old === null) return;
		files.remove(former);
		writeDurably(files, former, old);
	}

	function save(file: VaultFile, verify: (written: VaultFile) => void): void {
		const bytes = writeVaultFile(file);
		let old: Uint8Array | null = null;
		let placed = false;
		try {
			old = files.read(path);
			place(bytes, old);
			files.rename(fresh, path);
			placed = true;
			files.syncDir(folder);
			readBack(bytes, verify);
		} catch (cause) {
			// Where the old one can't be put back its copy stays, and `load` decides from the disk.
			if (!placed || undo(old)) sweep();
			throw new VaultDiskError(cause);
		}
		sweep();
	}

	return { load, save, setAside, keepCopy };
}
