import type { VaultFile, VaultKdf } from "./file/vault-file.ts";
import { wipe } from "./memory.ts";
import { type Secrets, wipeSecrets } from "./secrets.ts";

export interface VaultClock {
	/** Unix milliseconds. */
	now(): number;
	/** Calls back once after `ms`; returns what cancels it. */
	after(ms: number, run: () => void): () => void;
}

/** An open vault. `key` seals it again when an account is added. */
export interface Unlocked {
	readonly file: VaultFile;
	readonly key: Buffer;
	readonly secrets: Secrets;
}

/** A phrase that was created and shown, and is not yet checked. Nothing of it is on disk. */
interface PendingPhrase {
	readonly entropy: Buffer;
	readonly key: Buffer;
	readonly kdf: VaultKdf;
	/** Counted from 1. */
	readonly positions: readonly number[];
}

/** Secrets in clear while the vault is open, and the one place that wipes them. */
export class VaultSession {
	readonly #clock: VaultClock;
	readonly #onTimeout: () => void;
	#current: Unlocked | null = null;
	#waiting: PendingPhrase | null = null;
	#due: number | null = null;
	#cancel: (() => void) | null = null;
	#epoch = 0;
	#idleMs: number;

	/** @param onTimeout called after the automatic lock, not after one that was asked for */
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

	/** Keeps what was unlocked; what was open before is wiped. */
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

	/** Wipes a phrase that waits for its check. */
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

	/** Records use: the automatic lock counts from now. */
	touch(): void {
		this.#cancel?.();
		this.#due = this.#clock.now() + this.#idleMs;
		this.#cancel = this.#clock.after(this.#idleMs, () => this.#timeout());
	}

	/** Locks if the time is over already: timers sleep with the computer. */
	lockIfDue(): void {
		if (this.#due !== null && this.#clock.now() >= this.#due) this.#timeout();
	}

	locksAt(): number | null {
		return this.#current === null ? null : this.#due;
	}

	/** Rises with each lock, so that work begun before one can see it. */
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
