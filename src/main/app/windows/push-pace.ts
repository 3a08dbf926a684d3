import type { Clock } from "../../ports.ts";

const TOGETHER_MS = 30;
/** Composing views may use at most 1/SHARE of the main process's time. */
const SHARE = 5;
/** Maximum delay in ms. It also limits the effect of a clock change. */
const MAX_MS = 500;

const APPROVAL_MS = 100;

export type Pushed = "all" | "trusted alone";

/** Schedules pushes to the windows: soon after a change, but not so often that other work is delayed. */
export class PushPace {
	readonly #clock;
	readonly #push;
	#cancel: (() => void) | null = null;
	#endApproving: (() => void) | null = null;
	#owesDesk = false;
	#nextAt = 0;

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

	changed(): void {
		const wait = Math.max(TOGETHER_MS, Math.min(MAX_MS, this.#nextAt - this.#clock.now()));
		this.#cancel ??= this.#clock.after(wait, () => this.#run());
	}

	/** Delays pushes to the desk after an approval, because the trusted window shows the approval first. */
	approving(): void {
		// The desk misses at most one push, however often this is called.
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
