import type { Clock } from "../../ports.ts";

const DELAYS_MS = [250, 1_000, 4_000] as const;
const WINDOW_MS = 10 * 60_000;

export class Restarts {
	readonly #clock: Clock;
	#ends: number[] = [];
	#cancel: (() => void) | null = null;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** After too many failures, returns `false` and schedules nothing. */
	schedule(run: () => void): boolean {
		const now = this.#clock.now();
		this.#ends = this.#ends.filter((at) => now - at < WINDOW_MS);
		const delay = DELAYS_MS[this.#ends.length];
		this.#ends.push(now);
		if (delay === undefined) return false;
		this.#cancel?.();
		this.#cancel = this.#clock.after(delay, run);
		return true;
	}

	reset(): void {
		this.#ends = [];
		this.#cancel?.();
		this.#cancel = null;
	}
}
