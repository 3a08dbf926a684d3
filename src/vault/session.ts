import type { VaultFile, VaultKdf } from "./file/vault-file.ts";
import { wipe } from "./memory.ts";
import { type Secrets, wipeSecrets } from "./secrets.ts";

export interface VaultClock {
	now(): number;
	after(ms: number, run: () => void): () => void;
}

export interface Unlocked {
	readonly file: VaultFile;
	readonly key: Buffer;
	readonly secrets: Secrets;
}

interface PendingPhrase {
	readonly entropy: Buffer;
	readonly key: Buffer;
	readonly kdf: VaultKdf;
	readonly positions: readonly number[];
}

/** Owns the decrypted secrets. No other class wipes them. */
export class VaultSession {
	readonly #clock: VaultClock;
	readonly #onTimeout: () => void;
	#current: Unlocked | null = null;
	#waiting: PendingPhrase | null = null;
	#due: number | null = null;
	#cancel: (() => void) | null = null;
	#epoch = 0;
	#idleMs: number;

	/** @param onTimeout called only after an automatic lock */
	constructor(clock: VaultClock, autoLockMs: number, onTimeout: () => void) {
		this.#clock = clock;
		this.#idleMs = autoLockMs;
		this.#onTimeout = onTimeout;
	}

	unlocked(): Unlocked | null {
		return this.#current;
	}

	pending(): PendingPhrase | null {
		return this.#waiting;
	}

	open(next: Unlocked): void {
		if (this.#current !== next) this.#forget();
		this.#current = next;
		this.touch();
	}

	setPending(phrase: PendingPhrase): void {
		this.drop();
		this.#waiting = phrase;
		this.touch();
	}

	drop(): void {
		if (this.#waiting !== null) wipe(this.#waiting.entropy, this.#waiting.key);
		this.#waiting = null;
	}

	lock(): void {
		this.#epoch += 1;
		this.#cancel?.();
		this.#cancel = null;
		this.#due = null;
		this.#forget();
		this.drop();
	}

	touch(): void {
		this.#cancel?.();
		this.#due = this.#clock.now() + this.#idleMs;
		this.#cancel = this.#clock.after(this.#idleMs, () => this.#timeout());
	}

	/** Also checks the clock, because timers don't run during sleep. */
	lockIfDue(): void {
		if (this.#due !== null && this.#clock.now() >= this.#due) this.#timeout();
	}

	locksAt(): number | null {
		return this.#current === null ? null : this.#due;
	}

	/** Increases on every lock, so pending work can detect that the vault was locked in between. */
	epoch(): number {
		return this.#epoch;
	}

	autoLockMs(): number {
		return this.#idleMs;
	}

	setAutoLock(ms: number): void {
		this.#idleMs = ms;
		if (this.#due !== null) this.touch();
	}

	#forget(): void {
		if (this.#current !== null) {
			wipeSecrets(this.#current.secrets);
			wipe(this.#current.key);
		}
		this.#current = null;
	}

	#timeout(): void {
		this.lock();
		this.#onTimeout();
	}
}
