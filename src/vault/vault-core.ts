import { isDeepStrictEqual } from "node:util";
import { message } from "../core/message.ts";
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

/** Options of an opened vault. */
export interface VaultOptions {
	readonly files: VaultFiles;
	readonly folder: string;
	readonly clock: VaultClock;
	readonly random: (length: number) => Uint8Array;
	readonly scrypt: Scrypt;
	/** What new vaults are made with, and the least that is read. Lower than usual in tests only. */
	readonly cost: ScryptCost;
	readonly autoLockMs: number;
	/** The vault changed by itself: it locked. */
	readonly onChange: () => void;
}

/** An opened file: its key and contents, until they are handed to the session or wiped. */
interface OpenedFile {
	readonly ok: true;
	readonly file: VaultFile;
	readonly key: Buffer;
	readonly secrets: Secrets;
}

/** The key of a file that is to be written, and how the password makes it. */
interface FreshKey {
	readonly key: Buffer;
	readonly kdf: VaultKdf;
}

/** Contents to write. The vault takes over `key` and `secrets`. */
interface Commit {
	readonly secrets: Secrets;
	readonly key: Buffer;
	readonly kdf: VaultKdf;
	readonly accounts: readonly VaultAccount[];
	/** Whether the file says that main keeps a state under its key; as in the former file if left out. */
	readonly sealed?: boolean;
}

/** The file, what is open of it, and the two ways between them: a password opens, and a commit seals and writes. */
export class VaultCore {
	readonly session: VaultSession;
	readonly throttle: Throttle;
	readonly #options: VaultOptions;
	readonly #store: VaultStore;
	#loaded: Loaded;

	/** Opens the vault of a folder, locked. */
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

	/** For passwords of files of others. */
	get scrypt(): Scrypt {
		return this.#options.scrypt;
	}

	now(): number {
		return this.#options.clock.now();
	}

	/** The file, open or not; `null` if none can be read. */
	file(): VaultFile | null {
		return this.#loaded.kind === "file" ? this.#loaded.file : null;
	}

	/** What is open; else why nothing is. */
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

	/** Looks at a password: counted as failed on disk first. What it opens is the caller's to keep or wipe. */
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

	/** The key of a new vault's file; `null` if it was locked meanwhile. */
	async freshKey(password: Uint8Array): Promise<FreshKey | null> {
		const epoch = this.session.epoch();
		const kdf = newKdf(this.#options.random, this.#options.cost);
		const key = await fileKey(this.#options.scrypt, password, kdf);
		if (epoch === this.session.epoch()) return { key, kdf };
		wipe(key);
		return null;
	}

	/** Seals, writes, verifies, and keeps open what was written. Takes over `key` and `secrets`. */
	commit({ secrets, key, kdf, accounts, sealed = this.file()?.sealed === true }: Commit): void {
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
	 * Writes a vault in the place of one that its password can't open any more, which is kept beside it under the name
	 * that this returns. Takes over `key` and `secrets`.
	 */
	replace(next: Omit<Commit, "sealed">): string {
		let keptAs: string;
		try {
			keptAs = this.#store.keepCopy();
		} catch (error) {
			wipe(next.key);
			wipeSecrets(next.secrets);
			throw error;
		}
		this.commit(next);
		// The tries were of a password that is none any more.
		this.throttle.succeeded();
		return keptAs;
	}

	/** A write failed: what the disk now holds counts, and if that is not what was open, the vault locks. */
	#settle(): void {
		const before = this.file();
		const wasDamaged = this.#loaded.kind === "damaged";
		const found = this.#store.load();
		if (wasDamaged && found.kind === "none") return;
		this.#loaded = found;
		if (before !== null && !isDeepStrictEqual(this.file(), before)) this.session.lock();
	}
}
