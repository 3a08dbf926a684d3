import { centsText } from "../../../core/fiat/price.ts";
import { type Message, message, type Text } from "../../../core/localized-text.ts";
import { reasonOf, riskOf } from "../../../core/risk/finding.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { ConnectionState } from "../../conversations/connection.ts";
import type { NotificationAct, WaitingState } from "../../ports.ts";
import type { Settings } from "../../settings-schema.ts";
import type { Entries } from "../entries/entries.ts";
import type { Entry } from "../entries/entry.ts";
import { chosenLevel } from "./notification-settings.ts";
import { REMIND_MS } from "./reminders.ts";

export function joinTexts(
	...parts: readonly [...(Text | null)[], Text] | readonly [Text, ...(Text | null)[]]
): Text {
	return parts
		.filter((part) => part !== null)
		.reduce((left, right) => message("notice.and", { left, right }));
}

const NEAR_MS = 60 * 60_000;

export interface NoticeContent {
	readonly title: Text;
	readonly body: Text;
	readonly acts: readonly NotificationAct[];
}

type Notified = Pick<
	InboxEntryView,
	| "match"
	| "worst"
	| "blocked"
	| "headline"
	| "cents"
	| "unlimited"
	| "chain"
	| "expiresAt"
	| "app"
	| "session"
>;

export type Occasion = "waits" | "revised" | "last";
const OCCASIONS: Readonly<Record<Occasion, Message | null>> = {
	waits: null,
	revised: message("notice.revised"),
	last: message("notice.last", { minutes: REMIND_MS / 60_000 }),
};

/**
 * The body ends with the requester, so text written by others can't push the amount, network and expiry out
 * of sight. It never says that a request is harmless, because the user would read that as a promise.
 * @param now Unix ms
 */
export function contentOf(entry: Notified, occasion: Occasion, now: number): NoticeContent {
	const { app, cents, chain, expiresAt, headline, session, unlimited } = entry;
	const risk = riskOf(entry);
	const reason = risk === "unknown" ? message("notice.not-checked") : reasonOf(entry);
	const isNear = expiresAt !== null && expiresAt > now && expiresAt - now <= NEAR_MS;
	const parts = [
		reason,
		OCCASIONS[occasion],
		// Next to an unlimited allowance, a small amount would be misleading.
		cents === null || unlimited ? null : centsText(BigInt(cents)),
		chain === "" ? null : chain,
		isNear ? message("notice.expires", { at: { at: expiresAt, style: "time" } }) : null,
	];
	return {
		title: headline,
		body: joinTexts(...parts, app ?? session),
		acts: risk === "danger" ? ["reject", "review", "snooze"] : ["review", "reject", "snooze"],
	};
}

/**
 * Returns whether a request is high-risk. The user is notified about it immediately, and for a second time if
 * the danger only becomes known after a notification.
 */
export const isGrave = (entry: Notified): boolean => riskOf(entry) === "danger";

const FIRST = 5;

export interface TrayFacts {
	readonly count: number;
	readonly dangers: number;
	readonly connection: ConnectionState;
	readonly isPaused: boolean;
}

const AWAY: Readonly<Partial<Record<ConnectionState, Message>>> = {
	offline: message("notice.away.offline"),
	unauthorized: message("notice.away.signed-out"),
};

function markOf({ count, dangers, connection, isPaused }: TrayFacts): WaitingState["mark"] {
	if (dangers > 0) return "danger";
	// No requests arrive while the app is offline, so the marks below would be outdated.
	if (AWAY[connection] !== undefined) return "offline";
	if (count > 0) return "waiting";
	return isPaused ? "paused" : "none";
}

export function trayState(facts: TrayFacts): Pick<WaitingState, "mark" | "tooltip"> {
	const { count, dangers, connection, isPaused } = facts;
	return {
		mark: markOf(facts),
		tooltip: joinTexts(
			message("notice.count", { count }),
			dangers > 0 ? message("notice.count.danger", { count: dangers }) : null,
			AWAY[connection] ?? null,
			isPaused ? message("notice.paused") : null,
		),
	};
}

export function dangersAmong(all: readonly Entry[], entries: Pick<Entries, "badges">): number {
	return entries.badges(all).filter((badge) => riskOf(badge) === "danger").length;
}

export interface WaitingFacts {
	readonly inbox: readonly Entry[];
	readonly connection: ConnectionState;
	readonly settings: Pick<Settings, "pausedUntil" | "appLevels" | "mutedSessions">;
	readonly budgets: readonly Text[];
	readonly now: number;
}

export function waitingState(
	facts: WaitingFacts,
	entries: Pick<Entries, "badges" | "summaries" | "summary">,
): WaitingState {
	const { settings, budgets } = facts;
	const isPaused = settings.pausedUntil !== null && settings.pausedUntil > facts.now;
	// Excludes muted entries, like the *Inbox* badge.
	const waits = facts.inbox.filter((entry) => entry.actionable);
	const summaries = entries.summaries(waits);
	const all = waits.filter(
		({ sessionId }, at) => chosenLevel(settings, sessionId, summaries[at]?.app ?? null) !== "muted",
	);
	const count = all.length;
	const dangers = dangersAmong(all, entries);
	return {
		count,
		isDanger: dangers > 0,
		...trayState({ count, dangers, connection: facts.connection, isPaused }),
		first: all
			.slice(0, FIRST)
			.map((entry) => ({ entryId: entry.id, headline: entries.summary(entry).headline })),
		isPaused,
		budgets,
	};
}
