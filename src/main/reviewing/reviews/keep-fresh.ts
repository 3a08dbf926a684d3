import type { Clock } from "../../ports.ts";
import type { WindowRoute } from "../../window-route.ts";

/** While a review is open, nonce, balance and fees are read again this often, in ms. */
const REVIEW_REFRESH_MS = 12_000;

export interface KeepFreshParts {
	/** Its timers cost nothing but themselves where they fail. */
	readonly clock: Clock;
	readonly reviews: { load(entryId: string): Promise<unknown> };
	readonly place: () => WindowRoute;
	readonly entry: (id: string) => object | null;
	/** False once it stops. */
	readonly running: () => boolean;
}

export interface KeepFresh {
	/** The trusted window moved: the review that is open now is kept fresh, and no other. */
	moved(): void;
	stop(): void;
}

/** While a review is open it is kept fresh; the ticket stays as long as the fingerprint does. */
export function createKeepFresh({ clock, reviews, place, entry, running }: KeepFreshParts): KeepFresh {
	let cancel: (() => void) | null = null;

	function moved(): void {
		cancel?.();
		cancel = null;
		const open = place();
		if (open.kind !== "entry" || open.mode !== "review") return;
		const { entryId } = open;
		cancel = clock.after(REVIEW_REFRESH_MS, () => {
			if (!running() || entry(entryId) === null) return;
			void reviews.load(entryId).then(() => {
				const now = place();
				if (now.kind === "entry" && now.entryId === entryId) moved();
			});
		});
	}

	return { moved, stop: () => cancel?.() };
}
