import type { TurnBudget } from "../../inbox/turn-budget.ts";
import type { Clock } from "../../ports.ts";

/**
 * Work in the background goes a few at a time, and begins only in turns that leave time for it; what the user waits
 * for goes at once.
 */

export interface LoadQueueParts<T> {
	readonly clock: Clock;
	readonly budget: TurnBudget;
	/** How many run at a time. */
	readonly most: number;
	/** Must not reject. */
	readonly run: (id: string) => Promise<T>;
	/** Asked as the turn of a queued one comes. */
	readonly wanted: (id: string) => boolean;
}

export interface LoadQueue<T> {
	/** Runs it now, whether it was queued or not; one that runs already is shared. */
	now(id: string): Promise<T>;
	/** Runs it when its turn comes, first come first served. Null where it is no longer wanted by then. */
	soon(id: string): Promise<T | null>;
}

interface Waiting<T> {
	readonly promise: Promise<T | null>;
	readonly settle: (result: T | null | Promise<T>) => void;
}

export function createLoadQueue<T>({ clock, budget, most, run, wanted }: LoadQueueParts<T>): LoadQueue<T> {
	const running = new Map<string, Promise<T>>();
	const waiting = new Map<string, Waiting<T>>();
	let busy = 0;
	let planned = false;

	function now(id: string): Promise<T> {
		const held = running.get(id);
		const started = held ?? run(id).finally(() => running.delete(id));
		running.set(id, started);
		const queued = waiting.get(id);
		waiting.delete(id);
		queued?.settle(started);
		return started;
	}

	/** Looks again in the next turn. */
	function plan(): void {
		if (planned) return;
		planned = true;
		clock.after(0, () => {
			planned = false;
			fill();
		});
	}

	function fill(): void {
		for (const [id, queued] of waiting) {
			if (busy >= most) return;
			if (budget.isSpent()) {
				plan();
				return;
			}
			if (!wanted(id)) {
				waiting.delete(id);
				queued.settle(null);
				continue;
			}
			busy += 1;
			void now(id).finally(() => {
				busy -= 1;
				fill();
			});
		}
	}

	return {
		now,
		soon(id) {
			const under = running.get(id) ?? waiting.get(id)?.promise;
			if (under !== undefined) return under;
			const { promise, resolve } = Promise.withResolvers<T | null>();
			waiting.set(id, { promise, settle: resolve });
			fill();
			return promise;
		},
	};
}
