import type { TestClock } from "../support/ports.ts";

/** Clock that advances only while the process is idle, so that the same work always runs in the same order. */

export interface SteadyTime extends TestClock {
	sleep(ms: number): Promise<void>;
	/** Advances the clock by `ms`. Runs each due timer once the work of the previous one has ended. */
	pass(ms: number): Promise<void>;
	/** Advances the clock until `work` is done. */
	during<T>(work: Promise<T>): Promise<T>;
	/** Stops the clock until `work` is done. For work that doesn't depend on this clock. */
	standStill<T>(work: Promise<T>): Promise<T>;
}

/** Number of event loop turns without work after which the process counts as idle. */
const QUIET_TURNS = 3;
const STEP_MS = 50;

/** Returns whether a resource is pending work that will call back soon, such as an immediate or a file request. */
const isWork = (resource: string) => /Immediate|Req|Job/.test(resource);

export function steadyTime(start: number): SteadyTime {
	let now = start;
	let pendingWork = 0;
	let nextId = 0;
	const timers = new Map<number, { readonly due: number; readonly run: () => void }>();

	async function settle(): Promise<void> {
		for (let quiet = 0; quiet < QUIET_TURNS; ) {
			await new Promise<void>((resolve) => setImmediate(resolve));
			quiet = pendingWork > 0 || process.getActiveResourcesInfo().some(isWork) ? 0 : quiet + 1;
		}
	}

	/** Returns the ID of the earliest timer that is due by `until`, or `null` if there is none. */
	function firstDue(until: number): number | null {
		let found: number | null = null;
		let least = Number.POSITIVE_INFINITY;
		for (const [id, { due }] of timers) {
			if (due > until || due >= least) continue;
			found = id;
			least = due;
		}
		return found;
	}

	function fire(id: number): void {
		const timer = timers.get(id);
		if (timer === undefined) return;
		timers.delete(id);
		now = Math.max(now, timer.due);
		timer.run();
	}

	const after = (ms: number, run: () => void) => {
		const id = nextId;
		nextId += 1;
		timers.set(id, { due: now + Math.max(0, ms), run });
		return () => void timers.delete(id);
	};

	async function pass(ms: number): Promise<void> {
		const end = now + ms;
		await settle();
		for (let next = firstDue(end); next !== null; next = firstDue(end)) {
			fire(next);
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
			for (let next = firstDue(now); next !== null; next = firstDue(now)) fire(next);
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
			pendingWork += 1;
			try {
				return await work;
			} finally {
				pendingWork -= 1;
			}
		},
	};
}
