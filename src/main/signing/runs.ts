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
export interface Runs {
	/** Begins with this row, or wakes it where it waits: something has changed. */
	readonly kick: (rowId: string) => void;
	/** Wakes every row that is at work. */
	readonly kickAll: () => void;
	/** Ends each row after the step that it is taking; none begins any more. */
	readonly stop: () => Promise<void>;
	stopped(): boolean;
}

interface RunState {
	kicked: boolean;
	wake: (() => void) | null;
}

/** @param begin gives the steps of a row; a step never rejects. */
export function createRuns(clock: Clock, begin: (rowId: string) => () => Promise<Next>): Runs {
	const running = new Map<string, RunState>();
	const work = new Set<Promise<void>>();
	let stopped = false;

	/** Waits, or not where something changed meanwhile. */
	async function pause(run: RunState, ms: number): Promise<void> {
		if (!run.kicked)
			await new Promise<void>((resolve) => {
				const cancel = clock.after(ms, resolve);
				run.wake = () => {
					cancel();
					resolve();
				};
			});
		run.wake = null;
		run.kicked = false;
	}

	async function drive(rowId: string, run: RunState): Promise<void> {
		const step = begin(rowId);
		while (!stopped) {
			const next = await step();
			if (next.kind === "end") return;
			if (next.kind === "wait" && !stopped) await pause(run, next.ms);
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
		const run: RunState = { kicked: false, wake: null };
		running.set(rowId, run);
		const done = drive(rowId, run).finally(() => {
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
			for (const run of running.values()) run.wake?.();
			await Promise.allSettled(work);
		},
		stopped: () => stopped,
	};
}
