import type { Clock } from "../../ports.ts";

/** When views go to a window: soon after a change, and no more often than composing them leaves room for the rest. */

/** Changes within this time go together, in ms. */
const TOGETHER_MS = 30;
/** Composing takes at most one part in so many of main's time. */
const SHARE = 5;
/** The longest wait, whatever composing took and wherever the clock was put meanwhile, in ms. */
const MAX_MS = 500;

/** So long an approval goes first: by then it is on its way, or waits for others. In ms. */
const APPROVAL_MS = 100;

export interface PushPace {
	/** Something changed that a window shows. */
	readonly changed: () => void;
	/** The user has just approved: what is not needed to carry it out is composed after it. */
	approving(): void;
	stop(): void;
}

/** Which windows are composed for. */
export type Pushed = "all" | "trusted alone";

/** @param push composes the views and hands them over; what it throws is its own business */
export function createPushPace(clock: Clock, push: (what: Pushed) => void): PushPace {
	let cancel: (() => void) | null = null;
	let ends: (() => void) | null = null;
	/** The desk was left out of a push. */
	let owed = false;
	/** Not before; Unix ms. */
	let rested = 0;

	function run(): void {
		cancel = null;
		const began = clock.now();
		owed = ends !== null;
		push(owed ? "trusted alone" : "all");
		const done = clock.now();
		rested = done + (done - began) * (SHARE - 1);
	}

	function changed(): void {
		const wait = Math.max(TOGETHER_MS, Math.min(MAX_MS, rested - clock.now()));
		cancel ??= clock.after(wait, run);
	}

	function ended(): void {
		ends = null;
		if (owed) changed();
	}

	return {
		changed,
		approving() {
			// However often it is called, no desk waits for two of them.
			if (!owed) ends ??= clock.after(APPROVAL_MS, ended);
		},
		stop() {
			cancel?.();
			ends?.();
			[cancel, ends] = [null, null];
		},
	};
}
