import type { Clock } from "../../../../src/main/ports.ts";

/** Time that stands still until a test moves it. */
export interface VirtualClock extends Clock {
	/** Timers that are set and have not fired. */
	waiting(): number;
	/** Goes on by this many ms, firing what falls due in order. */
	advance(ms: number): void;
	/** The computer slept, or its clock was put right: another time at once, and timers wait as long as before. */
	jump(ms: number): void;
	/** Goes on to the next timer and fires it. @returns false where none is set */
	next(): boolean;
	/** Time passes while something is computed: no timer fires before it is done. */
	elapse(ms: number): void;
	/** One turn of an event loop: all that is due by the next timer, and nothing that is set meanwhile. @returns false where none is set */
	turn(): boolean;
}

export function virtualClock(start: number): VirtualClock {
	let now = start;
	let timers: { readonly at: number; readonly run: () => void }[] = [];
	const due = () => timers.toSorted((a, b) => a.at - b.at)[0];
	function fire(): boolean {
		const timer = due();
		if (timer === undefined) return false;
		timers = timers.filter((each) => each !== timer);
		now = Math.max(now, timer.at);
		timer.run();
		return true;
	}
	return {
		now: () => now,
		after(ms, run) {
			const timer = { at: now + ms, run };
			timers.push(timer);
			return () => {
				timers = timers.filter((each) => each !== timer);
			};
		},
		waiting: () => timers.length,
		advance(ms) {
			const end = now + ms;
			for (let timer = due(); timer !== undefined && timer.at <= end; timer = due()) fire();
			now = end;
		},
		jump(ms) {
			now += ms;
			timers = timers.map((timer) => Object.assign(timer, { at: timer.at + ms }));
		},
		next: fire,
		elapse(ms) {
			now += ms;
		},
		turn() {
			const first = due();
			if (first === undefined) return false;
			now = Math.max(now, first.at);
			const ripe = timers.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
			for (const timer of ripe) {
				// One of this turn may have been cancelled by another.
				if (!timers.includes(timer)) continue;
				timers = timers.filter((each) => each !== timer);
				timer.run();
			}
			return true;
		},
	};
}
