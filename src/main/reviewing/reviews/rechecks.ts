import type { Clock } from "../../ports.ts";

/** Chains that answer by turns set nothing off more often than this, in ms. */
const PACE_MS = 15_000;

export interface Rechecks {
	/** A chain answers that did not, or may: the computer woke, or is on another network. */
	readonly reachable: () => void;
	readonly stop: () => void;
}

/** Has checked anew what no chain could be asked for: at once, then at a pace, and what was heard meanwhile after it. */
export function createRechecks(clock: Pick<Clock, "after">, checkAgain: () => void): Rechecks {
	let cancel: (() => void) | null = null;
	let isHeard = false;

	function reachable(): void {
		if (cancel !== null) {
			isHeard = true;
			return;
		}
		isHeard = false;
		cancel = clock.after(PACE_MS, () => {
			cancel = null;
			if (isHeard) reachable();
		});
		checkAgain();
	}

	return { reachable, stop: () => cancel?.() };
}
