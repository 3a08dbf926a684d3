import { describeError } from "../core/describe-error.ts";
import type { Clock } from "./ports.ts";

/** Logs exceptions thrown in timers, for example by a failing journal. */
export function guardedClock(clock: Clock, log: (line: string) => void): Clock {
	return {
		now: () => clock.now(),
		after: (ms, run) =>
			clock.after(ms, () => {
				try {
					run();
				} catch (cause) {
					log(`timer: ${describeError(cause)}`);
				}
			}),
	};
}
