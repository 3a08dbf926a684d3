import type { Clock } from "../ports.ts";

/** What to do after a step: take the next, come again later, or nothing more. */
export type Next =
	| { readonly kind: "again" }
	| { readonly kind: "wait"; readonly ms: number }
	| { readonly kind: "end" };
export const AGAIN: Next = { kind: "again" };
export const END: Next = { kind: "end" };
export const wait = (ms: number): Next => ({ kind: "wait", ms });

/** Rows at work, each taking one step after the other; no row twice at a time. */
export interface Laps {
	/** Begins with this row, or wakes it where it waits: something has changed. */
	kick(rowId: string): void;
	/** Wakes every row that is at work. */
	kickAll(): void;
	/** Ends each row after the step that it is taking; none begins any more. */
	stop(): Promise<void>;
	stopped(): boolean;
}

interface Lap {
	kicked: boolean;
	wake: (() => void) | null;
}

/** @param begin gives the steps of a row; a step never rejects. */
export function createLaps(clock: Clock, begin: (rowId: string) => () => Promise<Next>): Laps {
	const running = new Map<string, Lap>();
	const work = new Set<Promise<void>>();
	let stopped = false;

	/** Waits, or not where something changed meanwhile. */
	async function pause(lap: Lap, ms: number): Promise<void> {
		if (!lap.kicked)
			await new Promise<void>((resolve) => {
				const cancel = clock.after(ms, resolve);
				lap.wake = () => {
					cancel();
					resolve();
				};
			});
		lap.wake = null;
		lap.kicked = false;
	}

	async function drive(rowId: string, lap: Lap): Promise<void> {
		const step = begin(rowId);
		while (!stopped) {
			const next = await step();
			if (next.kind === "end") return;
			if (next.kind === "wait" && !stopped) await pause(lap, next.ms);
		}
	}

	function kick(rowId: string): void {
		if (stopped) return;
		const known = running.get(rowId);
		if (known !== undefined) {
			known.kicked = true;
			known.wake?.();
			return;
		}
		const lap: Lap = { kicked: false, wake: null };
		running.set(rowId, lap);
		const done = drive(rowId, lap).finally(() => {
			running.delete(rowId);
			work.delete(done);
		});
		work.add(done);
	}

	return {
		kick,
		kickAll() {
			for (const id of running.keys()) kick(id);
		},
		async stop() {
			stopped = true;
			for (const lap of running.values()) lap.wake?.();
			await Promise.allSettled(work);
		},
		stopped: () => stopped,
	};
}
