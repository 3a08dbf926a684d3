import type { Clock } from "../ports.ts";
import type { ServiceError } from "../service/errors.ts";

/**
 * Whether the service may be asked at all: a refused token stops everybody until it changes,
 * and Retry-After is obeyed by everybody, since limits are of the account.
 */

/** How often a refused token is compared with the one that is set now. */
const LOOK_MS = 1_000;

export interface AccessParts {
	readonly clock: Clock;
	/** Changes whenever address or token do. */
	readonly credentials: () => number;
	readonly onChange: () => void;
}

export class Access {
	readonly #parts: AccessParts;
	#denied: ServiceError | null = null;
	#deniedFor = -1;
	#pausedUntil = 0;
	#waiting: (() => void)[] = [];
	#stopLooking = () => {};

	constructor(parts: AccessParts) {
		this.#parts = parts;
	}

	/** Why the token is refused; null while it is not known to be. */
	get denied(): ServiceError | null {
		return this.#denied;
	}

	/** Unix ms until which the service asked for patience; 0 where it didn't. */
	get pausedUntil(): number {
		return this.#pausedUntil > this.#parts.clock.now() ? this.#pausedUntil : 0;
	}

	deny(error: ServiceError): void {
		if (this.#denied !== null) return;
		this.#denied = error;
		this.#deniedFor = this.#parts.credentials();
		this.#look();
		this.#parts.onChange();
	}

	/** The service asked for patience: for `ms` from now. */
	pause(ms: number): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, this.#parts.clock.now() + ms);
	}

	/** Try again now, whatever was said before. */
	clear(): void {
		this.#pausedUntil = 0;
		this.#stopLooking();
		this.#stopLooking = () => {};
		const waiting = this.#waiting;
		this.#waiting = [];
		const changed = this.#denied !== null;
		this.#denied = null;
		for (const go of waiting) go();
		if (changed) this.#parts.onChange();
	}

	/** Milliseconds to wait before a request may be made; null: until `onCleared` calls. */
	delay(): number | null {
		if (this.#denied !== null) return null;
		return Math.max(0, this.#pausedUntil - this.#parts.clock.now());
	}

	/** Calls once when a refusal or pause is lifted before its time. */
	onCleared(go: () => void): () => void {
		this.#waiting.push(go);
		return () => {
			this.#waiting = this.#waiting.filter((other) => other !== go);
		};
	}

	stop(): void {
		this.#stopLooking();
	}

	#look(): void {
		this.#stopLooking = this.#parts.clock.after(LOOK_MS, () => {
			if (this.#parts.credentials() !== this.#deniedFor) this.clear();
			else this.#look();
		});
	}
}
