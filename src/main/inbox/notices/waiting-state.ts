import { type Message, message, type Text } from "../../../core/message.ts";
import { riskOf } from "../../../core/risk/glance.ts";
import type { ConnectionState } from "../../conversations/connection.ts";
import type { Settings, WaitingState } from "../../ports.ts";
import type { Entries } from "../entries/entries.ts";
import type { Entry } from "../entries/entry.ts";
import { chosenLevel } from "./app-levels.ts";
import { joinTexts } from "./join-texts.ts";

/** Number of waiting requests in the tray's menu. */
const FIRST = 5;

export interface TrayFacts {
	/** How many wait, and how many of them are of high risk as far as it is known. */
	readonly count: number;
	readonly dangers: number;
	readonly connection: ConnectionState;
	/** Notifications are. */
	readonly isPaused: boolean;
}

const AWAY: Readonly<Partial<Record<ConnectionState, Message>>> = {
	offline: message("notice.away.offline"),
	unauthorized: message("notice.away.signed-out"),
};

function markOf({ count, dangers, connection, isPaused }: TrayFacts): WaitingState["mark"] {
	if (dangers > 0) return "danger";
	// Nothing new arrives meanwhile: any other mark would only repeat what arrived last.
	if (AWAY[connection] !== undefined) return "offline";
	if (count > 0) return "waiting";
	return isPaused ? "paused" : "none";
}

/** Returns the mark in the system's bar, and all of it in words. */
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

/** How many of them are of high risk, as far as that is known. */
export function dangersAmong(all: readonly Entry[], entries: Pick<Entries, "glances">): number {
	return entries.glances(all).filter((glance) => riskOf(glance) === "danger").length;
}

export interface WaitingFacts {
	/** The inbox, oldest first. */
	readonly inbox: readonly Entry[];
	readonly connection: ConnectionState;
	readonly settings: Pick<Settings, "pausedUntil" | "appLevels" | "mutedSessions">;
	/** Of each of the user's limits of a day: how much is spent. */
	readonly budgets: readonly Text[];
	/** Unix ms. */
	readonly now: number;
}

/** What tray, dock and badge show of the inbox. */
export function waitingState(
	facts: WaitingFacts,
	entries: Pick<Entries, "glances" | "summaries" | "summary">,
): WaitingState {
	const { settings, budgets } = facts;
	const isPaused = settings.pausedUntil !== null && settings.pausedUntil > facts.now;
	// As beside Inbox: what is muted waits there, and calls nobody.
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
