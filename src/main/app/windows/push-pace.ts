import type { Clock } from "../../ports.ts";

/** Timing of pushes to a window: soon after a change, and no more often than leaves time for other work. */

/** Changes within this time are pushed together, in ms. */
const TOGETHER_MS = 30;
/** Composing takes at most one in this many parts of the main process's time. */
const SHARE = 5;
/** Maximum wait, whatever composing took and wherever the clock was set meanwhile, in ms. */
const MAX_MS = 500;

/** Priority time of an approval: by then it is broadcast, or waits for others. In ms. */
const APPROVAL_MS = 100;

export interface PushPace {
	/** Called when a displayed state changed. */
	readonly changed: () => void;
	/** Delays views that an approval doesn't need, since the user has just approved. */
	approving(): void;
	stop(): void;
}

/** Windows that are composed. */
export type Pushed = "all" | "trusted alone";

/** @param push composes and sends the views; it handles its own errors */
export function createPushPace(clock: Clock, push: (what: Pushed) => void): PushPace {
	let cancel: (() => void) | null = null;
	let ends: (() => void) | null = null;
	/** The desk was left out of a push. */
	let owed = false;
	/** Earliest time of the next push, Unix ms. */
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
			// However often it is called, the desk never waits for two of them.
			if (!owed) ends ??= clock.after(APPROVAL_MS, ended);
		},
		stop() {
			cancel?.();
			ends?.();
			[cancel, ends] = [null, null];
		},
	};
}
