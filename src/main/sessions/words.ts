import { ServiceError } from "../service/errors.ts";
import { StorageError } from "../storage/database.ts";
import type { Connection, ConnectionState } from "./types.ts";

/** Whole sentences for how a session, or the whole, is connected. */

const CALM: Readonly<Record<Exclude<ConnectionState, "offline" | "unauthorized">, string>> = {
	live: "Following live.",
	polling: "Following by regular requests; the live connection is blocked on the way.",
	watching: "Watching for news.",
	connecting: "Connecting to the service.",
};

export function calm(state: Exclude<ConnectionState, "offline" | "unauthorized">): Connection {
	return { state, words: CALM[state], nextTryAt: null };
}

export function denied(error: ServiceError): Connection {
	return { state: "unauthorized", words: error.words, nextTryAt: null };
}

export function offline(error: unknown, nextTryAt: number | null): Connection {
	return { state: "offline", words: wordsOf(error), nextTryAt };
}

export function wordsOf(error: unknown): string {
	if (error instanceof StorageError) return error.words;
	if (error instanceof ServiceError) return error.words;
	return "Something went wrong inside Countersign while reading the service. Nothing was signed by it; it tries again by itself.";
}

/** One line for the log. */
export function lineOf(error: unknown): string {
	return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** For the person, about breaches of the contract that cost nothing but themselves. */
export function faultWords(faults: readonly string[]): string {
	return `The service sent something that breaks its own rules (${faults[0] ?? "unknown"}). That part is left out; the rest goes on, and nothing is signed from it.`;
}
