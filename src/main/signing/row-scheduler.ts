import type { Clock } from "../ports.ts";

export type Next =
	| { readonly kind: "again" }
	| { readonly kind: "wait"; readonly ms: number }
	| { readonly kind: "end" };
export const AGAIN: Next = { kind: "again" };
export const END: Next = { kind: "end" };
export const wait = (ms: number): Next => ({ kind: "wait", ms });

interface RowWork {
	isWoken: boolean;
	wake: (() => void) | null;
}

/** Runs each row's steps in sequence, and never runs a row twice at the same time. */
export class RowScheduler {
	readonly #clock: Clock;
	readonly #begin: (rowId: string) => () => Promise<Next>;
	readonly #rows = new Map<string, RowWork>();
	readonly #running = new Set<Promise<void>>();
	#isStopped = false;

	constructor(clock: Clock, begin: (rowId: string) => () => Promise<Next>) {
		this.#clock = clock;
		this.#begin = begin;
	}

	isStopped(): boolean {
		return this.#isStopped;
	}

	wake(rowId: string): void {
		if (this.#isStopped) return;
		const known = this.#rows.get(rowId);
		if (known !== undefined) {
			known.isWoken = true;
			known.wake?.();
			return;
		}
		const work: RowWork = { isWoken: false, wake: null };
		this.#rows.set(rowId, work);
		const done = this.#drive(rowId, work).finally(() => {
			this.#rows.delete(rowId);
			this.#running.delete(done);
		});
		this.#running.add(done);
	}

	wakeAll(): void {
		for (const id of this.#rows.keys()) this.wake(id);
	}

	async stop(): Promise<void> {
		this.#isStopped = true;
		for (const work of this.#rows.values()) work.wake?.();
		await Promise.allSettled(this.#running);
	}

	async #drive(rowId: string, work: RowWork): Promise<void> {
		const step = this.#begin(rowId);
		while (!this.#isStopped) {
			const next = await step();
			if (next.kind === "end") return;
			if (next.kind === "wait" && !this.#isStopped) await this.#pause(work, next.ms);
		}
	}

	async #pause(work: RowWork, ms: number): Promise<void> {
		if (!work.isWoken)
			await new Promise<void>((resolve) => {
				const cancel = this.#clock.after(ms, resolve);
				work.wake = () => {
					cancel();
					resolve();
				};
			});
		work.wake = null;
		work.isWoken = false;
	}
}
