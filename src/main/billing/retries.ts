import type { Clock } from "../ports.ts";

/** So often something is tried again by itself, and after so long at first, in ms. */
const TRIES = 5;
const FIRST_PAUSE_MS = 2_000;

/** Tries something again by itself after failures that pass, each time after twice as long, and then no more. */
export class Retries {
	readonly #clock: Pick<Clock, "now" | "after">;
	readonly #again: () => void;
	#failures = 0;
	#cancel = () => {};

	constructor(clock: Pick<Clock, "now" | "after">, again: () => void) {
		this.#clock = clock;
		this.#again = again;
	}

	/** @param notBefore when it may be tried again at the earliest, Unix ms */
	failed(notBefore: number): void {
		this.#cancel();
		this.#failures += 1;
		if (this.#failures > TRIES) return;
		const pause = Math.max(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), notBefore - this.#clock.now());
		this.#cancel = this.#clock.after(pause, this.#again);
	}

	succeeded(): void {
		this.#cancel();
		this.#failures = 0;
	}

	/** The user asks: failures so far count no more. */
	forget(): void {
		this.#failures = 0;
	}

	stop(): void {
		this.#cancel();
	}
}
