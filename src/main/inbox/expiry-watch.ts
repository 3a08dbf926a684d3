import type { Clock } from "../ports.ts";
import type { Entry } from "./entry.ts";

/** After a commit changed, the list is looked through for the next offer that ends, in ms. */
const EXPIRY_LOOK_MS = 200;
/** No timer waits longer: a longer one would end at once. */
const MAX_WAIT_MS = 2_000_000_000;

export interface ExpiryWatchParts {
	/** Its timers cost nothing but themselves where they fail. */
	readonly clock: Clock;
	entries(): readonly Entry[];
	/** An offer has run out. */
	readonly onExpiry: () => void;
	/** False once it stops. */
	running(): boolean;
}

export interface ExpiryWatch {
	/** Looks through the list for the next offer that ends. */
	look(): void;
	/** The same soon: a page may bring thousands, and the list is gone through once for all of them. */
	lookSoon(): void;
	stop(): void;
}

/** An offer that runs out changes list and windows at that very moment. */
export function createExpiryWatch({ clock, entries, onExpiry, running }: ExpiryWatchParts): ExpiryWatch {
	let cancelExpiry: (() => void) | null = null;
	let cancelSoon: (() => void) | null = null;

	function look(): void {
		cancelExpiry?.();
		const ends = entries().flatMap((entry) =>
			entry.actionable && entry.expiresAt !== null ? [entry.expiresAt] : [],
		);
		if (ends.length === 0) return;
		const next = Math.max(0, ends.reduce((first, end) => Math.min(first, end)) - clock.now());
		cancelExpiry = clock.after(Math.min(next + 1, MAX_WAIT_MS), onExpiry);
	}

	return {
		look,
		lookSoon() {
			cancelSoon ??= clock.after(EXPIRY_LOOK_MS, () => {
				cancelSoon = null;
				if (running()) look();
			});
		},
		stop() {
			cancelExpiry?.();
			cancelSoon?.();
		},
	};
}
