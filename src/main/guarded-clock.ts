import type { Clock } from "./ports.ts";

/** Returns a clock whose throwing timers (a journal that can't be read or written) affect nothing else. */
export function guardedClock(clock: Clock, log: (line: string) => void): Clock {
	return {
		now: () => clock.now(),
		after: (ms, run) =>
			clock.after(ms, () => {
				try {
					run();
				} catch (cause) {
					log(`timer: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
				}
			}),
	};
}
