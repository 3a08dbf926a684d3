import type { Clock } from "../ports.ts";
import type { TurnBudget } from "./turn-budget.ts";

/** Small work that comes in thousands, done at once while it is little, and else in turns that leave room for others. */

export interface TurnQueueParts {
	readonly clock: Clock;
	readonly budget: TurnBudget;
	readonly work: (id: string) => void;
	readonly log: (line: string) => void;
}

export interface TurnQueue {
	/** Once in the queue, an id is not added again. Work that fails costs itself alone. */
	readonly add: (id: string) => void;
}

export function createTurnQueue({ clock, budget, work, log }: TurnQueueParts): TurnQueue {
	const waiting = new Set<string>();
	let planned = false;

	function plan(): void {
		if (planned) return;
		planned = true;
		clock.after(0, nextTurn);
	}

	function run(id: string): void {
		try {
			budget.spend(() => work(id));
		} catch (cause) {
			log(`turn: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
		}
	}

	function nextTurn(): void {
		planned = false;
		for (const id of waiting) {
			if (budget.isSpent()) break;
			waiting.delete(id);
			run(id);
		}
		if (waiting.size > 0) plan();
	}

	return {
		add(id) {
			if (waiting.size === 0 && !budget.isSpent()) {
				run(id);
				return;
			}
			waiting.add(id);
			plan();
		},
	};
}
