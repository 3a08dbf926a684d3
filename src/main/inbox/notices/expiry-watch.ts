import type { Clock } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";

/** After a commit changed, the list is looked through for the next offer that ends, in ms. */
const EXPIRY_LOOK_MS = 200;
/** So long before its end a request that still waits is told of once more, in ms. */
export const REMIND_MS = 5 * 60_000;
/** No timer waits longer: a longer one would end at once. */
const MAX_WAIT_MS = 2_000_000_000;

export interface ExpiryWatchParts {
	/** Its timers cost nothing but themselves where they fail. */
	readonly clock: Clock;
	readonly entries: () => readonly Entry[];
	/** An offer has run out. */
	readonly onExpiry: () => void;
	/** It ends within `REMIND_MS`. Called at each look: it is for the caller to tell of it once. */
	readonly onLast: (entry: Entry) => void;
	/** The list at each look; nothing where it is left out. */
	readonly onLook?: (entries: readonly Entry[]) => void;
	/** False once it stops. */
	readonly running: () => boolean;
}

export interface ExpiryWatch {
	/** Looks through the list for the next offer that ends. */
	look(): void;
	/** The same soon: a page may bring thousands, and the list is gone through once for all of them. */
	lookSoon(): void;
	stop(): void;
}

/** It was first seen so long before its end that a second word is no noise. */
const isLong = ({ firstSeen }: Entry, end: number): boolean => end - firstSeen > 2 * REMIND_MS;

/** An offer that runs out changes list and windows at that very moment; one that is about to is told of before. */
export function createExpiryWatch(parts: ExpiryWatchParts): ExpiryWatch {
	const { clock, entries, onExpiry, onLast, running } = parts;
	let cancelExpiry: (() => void) | null = null;
	let cancelSoon: (() => void) | null = null;

	/** The moments of an entry at which something is to be done, Unix ms. */
	function momentsOf(entry: Entry, now: number): readonly number[] {
		const { actionable, expiresAt: end } = entry;
		if (!actionable || end === null) return [];
		const reminder = end - REMIND_MS;
		if (!isLong(entry, end)) return [end];
		if (reminder > now) return [reminder];
		if (end > now) onLast(entry);
		return [end];
	}

	function look(): void {
		cancelExpiry?.();
		const now = clock.now();
		const all = entries();
		parts.onLook?.(all);
		const moments = all.flatMap((entry) => momentsOf(entry, now));
		if (moments.length === 0) return;
		const next = Math.max(0, moments.reduce((first, moment) => Math.min(first, moment)) - now);
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
