import type { Clock, Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";

const EXPIRY_CHECK_MS = 200;
/** Lead time of the reminder before a request ends. */
export const REMIND_MS = 5 * 60_000;
/** Maximum delay of a timer in ms. A longer timer would fire immediately. */
const MAX_WAIT_MS = 2_000_000_000;
/** Maximum number of snoozed requests. Beyond it, those due back soonest are dropped. */
const MAX_SNOOZES = 2_000;
/** Maximum delay of a timer in ms, because the computer's clock may change in the meantime. */
const MAX_SNOOZE_WAIT_MS = 60 * 60_000;

export class Snoozes {
	readonly #app;
	readonly #endOf: (entryId: string) => number | null;
	readonly #onBack: (entryIds: readonly string[]) => void;
	#cancel: (() => void) | null = null;

	constructor(
		app: {
			readonly ports: Pick<Ports, "settings">;
			readonly clock: Clock;
		},
		endOf: (entryId: string) => number | null,
		onBack: (entryIds: readonly string[]) => void,
	) {
		this.#app = app;
		this.#endOf = endOf;
		this.#onBack = onBack;
	}

	until(entryId: string): number | null {
		const { clock, ports } = this.#app;
		const { snoozed } = ports.settings.get();
		const at = Object.hasOwn(snoozed, entryId) ? snoozed[entryId] : undefined;
		return at === undefined || at <= clock.now() ? null : at;
	}

	/**
	 * Stores the snooze durably. A request that expires earlier returns while it can still be answered.
	 * @param until Unix ms; `null` restores the requests
	 */
	set(entryIds: readonly string[], until: number | null): void {
		const these = new Set(entryIds);
		const others = this.#all().filter(([id]) => !these.has(id));
		this.#store(
			until === null ? others : [...others, ...entryIds.map((id) => [id, this.#inTime(id, until)] as const)],
		);
		this.start();
	}

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

	/** Ends a snooze early enough to leave twice the reminder's lead time, so the reminder still follows. */
	#inTime(entryId: string, until: number): number {
		const ends = this.#endOf(entryId);
		const latest = ends === null ? until : ends - 2 * REMIND_MS;
		return latest > this.#app.clock.now() ? Math.min(until, latest) : until;
	}
}

/** If a request expires soon after it arrived, there is no reminder after its first notification. */
const isLong = ({ firstSeen }: Entry, end: number): boolean => end - firstSeen > 2 * REMIND_MS;

export class ExpiryWatch {
	readonly #clock: Clock;
	readonly #inbox;
	#cancelExpiry: (() => void) | null = null;
	#cancelSoon: (() => void) | null = null;

	constructor(
		clock: Clock,
		inbox: {
			readonly entries: () => readonly Entry[];
			readonly onExpiry: () => void;
			readonly onLast: (entry: Entry) => void;
			readonly onCheck?: (entries: readonly Entry[]) => void;
			readonly isRunning: () => boolean;
		},
	) {
		this.#clock = clock;
		this.#inbox = inbox;
	}

	checkExpiries(): void {
		this.#cancelExpiry?.();
		const now = this.#clock.now();
		const all = this.#inbox.entries();
		this.#inbox.onCheck?.(all);
		const moments = all.flatMap((entry) => this.#momentsOf(entry, now));
		if (moments.length === 0) return;
		const next = Math.max(0, moments.reduce((first, moment) => Math.min(first, moment)) - now);
		this.#cancelExpiry = this.#clock.after(Math.min(next + 1, MAX_WAIT_MS), () => this.#inbox.onExpiry());
	}

	/** One page may contain thousands of requests, so the list is searched once for all of them. */
	checkSoon(): void {
		this.#cancelSoon ??= this.#clock.after(EXPIRY_CHECK_MS, () => {
			this.#cancelSoon = null;
			if (this.#inbox.isRunning()) this.checkExpiries();
		});
	}

	stop(): void {
		this.#cancelExpiry?.();
		this.#cancelSoon?.();
	}

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
