import { AppError } from "../../core/app-error.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { ServiceError } from "../service/errors.ts";

/**
 * `polling`: streams are blocked, so long polls are used. `watching`: the agent is idle. `unauthorized`:
 * nothing is sent until the token changes or `reconnect()` is called.
 */
export type ConnectionState = "live" | "polling" | "watching" | "connecting" | "offline" | "unauthorized";

export interface Connection {
	readonly state: ConnectionState;
	readonly text: Message;
	readonly nextTryAt: number | null;
}

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

export function lineOf(error: unknown): string {
	return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

export function faultText(faults: readonly string[]): Message {
	const [fault] = faults;
	return fault === undefined ? message("session.fault.unknown") : message("session.fault", { fault });
}
