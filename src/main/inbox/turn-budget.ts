import type { Clock } from "../ports.ts";

/** Time for background work per turn of the event loop in ms, which leaves room for windows and network. */
const TURN_MS = 12;

export class TurnBudget {
	readonly #clock: Clock;
	#spent: number | null = null;
	#isInside = false;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	spend<T>(work: () => T): T {
		if (this.#isInside) return work();
		this.#begin();
		const began = this.#clock.now();
		this.#isInside = true;
		try {
			return work();
		} finally {
			this.#isInside = false;
			this.#spent = (this.#spent ?? 0) + this.#clock.now() - began;
		}
	}

	/** For work that must not wait. Nested calls are counted once. */
	count<T>(work: () => T): T {
		if (this.#isInside) return work();
		this.#begin();
		const [before, began] = [this.#spent ?? 0, this.#clock.now()];
		try {
			return work();
		} finally {
			this.#spent = before + this.#clock.now() - began;
		}
	}

	isSpent(): boolean {
		return this.#spent !== null && this.#spent >= TURN_MS;
	}

	#begin(): void {
		if (this.#spent !== null) return;
		this.#spent = 0;
		this.#clock.after(0, () => {
			this.#spent = null;
		});
	}
}
