import type { Clock } from "../../../../src/main/ports.ts";

/** A clock that only tests advance. */
export interface VirtualClock extends Clock {
	/** Returns the number of pending timers. */
	waiting(): number;
	/** Advances by this many ms, and fires the timers that become due, in order. */
	advance(ms: number): void;
	/** Sets the clock forward, as after sleep or a correction. Timers wait as long as before. */
	jump(ms: number): void;
	/**
	 * Advances to the next timer and fires it.
	 * @returns false if no timer is pending
	 */
	next(): boolean;
	/** Advances the clock during a computation, so that no timer fires. */
	elapse(ms: number): void;
	/**
	 * Runs one turn of an event loop: fires the timers that are due at the time of the next one, but none that they
	 * set.
	 * @returns false if no timer is pending
	 */
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
				// An earlier timer of this turn may have cancelled this one.
				if (!timers.includes(timer)) continue;
				timers = timers.filter((each) => each !== timer);
				timer.run();
			}
			return true;
		},
	};
}
