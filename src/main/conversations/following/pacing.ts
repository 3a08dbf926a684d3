import type { Clock } from "../../ports.ts";

/**
 * Backoff after repeated failures (docs/service-api/events.md#reconnecting). It has jitter, so many sessions
 * don't retry at once.
 */

const FIRST_MS = 500;
export const CAP_MS = 5_000;

export type Fraction = () => number;

export function fractionOf(random: (length: number) => Uint8Array): Fraction {
	return () => (random(1)[0] ?? 0) / 256;
}

export function backoffMs(failures: number, fraction: Fraction, capMs = CAP_MS): number {
	const whole = Math.min(FIRST_MS * 2 ** Math.min(Math.max(failures - 1, 0), 16), capMs);
	return Math.round(whole * (1 - fraction() / 2));
}

/** Interruptible sleep. If nothing is sleeping, a wake-up ends the next sleep. */
export class Waker {
	readonly #clock: Clock;
	#woken = false;
	#end: (() => void) | null = null;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	wake(): void {
		this.#woken = true;
		this.#end?.();
	}

	clear(): void {
		this.#woken = false;
	}

	async sleep(ms: number | null): Promise<void> {
		if (!this.#woken && ms !== 0) {
			await new Promise<void>((resolve) => {
				const cancel = ms === null ? () => {} : this.#clock.after(ms, resolve);
				this.#end = () => {
					cancel();
					resolve();
				};
			});
			this.#end = null;
		}
		this.#woken = false;
	}
}
export class Slots {
	#free: number;
	readonly #queue: (() => void)[] = [];

	constructor(most: number) {
		this.#free = most;
	}

	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.#free > 0) this.#free -= 1;
		else await new Promise<void>((resolve) => this.#queue.push(resolve));
		try {
			return await work();
		} finally {
			const next = this.#queue.shift();
			if (next === undefined) this.#free += 1;
			else next();
		}
	}
}
