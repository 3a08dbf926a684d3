import type { Message } from "../../core/message.ts";
import type { ReadCommit } from "../../service-api/commit.ts";
import type { StartTurn } from "../../service-api/event-page.ts";
import type { Action, TurnState, UnreadableAction } from "../../service-api/events.ts";
import type { Connection } from "./connection.ts";

/** `unknown`: nothing read yet, or a state that this version does not know. */
export type SessionTurnState = TurnState | "unknown";

/** A message of the user on its way to the service, or refused by it. */
export interface PendingMessage {
	readonly text: string;
	/** Unix ms. */
	readonly since: number;
	readonly state: "sending" | "refused";
}

export interface SessionRecord {
	readonly id: string;
	/** The service's own words; null while it has given none. */
	readonly title: string | null;
	readonly turnState: SessionTurnState;
	readonly turnId: string | null;
	/** Unix ms. */
	readonly updatedAt: number;
	readonly archived: boolean;
	readonly connection: Connection;
	readonly pending: "starting" | "interrupting" | null;
	/** Shown until the durable message arrives; a refused one stays until the next start. */
	readonly pendingMessage: PendingMessage | null;
	/** Last fault as a whole sentence; `null` if none. */
	readonly fault: Message | null;
	/** Reason why it can't be renamed or archived, as a whole sentence; `null` if it can, as far as known. */
	readonly fixed: Message | null;
}

/** Text that the agent is still writing; never durable. `content` is all of it so far. */
export interface LiveText {
	readonly turnId: string;
	readonly messageKey: string;
	readonly revision: number;
	readonly content: string;
	/** Unix ms. */
	readonly receivedAt: number;
}

export interface StoredCommit {
	readonly commitId: string;
	readonly sessionId: string;
	readonly read: ReadCommit;
	/** When this content came first, Unix ms; of a commit that is over, when it first was. */
	readonly receivedAt: number;
	/** When a GET gave exactly this version, in this run, Unix ms; null before. Approval needs it. */
	readonly confirmedByGet: number | null;
	/** Reason why the last GET failed; `null` if it succeeded. */
	readonly fault: Message | null;
	/** The service has no route to it, or does not have it there. */
	readonly isUnoffered?: boolean;
}

export interface StoredAction {
	readonly sessionId: string;
	readonly action: Action;
	/** When this revision came, Unix ms. */
	readonly receivedAt: number;
	/** When the first of its revisions came, Unix ms. */
	readonly firstSeen: number;
}

/** The latest revision of an action that can't be read. */
export interface StoredUnreadable extends Omit<StoredAction, "action"> {
	readonly action: UnreadableAction;
}

export interface SessionsChange {
	readonly kind: "session" | "title" | "commit" | "action" | "live" | "connection";
	/** null for `connection`, which is of the whole. */
	readonly sessionId: string | null;
	readonly commitId?: string;
}

/** User's input for a turn; session id and cursor are added here. */
export type TurnBody = Omit<StartTurn, "sessionId" | "cursor">;

/** `composer`: the user typed it; `app`: Countersign says it for them, as the reason of a rejection. */
export type TurnOrigin = "composer" | "app";

export type TurnOutcome = { readonly ok: true } | { readonly ok: false; readonly text: Message };

export interface StartedTurn {
	readonly sessionId: string;
	/** Settles when the service has taken or refused the turn, however long that takes; never rejects. */
	readonly outcome: Promise<TurnOutcome>;
}
