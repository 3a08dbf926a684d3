import type { Ports } from "../../ports.ts";
import { REMIND_MS } from "./expiry-watch.ts";

export interface SnoozeParts {
	readonly ports: Pick<Ports, "settings">;
	/** Its timers cost nothing but themselves where they fail. */
	readonly clock: Ports["clock"];
	/** When a request runs out by itself, Unix ms; null where it does not, or is not known. */
	readonly end: (entryId: string) => number | null;
	/** These are back: they are told of again. */
	readonly back: (entryIds: readonly string[]) => void;
}

export interface Snoozes {
	/** Until when it is out of sight, Unix ms; null where it is not. */
	until(entryId: string): number | null;
	/**
	 * On disk when it returns. What ends before is back in time to be answered.
	 * @param until Unix ms; null brings them back
	 */
	set(entryIds: readonly string[], until: number | null): void;
	/** What came back while the app was not running is in sight; the rest is waited for. */
	start(): void;
	stop(): void;
}

/** More than anybody puts away: the soonest to come back are let go first. */
const MAX_SNOOZES = 2_000;
/** A timer of a longer wait is set again: a computer's clock is put right meanwhile. In ms. */
const MAX_MS = 60 * 60_000;

/** Requests that the user put out of sight for a while. They stay as they are, and come back by themselves. */
export function createSnoozes({ ports, clock, end, back }: SnoozeParts): Snoozes {
	let cancel: (() => void) | null = null;
	const all = () => Object.entries(ports.settings.get().snoozed);

	function plan(): void {
		cancel?.();
		cancel = null;
		const next = Math.min(...all().map(([, at]) => at));
		if (!Number.isFinite(next)) return;
		cancel = clock.after(Math.min(MAX_MS, Math.max(0, next - clock.now())), () => {
			const now = clock.now();
			const due = all().flatMap(([id, at]) => (at <= now ? [id] : []));
			if (due.length > 0) keep(all().filter(([, at]) => at > now));
			plan();
			if (due.length > 0) back(due);
		});
	}

	const keep = (entries: readonly (readonly [string, number])[]) =>
		ports.settings.set({
			snoozed: Object.fromEntries(entries.toSorted(([, one], [, other]) => one - other).slice(-MAX_SNOOZES)),
		});

	/** Twice as long before its end as its reminder, which it is told by then like any other. */
	function inTime(entryId: string, until: number): number {
		const ends = end(entryId);
		const latest = ends === null ? until : ends - 2 * REMIND_MS;
		return latest > clock.now() ? Math.min(until, latest) : until;
	}

	return {
		until(entryId) {
			const { snoozed } = ports.settings.get();
			const at = Object.hasOwn(snoozed, entryId) ? snoozed[entryId] : undefined;
			return at === undefined || at <= clock.now() ? null : at;
		},
		set(entryIds, until) {
			const these = new Set(entryIds);
			const others = all().filter(([id]) => !these.has(id));
			keep(until === null ? others : [...others, ...entryIds.map((id) => [id, inTime(id, until)] as const)]);
			plan();
		},
		start: plan,
		stop() {
			cancel?.();
			cancel = null;
		},
	};
}
