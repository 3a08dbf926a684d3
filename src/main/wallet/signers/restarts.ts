import type { Clock } from "../../ports.ts";

/** When a process that ended is started again: soon, then later, then no more. */

const DELAYS_MS = [250, 1_000, 4_000] as const;
/** Ends further back than this are forgotten. */
const WINDOW_MS = 10 * 60_000;

export interface Restarts {
	/** Plans one restart. False where there were too many lately: then nothing is planned. */
	schedule(run: () => void): boolean;
	/** Forgets ends and plans. */
	reset(): void;
}

export function createRestarts(clock: Clock): Restarts {
	let ends: number[] = [];
	let cancel: (() => void) | null = null;
	return {
		schedule(run) {
			const now = clock.now();
			ends = ends.filter((at) => now - at < WINDOW_MS);
			const delay = DELAYS_MS[ends.length];
			ends.push(now);
			if (delay === undefined) return false;
			cancel?.();
			cancel = clock.after(delay, run);
			return true;
		},
		reset() {
			ends = [];
			cancel?.();
			cancel = null;
		},
	};
}
