import type { Clock } from "../ports.ts";

/** What new work may take of one turn of the event loop, shared by all who do such work in it. */

/** In ms. What windows are told, and the service's next bytes, may come in the same turn. */
const TURN_MS = 12;

export interface TurnBudget {
	/** Does the work now, and counts what it takes. Work within work is counted once. */
	spend<T>(work: () => T): T;
	/** The same of work that can't wait: what is weighed within it is weighed by itself. */
	count<T>(work: () => T): T;
	/** This turn has taken enough: what can wait is left for the next one. */
	isSpent(): boolean;
}

export function createTurnBudget(clock: Clock): TurnBudget {
	/** What this turn has taken, in ms; null before it took anything. */
	let spent: number | null = null;
	let isInside = false;

	function begin(): void {
		if (spent !== null) return;
		spent = 0;
		clock.after(0, () => {
			spent = null;
		});
	}

	return {
		spend(work) {
			if (isInside) return work();
			begin();
			const began = clock.now();
			isInside = true;
			try {
				return work();
			} finally {
				isInside = false;
				spent = (spent ?? 0) + clock.now() - began;
			}
		},
		count(work) {
			if (isInside) return work();
			begin();
			const [before, began] = [spent ?? 0, clock.now()];
			try {
				return work();
			} finally {
				spent = before + clock.now() - began;
			}
		},
		isSpent: () => spent !== null && spent >= TURN_MS,
	};
}
