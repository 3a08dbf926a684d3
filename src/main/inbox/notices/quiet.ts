import { momentAt, withinHours } from "../../../core/rules/rule-hours.ts";
import type { Ports } from "../../ports.ts";

export interface QuietParts {
	readonly ports: Pick<Ports, "settings">;
	/** Its timers cost nothing but themselves where they fail. */
	readonly clock: Ports["clock"];
	/** IANA's name of where the user is now. */
	readonly timeZone: () => string;
	/** It may be told again: what came meanwhile is told now. */
	readonly onOver: () => void;
}

export interface Quiet {
	/** Nothing is told at this moment. */
	readonly isNow: () => boolean;
	/** On disk when it returns. @param until Unix ms; null goes on at once */
	pause(until: number | null): void;
	/** Something that it counts on may have changed: hours, the time, or both. */
	look(): void;
	stop(): void;
}

/** While it is quiet the time is looked at so often, in ms: a timer stands still while the computer sleeps. */
const LOOK_MS = 60_000;
/** Nobody pauses for longer: a computer's clock was put back meanwhile. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;
const EVERY_DAY: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/** When the user wants to be left alone: for a while, or at the same hours of each day. */
export function createQuiet({ ports, clock, timeZone, onOver }: QuietParts): Quiet {
	let cancel: (() => void) | null = null;
	let wasQuiet = false;

	function isNow(): boolean {
		const { pausedUntil, quietHours } = ports.settings.get();
		const now = clock.now();
		if (pausedUntil !== null && pausedUntil > now) return true;
		return quietHours !== null && withinHours({ ...quietHours, days: EVERY_DAY }, momentAt(now, timeZone()));
	}

	function look(): void {
		cancel?.();
		cancel = null;
		const { pausedUntil } = ports.settings.get();
		if (pausedUntil !== null && pausedUntil - clock.now() > MAX_PAUSE_MS)
			ports.settings.set({ pausedUntil: null });
		const quiet = isNow();
		const isOver = wasQuiet && !quiet;
		wasQuiet = quiet;
		if (quiet) cancel = clock.after(LOOK_MS, look);
		if (isOver) onOver();
	}

	return {
		isNow() {
			// Quiet hours begin by themselves: whoever asks first notices it.
			const quiet = isNow();
			if (quiet && !wasQuiet) look();
			return quiet;
		},
		pause(until) {
			ports.settings.set({ pausedUntil: until });
			look();
		},
		look,
		stop: () => cancel?.(),
	};
}
