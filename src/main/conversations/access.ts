import type { Clock } from "../ports.ts";
import type { ServiceError } from "../service/errors.ts";

const POLL_MS = 1_000;

/**
 * Decides whether the service can be queried. A rejected token stops all requests until it changes. If two
 * sources are rate limited at the same time, the limit is treated as the account's and applies to all
 * sources.
 */
export class Access {
	readonly #clock: Clock;
	readonly #credentials: () => number;
	readonly #onChange: () => void;
	#denied: ServiceError | null = null;
	#deniedFor = -1;
	#pausedUntil = 0;
	/** By source, in Unix ms. */
	readonly #limits = new Map<string, number>();
	#waiting: (() => void)[] = [];
	#stopLooking = () => {};

	constructor(clock: Clock, credentials: () => number, onChange: () => void) {
		this.#clock = clock;
		this.#credentials = credentials;
		this.#onChange = onChange;
	}

	get denied(): ServiceError | null {
		return this.#denied;
	}

	deny(error: ServiceError): void {
		if (this.#denied !== null) return;
		this.#denied = error;
		this.#deniedFor = this.#credentials();
		this.#poll();
		this.#onChange();
	}

	limit(source: string, ms: number): void {
		const now = this.#clock.now();
		this.#limits.set(source, now + ms);
		for (const [each, until] of this.#limits) if (until <= now) this.#limits.delete(each);
		if (this.#limits.size > 1)
			this.#pausedUntil = Math.max(this.#pausedUntil, Math.min(...this.#limits.values()));
	}

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

	limitedUntil(source: string): number {
		return Math.max(this.#pausedUntil, this.#limits.get(source) ?? 0);
	}

	/**
	 * Returns the milliseconds until `source` can send a request. `null` if it has to wait for `onCleared`.
	 */
	delay(source: string): number | null {
		if (this.#denied !== null) return null;
		return Math.max(0, this.limitedUntil(source) - this.#clock.now());
	}

	onCleared(go: () => void): () => void {
		this.#waiting.push(go);
		return () => {
			this.#waiting = this.#waiting.filter((other) => other !== go);
		};
	}

	stop(): void {
		this.#stopLooking();
	}

	#poll(): void {
		this.#stopLooking = this.#clock.after(POLL_MS, () => {
			if (this.#credentials() !== this.#deniedFor) this.clear();
			else this.#poll();
		});
	}
}
