import { describeError } from "../../core/describe-error.ts";
import type { Clock } from "../ports.ts";

/**
 * How much of each event loop turn background work can use, in ms. The rest is for windows and the network.
 */
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

	/** Runs work that can't wait, and charges its time to the current turn. Nested calls are charged once. */
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

export interface SharedTurns {
	readonly clock: Clock;
	readonly budget: TurnBudget;
	readonly log: (line: string) => void;
}

/** Runs many small tasks, immediately while there is time and otherwise in later turns. */
export class TurnQueue {
	readonly #turns: SharedTurns;
	readonly #work: (id: string) => void;
	readonly #waiting = new Set<string>();
	#isPlanned = false;

	constructor(turns: SharedTurns, work: (id: string) => void) {
		this.#turns = turns;
		this.#work = work;
	}

	add(id: string): void {
		if (this.#waiting.size === 0 && !this.#turns.budget.isSpent()) {
			this.#run(id);
			return;
		}
		this.#waiting.add(id);
		this.#plan();
	}

	#plan(): void {
		if (this.#isPlanned) return;
		this.#isPlanned = true;
		this.#turns.clock.after(0, () => this.#nextTurn());
	}

	#run(id: string): void {
		try {
			this.#turns.budget.spend(() => this.#work(id));
		} catch (cause) {
			this.#turns.log(`turn: ${describeError(cause)}`);
		}
	}

	#nextTurn(): void {
		this.#isPlanned = false;
		for (const id of this.#waiting) {
			if (this.#turns.budget.isSpent()) break;
			this.#waiting.delete(id);
			this.#run(id);
		}
		if (this.#waiting.size > 0) this.#plan();
	}
}
