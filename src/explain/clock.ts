import type { Clock } from "../main/ports.ts";

/** The computer's clock and Node's timers; from `start` on where one is given (Unix ms). */
export function clockFrom(start: number | null): Clock {
	const offset = start === null ? 0 : start - Date.now();
	return {
		now: () => Date.now() + offset,
		after(ms, run) {
			const timer = setTimeout(run, Math.max(0, ms));
			return () => clearTimeout(timer);
		},
	};
}
