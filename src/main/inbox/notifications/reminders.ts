import type { Clock, Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";

/** Delay after a changed commit until the list is searched for the next offer that ends, in ms. */
const EXPIRY_LOOK_MS = 200;
/** Time before its end at which a request that still waits is notified once more, in ms. */
export const REMIND_MS = 5 * 60_000;
/** Longest delay of a timer, in ms: a longer one would end at once. */
const MAX_WAIT_MS = 2_000_000_000;
/** Maximum number of snoozed requests, more than anybody snoozes: the soonest to come back are dropped first. */
const MAX_SNOOZES = 2_000;
/** Longest delay of a snooze's timer, in ms: a computer's clock is set meanwhile. */
const MAX_SNOOZE_WAIT_MS = 60 * 60_000;

/** Requests that the user put out of sight for a while. They stay as they are, and come back by themselves. */
export class Snoozes {
	readonly #app;
	readonly #endOf: (entryId: string) => number | null;
	readonly #onBack: (entryIds: readonly string[]) => void;
	#cancel: (() => void) | null = null;

	/**
	 * @param endOf when a request expires by itself, Unix ms; `null` if it does not, or that is not known
	 * @param onBack these are in sight again
	 */
	constructor(
		app: {
			readonly ports: Pick<Ports, "settings">;
			/** A throwing timer costs nothing else. */
			readonly clock: Clock;
		},
		endOf: (entryId: string) => number | null,
		onBack: (entryIds: readonly string[]) => void,
	) {
		this.#app = app;
		this.#endOf = endOf;
		this.#onBack = onBack;
	}

	/** Until when it is out of sight, Unix ms; `null` if it is in sight. */
	until(entryId: string): number | null {
		const { clock, ports } = this.#app;
		const { snoozed } = ports.settings.get();
		const at = Object.hasOwn(snoozed, entryId) ? snoozed[entryId] : undefined;
		return at === undefined || at <= clock.now() ? null : at;
	}

	/**
	 * Snoozes these, durably. What ends before that time is back early enough to be answered.
	 * @param until Unix ms; `null` brings them back
	 */
	set(entryIds: readonly string[], until: number | null): void {
		const these = new Set(entryIds);
		const others = this.#all().filter(([id]) => !these.has(id));
		this.#store(
			until === null ? others : [...others, ...entryIds.map((id) => [id, this.#inTime(id, until)] as const)],
		);
		this.start();
	}

	/** Brings back what came due while the app was not running, and waits for the rest. */
	start(): void {
		const { clock } = this.#app;
		this.stop();
		const next = Math.min(...this.#all().map(([, at]) => at));
		if (!Number.isFinite(next)) return;
		const delay = Math.min(MAX_SNOOZE_WAIT_MS, Math.max(0, next - clock.now()));
		this.#cancel = clock.after(delay, () => this.#bringBack());
	}

	stop(): void {
		this.#cancel?.();
		this.#cancel = null;
	}

	#all(): [string, number][] {
		return Object.entries(this.#app.ports.settings.get().snoozed);
	}

	#bringBack(): void {
		const now = this.#app.clock.now();
		const due = this.#all().flatMap(([id, at]) => (at <= now ? [id] : []));
		if (due.length > 0) this.#store(this.#all().filter(([, at]) => at > now));
		this.start();
		if (due.length > 0) this.#onBack(due);
	}

	#store(entries: readonly (readonly [string, number])[]): void {
		const sorted = entries.toSorted(([, one], [, other]) => one - other);
		this.#app.ports.settings.set({ snoozed: Object.fromEntries(sorted.slice(-MAX_SNOOZES)) });
	}

	/** Ends a snooze at twice the reminder's time before the request's end; by then it is notified like any other. */
	#inTime(entryId: string, until: number): number {
		const ends = this.#endOf(entryId);
		const latest = ends === null ? until : ends - 2 * REMIND_MS;
		return latest > this.#app.clock.now() ? Math.min(until, latest) : until;
	}
}

/** Whether it was first seen so long before its end that a second notification is no noise. */
const isLong = ({ firstSeen }: Entry, end: number): boolean => end - firstSeen > 2 * REMIND_MS;

/** Waits for offers that expire: list and windows change at that very moment, and the user is reminded before it. */
export class ExpiryWatch {
	/** A throwing timer costs nothing else. */
	readonly #clock: Clock;
	readonly #inbox;
	#cancelExpiry: (() => void) | null = null;
	#cancelSoon: (() => void) | null = null;

	constructor(
		clock: Clock,
		inbox: {
			readonly entries: () => readonly Entry[];
			/** An offer has expired. */
			readonly onExpiry: () => void;
			/** It ends within `REMIND_MS`. Called at each look. */
			readonly onLast: (entry: Entry) => void;
			/** The list at each look. */
			readonly onLook?: (entries: readonly Entry[]) => void;
			/** False once the app stops. */
			readonly isRunning: () => boolean;
		},
	) {
		this.#clock = clock;
		this.#inbox = inbox;
	}

	/** Searches the list for the next offer that ends. */
	look(): void {
		this.#cancelExpiry?.();
		const now = this.#clock.now();
		const all = this.#inbox.entries();
		this.#inbox.onLook?.(all);
		const moments = all.flatMap((entry) => this.#momentsOf(entry, now));
		if (moments.length === 0) return;
		const next = Math.max(0, moments.reduce((first, moment) => Math.min(first, moment)) - now);
		this.#cancelExpiry = this.#clock.after(Math.min(next + 1, MAX_WAIT_MS), () => this.#inbox.onExpiry());
	}

	/** Looks soon: a page may bring thousands, and the list is searched once for all of them. */
	lookSoon(): void {
		this.#cancelSoon ??= this.#clock.after(EXPIRY_LOOK_MS, () => {
			this.#cancelSoon = null;
			if (this.#inbox.isRunning()) this.look();
		});
	}

	stop(): void {
		this.#cancelExpiry?.();
		this.#cancelSoon?.();
	}

	/** The moments of an entry at which something is to be done, Unix ms. */
	#momentsOf(entry: Entry, now: number): readonly number[] {
		const { actionable, expiresAt: end } = entry;
		if (!actionable || end === null) return [];
		const reminder = end - REMIND_MS;
		if (!isLong(entry, end)) return [end];
		if (reminder > now) return [reminder];
		if (end > now) this.#inbox.onLast(entry);
		return [end];
	}
}
