import { type Message, message } from "../../../core/message.ts";
import type { ConnectionState } from "../../conversations/connection.ts";
import type { WaitingState } from "../../ports.ts";
import { joinTexts } from "./join-texts.ts";

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
	// Nothing new is heard of meanwhile: that it is calm, or one waits, would be no more than the last that was heard.
	if (AWAY[connection] !== undefined) return "offline";
	if (count > 0) return "waiting";
	return isPaused ? "paused" : "none";
}

/** What the system's bar shows at a glance, and all of it in words. */
export function trayState(standing: TrayFacts): Pick<WaitingState, "mark" | "tooltip"> {
	const { count, dangers, connection, isPaused } = standing;
	return {
		mark: markOf(standing),
		tooltip: joinTexts(
			message("notice.count", { count }),
			dangers > 0 ? message("notice.count.danger", { count: dangers }) : null,
			AWAY[connection] ?? null,
			isPaused ? message("notice.paused") : null,
		),
	};
}
