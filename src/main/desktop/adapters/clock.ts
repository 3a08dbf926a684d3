import type { Clock } from "../../ports.ts";

// setTimeout fires at once for a longer delay.
const MAX_LENGTH = 2_147_483_647;

/** The computer's clock and Node's timers. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, run) {
		let timer: NodeJS.Timeout;
		const wait = (left: number) => {
			timer = setTimeout(
				() => (left > MAX_LENGTH ? wait(left - MAX_LENGTH) : run()),
				Math.min(Math.max(left, 0), MAX_LENGTH),
			);
		};
		wait(ms);
		return () => clearTimeout(timer);
	},
};
