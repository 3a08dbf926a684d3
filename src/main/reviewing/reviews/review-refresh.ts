import type { Clock } from "../../ports.ts";
import type { TrustedWindow } from "../../trusted-window.ts";

/** Interval at which nonce, balance and fees of an open review are read again, in ms. */
const REVIEW_REFRESH_MS = 12_000;
/** Least interval between rechecks, so that chains which answer by turns cause no flood, in ms. */
const PACE_MS = 15_000;

/** Loads the open review at an interval, and reviews without facts once a chain may answer again. */
export class ReviewRefresh {
	readonly #app;
	readonly #reviews;
	#cancelRefresh: (() => void) | null = null;
	#cancelPace: (() => void) | null = null;
	#isHeard = false;

	constructor(
		app: {
			/** Its throwing timers cost nothing but themselves. */
			readonly clock: Pick<Clock, "after">;
			readonly window: Pick<TrustedWindow, "route">;
			readonly inbox: { entry(id: string): object | null };
			readonly signedIn: { isRunning(): boolean };
		},
		reviews: { load(entryId: string): Promise<unknown>; checkAgain(): void },
	) {
		this.#app = app;
		this.#reviews = reviews;
	}

	/** Follows the trusted window: refreshes the review that is open now, and no other. */
	moved(): void {
		const { clock, window } = this.#app;
		this.#cancelRefresh?.();
		this.#cancelRefresh = null;
		const open = window.route();
		if (open.kind !== "entry" || open.mode !== "review") return;
		const { entryId } = open;
		this.#cancelRefresh = clock.after(REVIEW_REFRESH_MS, () => {
			const { inbox, signedIn } = this.#app;
			if (!signedIn.isRunning() || inbox.entry(entryId) === null) return;
			void this.#reviews.load(entryId).then(() => {
				const now = window.route();
				if (now.kind === "entry" && now.entryId === entryId) this.moved();
			});
		});
	}

	/** Rechecks at once, or once the pace allows: a chain answers again, the computer woke, or the network changed. */
	reachable(): void {
		if (this.#cancelPace !== null) {
			this.#isHeard = true;
			return;
		}
		this.#isHeard = false;
		this.#cancelPace = this.#app.clock.after(PACE_MS, () => {
			this.#cancelPace = null;
			if (this.#isHeard) this.reachable();
		});
		if (this.#app.signedIn.isRunning()) this.#reviews.checkAgain();
	}

	stop(): void {
		this.#cancelRefresh?.();
		this.#cancelPace?.();
	}
}
