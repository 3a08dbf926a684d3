import type { Clock } from "../ports.ts";

/** Time that background work may use in one turn of the event loop, in ms: windows and the service's next bytes share it. */
const TURN_MS = 12;

/** Counts the time that background work uses in a turn of the event loop; shared by all who do such work. */
export class TurnBudget {
	readonly #clock: Clock;
	/** Time used in this turn, in ms; `null` before any was. */
	#spent: number | null = null;
	#isInside = false;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Does the work now, and counts its time. Work within work is counted once. */
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

	/** Does work that can't wait, and counts its time; what is counted within it is not counted twice. */
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

	/** Whether this turn has used enough: what can wait is left for the next one. */
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
