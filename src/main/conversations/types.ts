import type { Message } from "../../core/message.ts";
import type { ReadCommit } from "../../service-api/commit.ts";
import type { StartTurn } from "../../service-api/event-page.ts";
import type { Action, TurnState, UnreadableAction } from "../../service-api/events.ts";
import type { SessionChange } from "../service/agent.ts";
import type { Connection } from "./connection.ts";
import type { Transcripts } from "./transcript/transcripts.ts";

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
	/** What went wrong last, a whole sentence; null where nothing did. */
	readonly fault: Message | null;
	/** Why it can't be renamed or archived here, a whole sentence; null where it can, as far as is known. */
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
	/** Why the last GET gave nothing, for a user; null where it did. */
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

/** What a user starts a turn with; session id and cursor are added here. */
export type TurnBody = Omit<StartTurn, "sessionId" | "cursor">;

/** `composer`: the user typed it; `app`: Countersign says it for them, as the reason of a rejection. */
export type TurnOrigin = "composer" | "app";

export type TurnOutcome = { readonly ok: true } | { readonly ok: false; readonly text: Message };

export interface StartedTurn {
	readonly sessionId: string;
	/** Settles when the service has taken or refused the turn, however long that takes; never rejects. */
	readonly outcome: Promise<TurnOutcome>;
}

/** Follows every session of one environment and identity. */
export interface Sessions {
	/** Reads what is stored, then begins to follow. */
	start(): void;
	/** Ends every connection; nothing is written after it resolves. */
	stop(): Promise<void>;

	/** Newest first. */
	list(): readonly SessionRecord[];
	/** The service's own words for this session; null while it has given none. */
	title(sessionId: string): string | null;
	/** What was said and done, by its places. */
	readonly transcripts: Pick<Transcripts, "count" | "items" | "itemOf" | "placeAfter" | "find">;
	live(sessionId: string): readonly LiveText[];
	commits(): readonly StoredCommit[];
	commit(commitId: string): StoredCommit | null;
	/** The latest of each action id, over all sessions. */
	actions(): readonly StoredAction[];
	action(sessionId: string, actionId: string): StoredAction | null;
	/** Those whose latest revision can't be read: they are among `actions` no more, or not yet. */
	unreadableActions(): readonly StoredUnreadable[];
	unreadableAction(sessionId: string, actionId: string): StoredUnreadable | null;
	/** Reads the session's page now, so that its actions are as the service shows them. Throws a ServiceError. */
	refreshSession(sessionId: string): Promise<void>;
	/** The whole's state. */
	connection(): Connection;
	/** The service is known not to answer: nothing is streamed, and its list could not be had twice in a row. */
	isAway(): boolean;
	/** Number of conversations that brought an action under a sequence number that was past already. */
	misplacedActions(): number;

	/** GET of one commit, at once. Throws a ServiceError where it gives none. */
	refreshCommit(commitId: string): Promise<ReadCommit>;
	/** Takes the answer to a POST about a commit, with a GET's authority. */
	acceptCommit(sessionId: string, read: ReadCommit): void;
	/** Takes a commit that no page brings, with a page's authority: its own GET follows at once. */
	adoptCommit(sessionId: string, read: ReadCommit): void;
	/** Something of ours moves this commit: read it every second until it rests. */
	expect(commitId: string): void;

	/**
	 * Sends the user's message; null makes a new session. What they typed themselves is kept first. The intent and its key are durable when this returns.
	 * `origin` is `app` where it is left out: only what is known to be typed counts as the user's words.
	 * Throws where a start of the same session is still under way, or the body breaks the contract.
	 */
	startTurn(sessionId: string | null, body: TurnBody, origin?: TurnOrigin): StartedTurn;
	/** Stops the running turn. Does nothing where none runs or this is already asked. Throws a ServiceError. */
	interrupt(sessionId: string): Promise<void>;

	/** Renames, archives or takes back. What is shown changes with the answer. Throws a ServiceError. */
	change(sessionId: string, change: SessionChange): Promise<void>;

	/** Tries everything again now: after wake, a new network or a new token. */
	reconnect(): void;
	/** Which session the user looks at; its reading is kept fresher. */
	setFocus(sessionId: string | null): void;
	/** Called in the tick in which the change became durable. */
	subscribe(listener: (change: SessionsChange) => void): () => void;
}
