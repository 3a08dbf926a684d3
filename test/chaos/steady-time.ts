import type { TestClock } from "../support/ports.ts";

/** Time that passes only while nothing is under way: the same work takes the same course each time. */

export interface SteadyTime extends TestClock {
	sleep(ms: number): Promise<void>;
	/** Lets `ms` pass; each timer runs once everything before it has come to rest. */
	pass(ms: number): Promise<void>;
	/** Lets time pass until `work` is done. */
	during<T>(work: Promise<T>): Promise<T>;
	/** Stands still while work is under way that no timer of this time belongs to. */
	standStill<T>(work: Promise<T>): Promise<T>;
}

/** Turns of the event loop without work after which all is at rest. */
const QUIET_TURNS = 3;
const STEP_MS = 50;

/** Work that will call back: in the next turn of the loop, or from another thread. */
const isWork = (resource: string) => /Immediate|Req|Job/.test(resource);

export function steadyTime(start: number): SteadyTime {
	let now = start;
	let outside = 0;
	let made = 0;
	const timers = new Map<number, { readonly due: number; readonly run: () => void }>();

	async function settle(): Promise<void> {
		for (let quiet = 0; quiet < QUIET_TURNS; ) {
			await new Promise<void>((resolve) => setImmediate(resolve));
			quiet = outside > 0 || process.getActiveResourcesInfo().some(isWork) ? 0 : quiet + 1;
		}
	}

	/** The first of those that are due, by when they are due and were made. */
	function first(until: number): number | null {
		let found: number | null = null;
		let least = Number.POSITIVE_INFINITY;
		for (const [id, { due }] of timers) {
			if (due > until || due >= least) continue;
			found = id;
			least = due;
		}
		return found;
	}

	function ring(id: number): void {
		const timer = timers.get(id);
		if (timer === undefined) return;
		timers.delete(id);
		now = Math.max(now, timer.due);
		timer.run();
	}

	const after = (ms: number, run: () => void) => {
		const id = made;
		made += 1;
		timers.set(id, { due: now + Math.max(0, ms), run });
		return () => void timers.delete(id);
	};

	async function pass(ms: number): Promise<void> {
		const end = now + ms;
		await settle();
		for (let next = first(end); next !== null; next = first(end)) {
			ring(next);
			await settle();
		}
		now = Math.max(now, end);
	}

	return {
		now: () => now,
		after,
		skip: (ms) => {
			now += ms;
		},
		hurry: (ms) => {
			now += ms;
			for (let next = first(now); next !== null; next = first(now)) ring(next);
		},
		sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
		pass,
		async during(work) {
			let isDone = false;
			const ended = work.finally(() => {
				isDone = true;
			});
			ended.catch(() => {});
			await settle();
			while (!isDone) await pass(STEP_MS);
			return await ended;
		},
		async standStill(work) {
			outside += 1;
			try {
				return await work;
			} finally {
				outside -= 1;
			}
		},
	};
}
