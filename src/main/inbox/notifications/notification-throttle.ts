import { message, type Text } from "../../../core/message.ts";
import type { NotificationSpec, Ports } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";
import { type SharedTurns, TurnQueue } from "../turn-queue.ts";
import { joinTexts } from "./notification-content.ts";

/** Maximum number of single notifications within the window, counting only what still waits. */
const MAX_SINGLE = 5;
export const WINDOW_MS = 10_000;
/** Least interval between two summaries, in ms. */
export const SUMMARY_MS = 1_000;
/** Id of the summary: a later one replaces the one before. */
export const SUMMARY_ID = "inbox:more";

/** Shows many requests at once as one notification: the first few by themselves, then how many more there are. */
export class NotificationThrottle {
	readonly #ports;
	readonly #inbox;
	/** When each was shown by itself: what was answered meanwhile is no part of a flood. */
	readonly #singles = new Map<string, number>();
	readonly #grouped = new Set<string>();
	/** Something with a sound was counted in since the summary was shown. */
	#isLoud = false;
	/** One was counted in that was not in the summary when it was shown. */
	#isNews = false;
	/** The summary on screen; `null` if there is none. */
	#summary: { readonly dangers: number; readonly entryId: string } | null = null;
	#isPlanned = false;

	constructor(
		ports: Pick<Ports, "clock" | "log"> & {
			readonly desktop: Pick<Ports["desktop"], "notify" | "withdraw">;
		},
		inbox: {
			/** Returns waiting requests, oldest first; empty once the app ends. */
			readonly waiting: () => readonly Entry[];
			/** How many of them are of high risk, as far as that is known. */
			readonly dangers: (entries: readonly Entry[]) => number;
			readonly headline: (entry: Entry) => Text;
		},
	) {
		this.#ports = ports;
		this.#inbox = inbox;
	}

	/** Shows this one by itself, or counts it into the summary if there were too many. */
	notify(notification: NotificationSpec): void {
		const { clock, desktop } = this.#ports;
		const now = clock.now();
		// A clock that was set back makes no flood longer.
		for (const [id, at] of this.#singles) if (Math.abs(now - at) >= WINDOW_MS) this.#singles.delete(id);
		if (this.#singles.size < MAX_SINGLE) {
			this.#singles.set(notification.entryId, now);
			this.#grouped.delete(notification.entryId);
			desktop.notify(notification);
			return;
		}
		// An earlier notification about the same entry is outdated.
		desktop.withdraw(notification.id);
		this.#isNews ||= !this.#grouped.has(notification.entryId);
		this.#grouped.add(notification.entryId);
		this.#isLoud ||= notification.silent !== true;
		this.#plan();
	}

	/** Withdraws what was shown of an entry that waits no more. */
	over(entryId: string): void {
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
				// A summary that could not be shown costs nothing but itself.
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
		// One less is no news, but a click must lead to something that still waits.
		const isKnown = this.#summary !== null && !this.#isNews && dangers <= this.#summary.dangers;
		if (this.#summary !== null && isKnown && still.has(this.#summary.entryId)) return;
		this.#summary = { dangers, entryId: oldest.id };
		this.#isNews = false;
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

/** Time that a notification waits for what the chain says of its request, in ms; then it is shown as it is. */
const CHECKING_MS = 700;

interface Announcement<Item> {
	readonly notification: Item;
	/** Its moment is over, or the chain has answered: it is shown in its turn. */
	isDue: boolean;
	isRead: boolean;
	/** Whether it was shown as grave; `null` before it was shown. */
	wasGrave: boolean | null;
	cancel: () => void;
}

/** Decides when a request is notified: once the chain has answered about it, or after a moment; thousands in turns. */
export class Announcements<Item extends { readonly id: string }> {
	readonly #turns: SharedTurns;
	readonly #reviews;
	readonly #inbox;
	/** The latest of each request, until the chain has answered about it and that was shown. */
	readonly #open = new Map<string, Announcement<Item>>();
	readonly #due: TurnQueue;

	constructor(
		turns: SharedTurns,
		reviews: {
			/** Queries the chain about this request; must not reject. */
			loadSoon(id: string): Promise<unknown>;
			/** Whether the chain was not queried about it as it is now. */
			stale(id: string): boolean;
		},
		inbox: {
			/** @returns whether it was shown as grave; `null` if there was nothing to show */
			readonly notify: (told: Item) => boolean | null;
			/** It was shown before it was checked, and not as grave. */
			readonly correct: (told: Item) => void;
		},
	) {
		this.#turns = turns;
		this.#reviews = reviews;
		this.#inbox = inbox;
		this.#due = new TurnQueue(turns, (id) => this.#notify(id));
	}

	/** Announces it, in place of what was still to be announced of it. */
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
		if (!this.#reviews.stale(told.id)) {
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

	/** The chain has answered. */
	#onRead(announcement: Announcement<Item>): void {
		announcement.cancel();
		if (this.#open.get(announcement.notification.id) !== announcement) return;
		announcement.isRead = true;
		this.#onDue(announcement);
	}

	#notify(id: string): void {
		const announcement = this.#open.get(id);
		// Another came in its place while it waited for its turn.
		if (announcement === undefined || !announcement.isDue) return;
		if (announcement.isRead) this.#open.delete(id);
		if (announcement.wasGrave === null) announcement.wasGrave = this.#inbox.notify(announcement.notification);
		else if (announcement.isRead && !announcement.wasGrave) this.#inbox.correct(announcement.notification);
	}
}
