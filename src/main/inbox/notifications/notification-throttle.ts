import { message, type Text } from "../../../core/localized-text.ts";
import type { NotificationSpec, Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";
import { type SharedTurns, TurnQueue } from "../turn-budget.ts";
import { joinTexts } from "./notification-content.ts";

const MAX_SINGLE = 5;
export const WINDOW_MS = 10_000;
export const SUMMARY_MS = 1_000;
export const SUMMARY_ID = "inbox:more";

/** Limits bursts of notifications. Shows the first few separately and the rest as one summary. */
export class NotificationThrottle {
	readonly #ports;
	readonly #inbox;
	readonly #singles = new Map<string, number>();
	readonly #grouped = new Set<string>();
	#isLoud = false;
	#hasNewNotice = false;
	#summary: { readonly dangers: number; readonly entryId: string } | null = null;
	#isPlanned = false;

	constructor(
		ports: Pick<Ports, "clock" | "log"> & {
			readonly desktop: Pick<Ports["desktop"], "notify" | "withdraw">;
		},
		inbox: {
			readonly waiting: () => readonly Entry[];
			readonly dangers: (entries: readonly Entry[]) => number;
			readonly headline: (entry: Entry) => Text;
		},
	) {
		this.#ports = ports;
		this.#inbox = inbox;
	}

	notify(notification: NotificationSpec): void {
		const { clock, desktop } = this.#ports;
		const now = clock.now();
		// `Math.abs` handles a clock that was set back.
		for (const [id, at] of this.#singles) if (Math.abs(now - at) >= WINDOW_MS) this.#singles.delete(id);
		if (this.#singles.size < MAX_SINGLE) {
			this.#singles.set(notification.entryId, now);
			this.#grouped.delete(notification.entryId);
			desktop.notify(notification);
			return;
		}
		desktop.withdraw(notification.id);
		this.#hasNewNotice ||= !this.#grouped.has(notification.entryId);
		this.#grouped.add(notification.entryId);
		this.#isLoud ||= notification.silent !== true;
		this.#plan();
	}

	removeEntry(entryId: string): void {
		this.#ports.desktop.withdraw(entryId);
		this.#singles.delete(entryId);
		if (this.#grouped.has(entryId) || this.#summary?.entryId === entryId) this.#plan();
	}

	#plan(): void {
		if (this.#isPlanned) return;
		this.#isPlanned = true;
		this.#ports.clock.after(SUMMARY_MS, () => {
			this.#isPlanned = false;
			try {
				this.#summarise();
			} catch (cause) {
				this.#ports.log(`notifications: ${String(cause)}`);
			}
		});
	}

	#summarise(): void {
		const { desktop } = this.#ports;
		const waiting = this.#inbox.waiting();
		const still = new Set(waiting.map((entry) => entry.id));
		for (const id of this.#grouped) if (!still.has(id)) this.#grouped.delete(id);
		const [oldest] = waiting;
		const { size } = this.#grouped;
		if (oldest === undefined || size === 0) {
			if (this.#summary !== null) desktop.withdraw(SUMMARY_ID);
			this.#summary = null;
			return;
		}
		const dangers = this.#inbox.dangers(waiting.filter(({ id }) => this.#grouped.has(id)));
		// A smaller number doesn't require a new summary, but clicking the summary must still open a waiting
		// entry.
		const isKnown = this.#summary !== null && !this.#hasNewNotice && dangers <= this.#summary.dangers;
		if (this.#summary !== null && isKnown && still.has(this.#summary.entryId)) return;
		this.#summary = { dangers, entryId: oldest.id };
		this.#hasNewNotice = false;
		const silent = !this.#isLoud;
		this.#isLoud = false;
		desktop.notify({
			id: SUMMARY_ID,
			silent,
			entryId: oldest.id,
			title: message("notice.more", { count: size }),
			body: joinTexts(
				dangers > 0 ? message("notice.count.danger", { count: dangers }) : null,
				message("notice.first", { headline: this.#inbox.headline(oldest) }),
			),
		});
	}
}

/** Maximum delay of a notification in ms, so it can include facts from the chain. */
const CHECKING_MS = 700;

interface Announcement<Item> {
	readonly notification: Item;
	isDue: boolean;
	isRead: boolean;
	wasGrave: boolean | null;
	cancel: () => void;
}

/**
 * Briefly delays each notification until its request is simulated. Spreads large numbers of notifications
 * over several turns.
 */
export class Announcements<Item extends { readonly id: string }> {
	readonly #turns: SharedTurns;
	readonly #reviews;
	readonly #inbox;
	readonly #open = new Map<string, Announcement<Item>>();
	readonly #due: TurnQueue;

	constructor(
		turns: SharedTurns,
		reviews: {
			loadSoon(id: string): Promise<unknown>;
			isStale(id: string): boolean;
		},
		inbox: {
			readonly notify: (told: Item) => boolean | null;
			readonly correct: (told: Item) => void;
		},
	) {
		this.#turns = turns;
		this.#reviews = reviews;
		this.#inbox = inbox;
		this.#due = new TurnQueue(turns, (id) => this.#notify(id));
	}

	announce(told: Item): void {
		this.#open.get(told.id)?.cancel();
		const load = this.#reviews.loadSoon(told.id);
		const announcement: Announcement<Item> = {
			notification: told,
			isDue: false,
			isRead: false,
			wasGrave: null,
			cancel: () => {},
		};
		this.#open.set(told.id, announcement);
		if (!this.#reviews.isStale(told.id)) {
			this.#onRead(announcement);
			return;
		}
		announcement.cancel = this.#turns.clock.after(CHECKING_MS, () => this.#onDue(announcement));
		void load.then(() => this.#onRead(announcement));
	}

	#onDue(announcement: Announcement<Item>): void {
		announcement.isDue = true;
		this.#due.add(announcement.notification.id);
	}

	#onRead(announcement: Announcement<Item>): void {
		announcement.cancel();
		if (this.#open.get(announcement.notification.id) !== announcement) return;
		announcement.isRead = true;
		this.#onDue(announcement);
	}

	#notify(id: string): void {
		const announcement = this.#open.get(id);
		// A newer announcement has replaced this one in the queue.
		if (announcement === undefined || !announcement.isDue) return;
		if (announcement.isRead) this.#open.delete(id);
		if (announcement.wasGrave === null) announcement.wasGrave = this.#inbox.notify(announcement.notification);
		else if (announcement.isRead && !announcement.wasGrave) this.#inbox.correct(announcement.notification);
	}
}
