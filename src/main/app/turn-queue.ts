import type { Clock } from "../ports.ts";

/** Small work that comes in thousands, done at once while it is little, and else in turns that leave room for others. */

/** So long may one turn take, in ms. */
const TURN_MS = 25;

export interface TurnQueue {
	/** Once in the queue, an id is not added again. */
	add(id: string): void;
}

export function createTurnQueue(
	clock: Clock,
	work: (id: string) => void,
	log: (line: string) => void,
): TurnQueue {
	const waiting = new Set<string>();
	/** What this turn has taken, in ms; null before it began. */
	let spent: number | null = null;

	function take(id: string): void {
		const began = clock.now();
		try {
			work(id);
		} finally {
			spent = (spent ?? 0) + clock.now() - began;
		}
	}

	function nextTurn(): void {
		spent = null;
		for (const id of waiting) {
			if ((spent ?? 0) >= TURN_MS) break;
			waiting.delete(id);
			try {
				take(id);
			} catch (cause) {
				log(`turn: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
			}
		}
		if (spent !== null) clock.after(0, nextTurn);
	}

	return {
		add(id) {
			if (spent === null) clock.after(0, nextTurn);
			if (waiting.size > 0 || (spent ?? 0) >= TURN_MS) waiting.add(id);
			else take(id);
		},
	};
}
