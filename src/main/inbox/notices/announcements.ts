import type { Clock } from "../../ports.ts";
import type { TurnBudget } from "../turn-budget.ts";
import { createTurnQueue } from "../turn-queue.ts";

/** When a request is told of: once the chain was asked about it, or after a moment; of thousands in turns. */

/** A notification waits this long for what the chain says of its request, in ms; then it goes out as it is. */
const CHECKING_MS = 700;

export interface AnnouncementsParts<Told extends { readonly id: string }> {
	readonly clock: Clock;
	readonly budget: TurnBudget;
	readonly log: (line: string) => void;
	/** Asks the chain about this request; must not reject. */
	readonly load: (id: string) => Promise<unknown>;
	/** The chain was not asked about it as it stands. */
	readonly stale: (id: string) => boolean;
	/** @returns whether it was told as grave; null where there was nothing to tell */
	readonly tell: (told: Told) => boolean | null;
	/** It was told before it was checked, and not as grave. */
	readonly correct: (told: Told) => void;
}

export interface Announcements<Told> {
	/** Tells of it, in place of what was still to be told of it. */
	announce(told: Told): void;
}

interface Announcement<Told> {
	readonly told: Told;
	/** Its moment is over, or the chain has answered: it is told in its turn. */
	isDue: boolean;
	isRead: boolean;
	/** As it was told; null before that. */
	wasGrave: boolean | null;
	cancel: () => void;
}

export function createAnnouncements<Told extends { readonly id: string }>(
	parts: AnnouncementsParts<Told>,
): Announcements<Told> {
	const { clock } = parts;
	/** The latest of each request, until the chain has answered about it and it was told so. */
	const open = new Map<string, Announcement<Told>>();
	const due = createTurnQueue({ ...parts, work: tell });

	function tell(id: string): void {
		const announcement = open.get(id);
		// Another came in its place while it waited for its turn.
		if (announcement === undefined || !announcement.isDue) return;
		if (announcement.isRead) open.delete(id);
		if (announcement.wasGrave === null) announcement.wasGrave = parts.tell(announcement.told);
		else if (announcement.isRead && !announcement.wasGrave) parts.correct(announcement.told);
	}

	function isDue(announcement: Announcement<Told>): void {
		announcement.isDue = true;
		due.add(announcement.told.id);
	}

	/** The chain has answered. */
	function isRead(announcement: Announcement<Told>): void {
		announcement.cancel();
		if (open.get(announcement.told.id) !== announcement) return;
		announcement.isRead = true;
		isDue(announcement);
	}

	return {
		announce(told) {
			open.get(told.id)?.cancel();
			const load = parts.load(told.id);
			const announcement: Announcement<Told> = {
				told,
				isDue: false,
				isRead: false,
				wasGrave: null,
				cancel: () => {},
			};
			open.set(told.id, announcement);
			if (!parts.stale(told.id)) {
				isRead(announcement);
				return;
			}
			announcement.cancel = clock.after(CHECKING_MS, () => isDue(announcement));
			void load.then(() => isRead(announcement));
		},
	};
}
