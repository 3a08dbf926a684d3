import { isDeepStrictEqual } from "node:util";
import { message } from "../core/localized-text.ts";
import type { VaultFiles } from "./file/files.ts";
import { Throttle } from "./file/throttle.ts";
import type { VaultFile, VaultKdf } from "./file/vault-file.ts";
import {
	accountsOf,
	fileKey,
	newKdf,
	openVault,
	type Scrypt,
	type ScryptCost,
	sealVault,
} from "./file/vault-file.ts";
import { type Loaded, VaultStore } from "./file/vault-store.ts";
import { wipe, withSecret } from "./memory.ts";
import type { ProcessStatus, VaultAccount, VaultRefusal } from "./protocol.ts";
import { REFUSALS, refuse } from "./refusals.ts";
import { packSecrets, type Secrets, unpackSecrets, wipeSecrets } from "./secrets.ts";
import { type Unlocked, type VaultClock, VaultSession } from "./session.ts";
import { WrongPasswordError } from "./vault-errors.ts";

export interface VaultOptions {
	readonly files: VaultFiles;
	readonly folder: string;
	readonly clock: VaultClock;
	readonly random: (length: number) => Uint8Array;
	readonly scrypt: Scrypt;
	/** Cost of new vaults, and the lowest accepted cost. Lower only in tests. */
	readonly cost: ScryptCost;
	readonly autoLockMs: number;
	readonly onChange: () => void;
}

interface OpenedFile {
	readonly ok: true;
	readonly file: VaultFile;
	readonly key: Buffer;
	readonly secrets: Secrets;
}

interface FreshKey {
	readonly key: Buffer;
	readonly kdf: VaultKdf;
}

interface VaultContents {
	readonly secrets: Secrets;
	readonly key: Buffer;
	readonly kdf: VaultKdf;
	readonly accounts: readonly VaultAccount[];
	/** Defaults to the current file's value. */
	readonly sealed?: boolean;
}

export class VaultCore {
	readonly session: VaultSession;
	readonly throttle: Throttle;
	readonly #options: VaultOptions;
	readonly #store: VaultStore;
	#loaded: Loaded;

	constructor(options: VaultOptions) {
		const { files, folder, clock, cost } = options;
		const now = () => clock.now();
		this.#options = options;
		this.#store = new VaultStore(files, folder, cost, now);
		this.throttle = new Throttle(files, folder, now);
		this.session = new VaultSession(clock, options.autoLockMs, options.onChange);
		this.#loaded = this.#store.load();
	}

	random(length: number): Uint8Array {
		return this.#options.random(length);
	}

	get scrypt(): Scrypt {
		return this.#options.scrypt;
	}

	now(): number {
		return this.#options.clock.now();
	}

	file(): VaultFile | null {
		return this.#loaded.kind === "file" ? this.#loaded.file : null;
	}

	unlocked(): ({ readonly ok: true } & Unlocked) | VaultRefusal {
		const open = this.session.unlocked();
		if (open !== null) return { ok: true, ...open };
		return this.#loaded.kind === "none" ? REFUSALS.none : REFUSALS.locked;
	}

	status(): ProcessStatus {
		const { session } = this;
		const loaded = this.#loaded;
		const file = this.file();
		const open = session.unlocked() !== null;
		return {
			state: loaded.kind === "file" ? (open ? "unlocked" : "locked") : loaded.kind,
			accounts: file === null ? [] : accountsOf(file),
			hasPhrase: file?.hasPhrase ?? false,
			locksAt: session.locksAt(),
			nextTryAt: this.throttle.nextTryAt(),
			autoLockMs: session.autoLockMs(),
			phrasePositions: session.pending()?.positions.slice() ?? null,
			text: loaded.kind === "damaged" ? loaded.error.text : loaded.kind === "file" ? loaded.note : null,
		};
	}

	/** Checks a password after storing the attempt as failed. The caller owns the result and must wipe it. */
	async open(password: Uint8Array): Promise<OpenedFile | VaultRefusal> {
		const loaded = this.#loaded;
		if (loaded.kind === "none") return REFUSALS.none;
		if (loaded.kind === "damaged") return refuse("damaged", loaded.error.text);
		const { file } = loaded;
		const gate = this.throttle.begin();
		if (!gate.ok)
			return refuse("tooSoon", message("vault.too-soon"), {
				nextTryAt: gate.nextTryAt,
			});
		const epoch = this.session.epoch();
		const key = await fileKey(this.#options.scrypt, password, file.kdf);
		try {
			const secrets = withSecret(openVault(file, key), unpackSecrets);
			this.throttle.succeeded();
			if (epoch === this.session.epoch()) return { ok: true, file, key, secrets };
			wipeSecrets(secrets);
		} catch (error) {
			wipe(key);
			if (!(error instanceof WrongPasswordError)) throw error;
			return refuse("wrongPassword", error.text, { nextTryAt: this.throttle.nextTryAt() });
		}
		wipe(key);
		return REFUSALS.lockedMeanwhile;
	}

	/** Returns `null` if the vault was locked in the meantime. */
	async freshKey(password: Uint8Array): Promise<FreshKey | null> {
		const epoch = this.session.epoch();
		const kdf = newKdf(this.#options.random, this.#options.cost);
		const key = await fileKey(this.#options.scrypt, password, kdf);
		if (epoch === this.session.epoch()) return { key, kdf };
		wipe(key);
		return null;
	}

	save({ secrets, key, kdf, accounts, sealed = this.file()?.sealed === true }: VaultContents): void {
		try {
			const hasPhrase = secrets.entropy !== null;
			const file = withSecret(packSecrets(secrets), (plain) =>
				sealVault(plain, key, kdf, { accounts, hasPhrase, sealed }, this.#options.random),
			);
			if (this.#loaded.kind === "damaged") this.#store.setAside();
			this.#store.save(file, (written) => wipe(openVault(written, key)));
			if (this.#loaded.kind !== "file") this.throttle.succeeded();
			this.#loaded = { kind: "file", file, note: null };
			this.session.open({ file, key, secrets });
		} catch (error) {
			wipe(key);
			wipeSecrets(secrets);
			this.#settle();
			throw error;
		}
	}

	/**
	 * Replaces a vault that can't be opened, and returns the file name of the old vault's copy. Takes
	 * ownership of `key` and `secrets`.
	 */
	replace(next: Omit<VaultContents, "sealed">): string {
		let keptAs: string;
		try {
			keptAs = this.#store.keepCopy();
		} catch (error) {
			wipe(next.key);
			wipeSecrets(next.secrets);
			throw error;
		}
		this.save(next);
		// Failed attempts with the old password no longer matter.
		this.throttle.succeeded();
		return keptAs;
	}

	/** After a failed write, reloads the file and locks the vault if the file differs from memory. */
	#settle(): void {
		const before = this.file();
		const wasDamaged = this.#loaded.kind === "damaged";
		const found = this.#store.load();
		if (wasDamaged && found.kind === "none") return;
		this.#loaded = found;
		if (before !== null && !isDeepStrictEqual(this.file(), before)) this.session.lock();
	}
}
