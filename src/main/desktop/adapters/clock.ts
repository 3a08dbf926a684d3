import type { Clock } from "../../ports.ts";

// Node fires a longer timer immediately.
const MAX_LENGTH = 2_147_483_647;

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
