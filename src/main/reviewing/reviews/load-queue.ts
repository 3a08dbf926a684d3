import type { TurnBudget } from "../../inbox/turn-budget.ts";
import type { Clock } from "../../ports.ts";

interface Waiting<T> {
	readonly promise: Promise<T | null>;
	readonly settle: (result: T | null | Promise<T>) => void;
}

/**
 * Runs a few background tasks at a time, in event loop turns with time to spare. Tasks that the user is
 * waiting for run immediately.
 */
export class LoadQueue<T> {
	readonly #options;
	readonly #running = new Map<string, Promise<T>>();
	readonly #waiting = new Map<string, Waiting<T>>();
	#busy = 0;
	#isPlanned = false;

	constructor(options: {
		readonly clock: Pick<Clock, "after">;
		readonly budget: Pick<TurnBudget, "isSpent">;
		readonly most: number;
		readonly run: (id: string) => Promise<T>;
		readonly wanted: (id: string) => boolean;
	}) {
		this.#options = options;
	}

	now(id: string): Promise<T> {
		const started = this.#running.get(id) ?? this.#options.run(id).finally(() => this.#running.delete(id));
		this.#running.set(id, started);
		const queued = this.#waiting.get(id);
		this.#waiting.delete(id);
		queued?.settle(started);
		return started;
	}

	soon(id: string): Promise<T | null> {
		const under = this.#running.get(id) ?? this.#waiting.get(id)?.promise;
		if (under !== undefined) return under;
		const { promise, resolve } = Promise.withResolvers<T | null>();
		this.#waiting.set(id, { promise, settle: resolve });
		this.#fill();
		return promise;
	}

	#fillNextTurn(): void {
		if (this.#isPlanned) return;
		this.#isPlanned = true;
		this.#options.clock.after(0, () => {
			this.#isPlanned = false;
			this.#fill();
		});
	}

	#fill(): void {
		const { budget, most, wanted } = this.#options;
		for (const [id, queued] of this.#waiting) {
			if (this.#busy >= most) return;
			if (budget.isSpent()) {
				this.#fillNextTurn();
				return;
			}
			if (!wanted(id)) {
				this.#waiting.delete(id);
				queued.settle(null);
				continue;
			}
			this.#busy += 1;
			void this.now(id).finally(() => {
				this.#busy -= 1;
				this.#fill();
			});
		}
	}
}
