import type { Clock } from "../ports.ts";

/** When views go to a window: soon after a change, and no more often than composing them leaves room for the rest. */

/** Changes within this time go together, in ms. */
const TOGETHER_MS = 30;
/** Composing takes at most one part in so many of main's time. */
const SHARE = 5;
/** The longest wait, whatever composing took and wherever the clock was put meanwhile, in ms. */
const MAX_MS = 500;

export interface PushPace {
	/** Something changed that the window shows. */
	changed(): void;
	stop(): void;
}

/** @param push composes the views and hands them over; what it throws is its own business */
export function createPushPace(clock: Clock, push: () => void): PushPace {
	let cancel: (() => void) | null = null;
	/** Not before; Unix ms. */
	let rested = 0;

	function run(): void {
		cancel = null;
		const began = clock.now();
		push();
		const ended = clock.now();
		rested = ended + (ended - began) * (SHARE - 1);
	}

	return {
		changed() {
			const wait = Math.max(TOGETHER_MS, Math.min(MAX_MS, rested - clock.now()));
			cancel ??= clock.after(wait, run);
		},
		stop() {
			cancel?.();
			cancel = null;
		},
	};
}
