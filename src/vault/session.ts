import type { VaultFile, VaultKdf } from "./file/vault-file.ts";
import { wipe } from "./memory.ts";
import { type Secrets, wipeSecrets } from "./secrets.ts";

export interface VaultClock {
	/** Unix milliseconds. */
	now(): number;
	/** Schedules a callback after `ms`; returns its cancellation. */
	after(ms: number, run: () => void): () => void;
}

/** An open vault. `key` encrypts it again when an account is added. */
export interface Unlocked {
	readonly file: VaultFile;
	readonly key: Buffer;
	readonly secrets: Secrets;
}

/** A phrase that was shown and is not checked yet. Not on disk. */
interface PendingPhrase {
	readonly entropy: Buffer;
	readonly key: Buffer;
	readonly kdf: VaultKdf;
	/** Positions from 1. */
	readonly positions: readonly number[];
}

/** Secrets of the open vault, and the only place that wipes them. */
export class VaultSession {
	readonly #clock: VaultClock;
	readonly #onTimeout: () => void;
	#current: Unlocked | null = null;
	#waiting: PendingPhrase | null = null;
	#due: number | null = null;
	#cancel: (() => void) | null = null;
	#epoch = 0;
	#idleMs: number;

	/** @param onTimeout called after the automatic lock only */
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

	/** Stores unlocked secrets and wipes previous ones. */
	open(next: Unlocked): void {
		if (this.#current !== next) this.#forget();
		this.#current = next;
		this.touch();
	}

	hold(phrase: PendingPhrase): void {
		this.drop();
		this.#waiting = phrase;
		this.touch();
	}

	/** Wipes an unchecked phrase. */
	drop(): void {
		if (this.#waiting !== null) wipe(this.#waiting.entropy, this.#waiting.key);
		this.#waiting = null;
	}

	/** Wipes everything. */
	lock(): void {
		this.#epoch += 1;
		this.#cancel?.();
		this.#cancel = null;
		this.#due = null;
		this.#forget();
		this.drop();
	}

	/** Restarts the automatic lock. */
	touch(): void {
		this.#cancel?.();
		this.#due = this.#clock.now() + this.#idleMs;
		this.#cancel = this.#clock.after(this.#idleMs, () => this.#timeout());
	}

	/** Locks if the time has passed: timers stop during sleep. */
	lockIfDue(): void {
		if (this.#due !== null && this.#clock.now() >= this.#due) this.#timeout();
	}

	locksAt(): number | null {
		return this.#current === null ? null : this.#due;
	}

	/** Increases with each lock, so that earlier work can detect it. */
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
