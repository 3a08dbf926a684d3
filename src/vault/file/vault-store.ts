import { join } from "node:path";
import { type Message, message } from "../../core/localized-text.ts";
import { VaultDamagedError, VaultDiskError } from "../vault-errors.ts";
import { type VaultFiles, writeDurably } from "./files.ts";
import { readVaultFile, type ScryptCost, type VaultFile, writeVaultFile } from "./vault-file.ts";

export type Loaded =
	| { readonly kind: "none" }
	/** `note` reports a repair that the user should know about. */
	| { readonly kind: "file"; readonly file: VaultFile; readonly note: Message | null }
	| { readonly kind: "damaged"; readonly error: VaultDamagedError };

const RESTORED = message("vault.put-back");

/** Writes the vault file. At any time, either the old or the new version is complete on disk. */
export class VaultStore {
	readonly #files: VaultFiles;
	readonly #folder: string;
	readonly #least: ScryptCost;
	readonly #now: () => number;
	readonly #path: string;
	readonly #former: string;
	readonly #fresh: string;

	constructor(files: VaultFiles, folder: string, least: ScryptCost, now: () => number) {
		this.#files = files;
		this.#folder = folder;
		this.#least = least;
		this.#now = now;
		this.#path = join(folder, "vault.json");
		this.#former = `${this.#path}.bak`;
		this.#fresh = `${this.#path}.new`;
	}

	load(): Loaded {
		const current = this.#readAt(this.#path);
		if (current === null || current instanceof VaultDamagedError) return this.#restore(current);
		this.#sweep();
		return { kind: "file", file: current, note: null };
	}

	/**
	 * Runs `verify` on the written file before the old one is removed. Throws a VaultDiskError. Afterwards,
	 * `load` shows which of the two files exists.
	 */
	save(file: VaultFile, verify: (written: VaultFile) => void): void {
		const bytes = writeVaultFile(file);
		let old: Uint8Array | null = null;
		let placed = false;
		try {
			old = this.#files.read(this.#path);
			this.#replaceFile(bytes, old);
			this.#files.rename(this.#fresh, this.#path);
			placed = true;
			this.#files.syncDir(this.#folder);
			this.#readBack(bytes, verify);
		} catch (cause) {
			// If the old file can't be restored, its copy stays on disk, where `load` finds it.
			if (!placed || this.#undo(old)) this.#sweep();
			throw new VaultDiskError(cause);
		}
		this.#sweep();
	}

	setAside(): void {
		const aside = join(this.#folder, `vault.damaged-${this.#now()}.json`);
		try {
			if (this.#files.read(this.#path) !== null) this.#files.rename(this.#path, aside);
			else if (this.#files.read(this.#former) !== null) this.#files.rename(this.#former, aside);
			this.#files.syncDir(this.#folder);
		} catch (cause) {
			throw new VaultDiskError(cause);
		}
	}

	/** @returns the copy's file name */
	keepCopy(): string {
		const name = `vault.kept-${this.#now()}.json`;
		try {
			const bytes = this.#files.read(this.#path);
			if (bytes === null) throw new Error("There is no vault to copy.");
			this.#files.remove(this.#fresh);
			writeDurably(this.#files, this.#fresh, bytes);
			this.#files.rename(this.#fresh, join(this.#folder, name));
			this.#files.syncDir(this.#folder);
			return name;
		} catch (cause) {
			throw new VaultDiskError(cause);
		}
	}

	#readAt(where: string): VaultFile | VaultDamagedError | null {
		try {
			const bytes = this.#files.read(where);
			return bytes === null ? null : readVaultFile(bytes, this.#least);
		} catch (error) {
			if (error instanceof VaultDamagedError) return error;
			return new VaultDamagedError(message("vault.damage.disk"), { cause: error });
		}
	}

	#sweep(): void {
		for (const leftover of [this.#fresh, this.#former]) {
			try {
				this.#files.remove(leftover);
			} catch {}
		}
	}

	#restore(error: VaultDamagedError | null): Loaded {
		const saved = this.#readAt(this.#former);
		if (saved === null || saved instanceof VaultDamagedError) {
			const damage = error ?? saved;
			return damage === null ? { kind: "none" } : { kind: "damaged", error: damage };
		}
		try {
			if (error !== null) this.setAside();
			this.#files.rename(this.#former, this.#path);
			this.#files.syncDir(this.#folder);
		} catch (cause) {
			return { kind: "damaged", error: new VaultDamagedError(message("vault.damage.copy"), { cause }) };
		}
		return { kind: "file", file: saved, note: error === null ? null : RESTORED };
	}

	#readBack(bytes: Uint8Array, verify: (written: VaultFile) => void): void {
		const written = this.#files.read(this.#path);
		if (written === null || Buffer.compare(written, bytes) !== 0)
			throw new VaultDamagedError(message("vault.damage.read-back"));
		verify(readVaultFile(written, this.#least));
	}

	/** Restores by renaming, which needs no free disk space. */
	#undo(old: Uint8Array | null): boolean {
		try {
			if (old === null) this.#files.remove(this.#path);
			else this.#files.rename(this.#former, this.#path);
			this.#files.syncDir(this.#folder);
			return true;
		} catch {
			return false;
		}
	}

	#replaceFile(bytes: Uint8Array, old: Uint8Array | null): void {
		this.#files.remove(this.#fresh);
		writeDurably(this.#files, this.#fresh, bytes);
		if (old === null) return;
		this.#files.remove(this.#former);
		writeDurably(this.#files, this.#former, old);
	}
}
