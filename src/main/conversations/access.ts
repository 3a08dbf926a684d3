import type { Clock } from "../ports.ts";
import type { ServiceError } from "../service/errors.ts";

/**
 * Whether the service may be asked at all: a refused token stops everybody until it changes, and a limit that two
 * sources meet at once counts as the account's, which everybody obeys.
 */

/** How often a refused token is compared with the one that is set now. */
const LOOK_MS = 1_000;

export class Access {
	readonly #clock: Clock;
	readonly #credentials: () => number;
	readonly #onChange: () => void;
	#denied: ServiceError | null = null;
	#deniedFor = -1;
	#pausedUntil = 0;
	/** Unix ms until which each source is to wait. */
	readonly #limits = new Map<string, number>();
	#waiting: (() => void)[] = [];
	#stopLooking = () => {};

	/** @param credentials changes whenever address or token do */
	constructor(clock: Clock, credentials: () => number, onChange: () => void) {
		this.#clock = clock;
		this.#credentials = credentials;
		this.#onChange = onChange;
	}

	/** Why the token is refused; null while it is not known to be. */
	get denied(): ServiceError | null {
		return this.#denied;
	}

	deny(error: ServiceError): void {
		if (this.#denied !== null) return;
		this.#denied = error;
		this.#deniedFor = this.#credentials();
		this.#look();
		this.#onChange();
	}

	/**
	 * The service asked `source`, a session's id or the session list, to wait `ms` from now. While two sources wait,
	 * everybody waits, until the first of them may ask again.
	 */
	limit(source: string, ms: number): void {
		const now = this.#clock.now();
		this.#limits.set(source, now + ms);
		for (const [each, until] of this.#limits) if (until <= now) this.#limits.delete(each);
		if (this.#limits.size > 1)
			this.#pausedUntil = Math.max(this.#pausedUntil, Math.min(...this.#limits.values()));
	}

	/** Try again now, whatever was said before. */
	clear(): void {
		this.#pausedUntil = 0;
		this.#limits.clear();
		this.#stopLooking();
		this.#stopLooking = () => {};
		const waiting = this.#waiting;
		this.#waiting = [];
		const changed = this.#denied !== null;
		this.#denied = null;
		for (const go of waiting) go();
		if (changed) this.#onChange();
	}

	/** Unix ms until which `source` is to wait; 0 if nothing was asked of it. */
	limitedUntil(source: string): number {
		return Math.max(this.#pausedUntil, this.#limits.get(source) ?? 0);
	}

	/** Milliseconds to wait before `source` may make a request; `null`: until `onCleared` calls. */
	delay(source: string): number | null {
		if (this.#denied !== null) return null;
		return Math.max(0, this.limitedUntil(source) - this.#clock.now());
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
		this.#stopLooking = this.#clock.after(LOOK_MS, () => {
			if (this.#credentials() !== this.#deniedFor) this.clear();
			else this.#look();
		});
	}
}
