import type { Message } from "../../core/message.ts";

/**
 * How a session, or the whole, is read now. `live`: by stream; `polling`: by long polls, since streams are blocked;
 * `watching`: calmly, the agent rests; `unauthorized`: until the token changes or `reconnect()`.
 */
export type ConnectionState = "live" | "polling" | "watching" | "connecting" | "offline" | "unauthorized";

export interface Connection {
	readonly state: ConnectionState;
	/** A whole sentence, for a user. */
	readonly text: Message;
	/** Unix ms; null where nothing is scheduled or nothing is wrong. */
	readonly nextTryAt: number | null;
}
