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
	/** Once in the queue, an id is not added again. */
	add(id: string): void;
}

export function createTurnQueue({ clock, budget, work, log }: TurnQueueParts): TurnQueue {
	const waiting = new Set<string>();
	let planned = false;

	function plan(): void {
		if (planned) return;
		planned = true;
		clock.after(0, nextTurn);
	}

	function nextTurn(): void {
		planned = false;
		for (const id of waiting) {
			if (budget.isSpent()) break;
			waiting.delete(id);
			try {
				budget.spend(() => work(id));
			} catch (cause) {
				log(`turn: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
			}
		}
		if (waiting.size > 0) plan();
	}

	return {
		add(id) {
			if (waiting.size === 0 && !budget.isSpent()) {
				budget.spend(() => work(id));
				return;
			}
			waiting.add(id);
			plan();
		},
	};
}
