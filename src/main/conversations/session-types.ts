import type { Message } from "../../core/localized-text.ts";
import type { ReadCommit } from "../../service-api/commit.ts";
import type { StartTurn } from "../../service-api/event-page.ts";
import type { Action, TurnState, UnreadableAction } from "../../service-api/events.ts";
import type { Connection } from "./connection.ts";

/** `unknown` if nothing has been read yet or this version doesn't know the state. */
export type SessionTurnState = TurnState | "unknown";

export interface PendingMessage {
	readonly text: string;
	readonly since: number;
	readonly state: "sending" | "refused";
}

export interface SessionRecord {
	readonly id: string;
	readonly title: string | null;
	readonly turnState: SessionTurnState;
	readonly turnId: string | null;
	readonly updatedAt: number;
	readonly archived: boolean;
	readonly connection: Connection;
	readonly pending: "starting" | "interrupting" | null;
	readonly pendingMessage: PendingMessage | null;
	readonly fault: Message | null;
	readonly fixed: Message | null;
}

export interface LiveText {
	readonly turnId: string;
	readonly messageKey: string;
	readonly revision: number;
	readonly content: string;
	readonly receivedAt: number;
}

export interface StoredCommit {
	readonly commitId: string;
	readonly sessionId: string;
	readonly read: ReadCommit;
	/** When this content first arrived, in Unix ms. If the commit has ended, when it first had this state. */
	readonly receivedAt: number;
	/**
	 * Time of the GET that returned this version, in Unix ms. `null` if none has since the last start.
	 * Required for an approval.
	 */
	readonly confirmedByGet: number | null;
	readonly fault: Message | null;
	/** The service has no endpoint for this commit. */
	readonly isUnoffered?: boolean;
}

export interface StoredAction {
	readonly sessionId: string;
	readonly action: Action;
	readonly receivedAt: number;
	readonly firstSeen: number;
}

export interface StoredUnreadable extends Omit<StoredAction, "action"> {
	readonly action: UnreadableAction;
}

export interface SessionsChange {
	readonly kind: "session" | "title" | "commit" | "action" | "live" | "connection";
	readonly sessionId: string | null;
	readonly commitId?: string;
}

export type TurnBody = Omit<StartTurn, "sessionId" | "cursor">;

/**
 * `composer` if the user typed the text, `app` if Countersign wrote it on the user's behalf, for example to
 * give the reason for a rejection.
 */
export type TurnOrigin = "composer" | "app";

export type TurnOutcome = { readonly ok: true } | { readonly ok: false; readonly text: Message };

export interface StartedTurn {
	readonly sessionId: string;
	readonly outcome: Promise<TurnOutcome>;
}
