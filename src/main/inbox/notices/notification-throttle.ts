import { message, type Text } from "../../../core/message.ts";
import type { Clock, NotificationSpec } from "../../ports.ts";
import type { Entry } from "../entries/entry.ts";
import { joinTexts } from "./join-texts.ts";

/** Many requests at once are told as one notification: the first few by themselves, then how many more there are. */

/** So many single notifications within this time (in ms) of what still waits. */
const MAX_SINGLE = 5;
export const WINDOW_MS = 10_000;
/** The summary is told anew at most this often, in ms. */
export const SUMMARY_MS = 1_000;
/** The summary's id: a later one takes the place of the one before. */
export const SUMMARY_ID = "inbox:more";

export interface NotificationThrottleParts {
	readonly clock: Clock;
	/** What waits for the user, oldest first; nothing once the app ends. */
	readonly waiting: () => readonly Entry[];
	/** How many of them are of high risk, as far as that is known. */
	readonly dangers: (entries: readonly Entry[]) => number;
	readonly headline: (entry: Entry) => Text;
	readonly notify: (notification: NotificationSpec) => void;
	readonly withdraw: (id: string) => void;
	/** A summary that could not be told costs nothing but itself. */
	readonly log: (line: string) => void;
}

export interface NotificationThrottle {
	/** Tells this one by itself, or counts it into the summary where there were too many. */
	notify(notification: NotificationSpec): void;
	/** It waits no more: what was told of it is taken back. */
	over(entryId: string): void;
}

export function createNotificationThrottle(parts: NotificationThrottleParts): NotificationThrottle {
	const { clock } = parts;
	/** When each was told by itself: what was answered meanwhile is no part of a flood. */
	const singles = new Map<string, number>();
	const grouped = new Set<string>();
	/** Something with a sound was counted in since the summary was told. */
	let isLoud = false;
	/** One was counted in that was not in it when it was told. */
	let isNews = false;
	/** What the summary on screen says; null where none is. */
	let summary: { readonly dangers: number; readonly entryId: string } | null = null;
	let soon = false;

	function summarise(): void {
		const waiting = parts.waiting();
		const still = new Set(waiting.map((entry) => entry.id));
		for (const id of grouped) if (!still.has(id)) grouped.delete(id);
		const [oldest] = waiting;
		const { size } = grouped;
		if (oldest === undefined || size === 0) {
			if (summary !== null) parts.withdraw(SUMMARY_ID);
			summary = null;
			return;
		}
		const dangers = parts.dangers(waiting.filter(({ id }) => grouped.has(id)));
		// One less is no news, but a click must lead to something that still waits.
		const isKnown = summary !== null && !isNews && dangers <= summary.dangers;
		if (summary !== null && isKnown && still.has(summary.entryId)) return;
		summary = { dangers, entryId: oldest.id };
		isNews = false;
		const silent = !isLoud;
		isLoud = false;
		parts.notify({
			id: SUMMARY_ID,
			silent,
			entryId: oldest.id,
			title: message("notice.more", { count: size }),
			body: joinTexts(
				dangers > 0 ? message("notice.count.danger", { count: dangers }) : null,
				message("notice.first", { headline: parts.headline(oldest) }),
			),
		});
	}

	function plan(): void {
		if (soon) return;
		soon = true;
		clock.after(SUMMARY_MS, () => {
			soon = false;
			try {
				summarise();
			} catch (cause) {
				parts.log(`notifications: ${String(cause)}`);
			}
		});
	}

	return {
		notify(notification) {
			const now = clock.now();
			// A clock that was set back makes no flood longer.
			for (const [id, at] of singles) if (Math.abs(now - at) >= WINDOW_MS) singles.delete(id);
			if (singles.size < MAX_SINGLE) {
				singles.set(notification.entryId, now);
				grouped.delete(notification.entryId);
				parts.notify(notification);
				return;
			}
			// What was told of it before, by itself, is old.
			parts.withdraw(notification.id);
			isNews ||= !grouped.has(notification.entryId);
			grouped.add(notification.entryId);
			isLoud ||= notification.silent !== true;
			plan();
		},
		over(entryId) {
			parts.withdraw(entryId);
			singles.delete(entryId);
			if (grouped.has(entryId) || summary?.entryId === entryId) plan();
		},
	};
}
