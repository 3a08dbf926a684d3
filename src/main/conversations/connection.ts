import { AppError } from "../../core/app-error.ts";
import { type Message, message } from "../../core/message.ts";
import type { ServiceError } from "../service/errors.ts";

/**
 * How a session, or the whole, is read now. `live`: by stream; `polling`: by long polls, since streams are blocked;
 * `watching`: calmly, the agent rests; `unauthorized`: until the token changes or `reconnect()`.
 */
export type ConnectionState = "live" | "polling" | "watching" | "connecting" | "offline" | "unauthorized";

export interface Connection {
	readonly state: ConnectionState;
	/** A whole sentence, for a user. */
	readonly text: Message;
	/** Unix ms; `null` if nothing is scheduled or wrong. */
	readonly nextTryAt: number | null;
}

/** Whole sentences for how a session, or the whole, is connected. */

const CALM: Readonly<Record<Exclude<ConnectionState, "offline" | "unauthorized">, Message>> = {
	live: message("session.live"),
	polling: message("session.polling"),
	watching: message("session.watching"),
	connecting: message("session.connecting"),
};

export function calm(state: Exclude<ConnectionState, "offline" | "unauthorized">): Connection {
	return { state, text: CALM[state], nextTryAt: null };
}

export function denied(error: ServiceError): Connection {
	return { state: "unauthorized", text: error.text, nextTryAt: null };
}

export function offline(error: unknown, nextTryAt: number | null): Connection {
	return { state: "offline", text: messageOf(error), nextTryAt };
}

export function messageOf(error: unknown): Message {
	if (error instanceof AppError) return error.text;
	return message("session.own-fault");
}

/** One line for the log. */
export function lineOf(error: unknown): string {
	return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** For the user, about breaches of the contract that cost nothing but themselves. */
export function faultText(faults: readonly string[]): Message {
	const [fault] = faults;
	return fault === undefined ? message("session.fault.unknown") : message("session.fault", { fault });
}
