import type { VaultFile, VaultKdf } from "./file/vault-file.ts";
import { wipe } from "./memory.ts";
import { type Secrets, wipeSecrets } from "./secrets.ts";

/** What is in clear while the vault is open, and the one place that wipes it. */

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

/** A phrase that was made and shown, and is not yet checked. Nothing of it is on disk. */
interface PendingPhrase {
	readonly entropy: Buffer;
	readonly key: Buffer;
	readonly kdf: VaultKdf;
	/** Counted from 1. */
	readonly positions: readonly number[];
}

export interface VaultSession {
	unlocked(): Unlocked | null;
	pending(): PendingPhrase | null;
	/** Takes what was unlocked; what stood here before is wiped. */
	open(next: Unlocked): void;
	hold(phrase: PendingPhrase): void;
	/** Forgets a phrase that waits for its check. */
	drop(): void;
	/** Wipes everything. */
	readonly lock: () => void;
	/** The vault was used: the automatic lock counts from now. */
	touch(): void;
	/** Locks where the time is over already: timers sleep with the computer. */
	readonly lockIfDue: () => void;
	locksAt(): number | null;
	/** Rises with each lock, so that work begun before one can see it. */
	epoch(): number;
	autoLockMs(): number;
	setAutoLock(ms: number): void;
}

/** @param onTimeout called after the automatic lock, not after one that was asked for. */
export function createSession(clock: VaultClock, autoLockMs: number, onTimeout: () => void): VaultSession {
	let current: Unlocked | null = null;
	let waiting: PendingPhrase | null = null;
	let due: number | null = null;
	let cancel: (() => void) | null = null;
	let epoch = 0;
	let idleMs = autoLockMs;

	function forget(): void {
		if (current !== null) {
			wipeSecrets(current.secrets);
			wipe(current.key);
		}
		current = null;
	}

	function drop(): void {
		if (waiting !== null) wipe(waiting.entropy, waiting.key);
		waiting = null;
	}

	function lock(): void {
		epoch += 1;
		cancel?.();
		cancel = null;
		due = null;
		forget();
		drop();
	}

	function timeout(): void {
		lock();
		onTimeout();
	}

	function touch(): void {
		cancel?.();
		due = clock.now() + idleMs;
		cancel = clock.after(idleMs, timeout);
	}

	return {
		unlocked: () => current,
		pending: () => waiting,
		open(next) {
			if (current !== next) forget();
			current = next;
			touch();
		},
		hold(phrase) {
			drop();
			waiting = phrase;
			touch();
		},
		drop,
		lock,
		touch,
		lockIfDue() {
			if (due !== null && clock.now() >= due) timeout();
		},
		locksAt: () => (current === null ? null : due),
		epoch: () => epoch,
		autoLockMs: () => idleMs,
		setAutoLock(ms) {
			idleMs = ms;
			if (due !== null) touch();
		},
	};
}
