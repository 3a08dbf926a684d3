import type { Clock } from "../../ports.ts";

/** Timing of pushes to a window: soon after a change, and no more often than leaves time for other work. */

/** Changes within this time are pushed together, in ms. */
const TOGETHER_MS = 30;
/** Composing takes at most one in this many parts of the main process's time. */
const SHARE = 5;
/** Maximum wait, whatever composing took and wherever the clock was set meanwhile, in ms. */
const MAX_MS = 500;

/** Priority time of an approval: by then it is broadcast, or waits for others. In ms. */
const APPROVAL_MS = 100;

/** Windows that are composed. */
export type Pushed = "all" | "trusted alone";

/** Schedules the pushes of views. */
export class PushPace {
	readonly #clock;
	readonly #push;
	#cancel: (() => void) | null = null;
	#endApproving: (() => void) | null = null;
	/** The desk was left out of a push. */
	#owesDesk = false;
	/** Earliest time of the next push, Unix ms. */
	#nextAt = 0;

	/** @param push composes and sends the views; it handles its own errors */
	constructor(clock: Clock, push: (what: Pushed) => void) {
		this.#clock = clock;
		this.#push = push;
	}

	#run(): void {
		this.#cancel = null;
		const began = this.#clock.now();
		this.#owesDesk = this.#endApproving !== null;
		this.#push(this.#owesDesk ? "trusted alone" : "all");
		const done = this.#clock.now();
		this.#nextAt = done + (done - began) * (SHARE - 1);
	}

	/** Called when a displayed state changed. */
	changed(): void {
		const wait = Math.max(TOGETHER_MS, Math.min(MAX_MS, this.#nextAt - this.#clock.now()));
		this.#cancel ??= this.#clock.after(wait, () => this.#run());
	}

	/** Delays views that an approval doesn't need, since the user has just approved. */
	approving(): void {
		// However often it is called, the desk never waits for two of them.
		if (this.#owesDesk) return;
		this.#endApproving ??= this.#clock.after(APPROVAL_MS, () => {
			this.#endApproving = null;
			if (this.#owesDesk) this.changed();
		});
	}

	stop(): void {
		this.#cancel?.();
		this.#endApproving?.();
		this.#cancel = null;
		this.#endApproving = null;
	}
}
