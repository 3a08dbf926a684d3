import type { Ports } from "../../ports.ts";

export interface SnoozeParts {
	readonly ports: Pick<Ports, "settings">;
	/** Its timers cost nothing but themselves where they fail. */
	readonly clock: Ports["clock"];
	/** These are back: they are told of again. */
	readonly back: (entryIds: readonly string[]) => void;
}

export interface Snoozes {
	/** Until when it is out of sight, Unix ms; null where it is not. */
	until(entryId: string): number | null;
	/** On disk when it returns. @param until Unix ms; null brings them back */
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
export function createSnoozes({ ports, clock, back }: SnoozeParts): Snoozes {
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

	return {
		until(entryId) {
			const { snoozed } = ports.settings.get();
			const at = Object.hasOwn(snoozed, entryId) ? snoozed[entryId] : undefined;
			return at === undefined || at <= clock.now() ? null : at;
		},
		set(entryIds, until) {
			const these = new Set(entryIds);
			const others = all().filter(([id]) => !these.has(id));
			keep(until === null ? others : [...others, ...entryIds.map((id) => [id, until] as const)]);
			plan();
		},
		start: plan,
		stop() {
			cancel?.();
			cancel = null;
		},
	};
}
