import type { DeliveryState } from "../core/activity/records.ts";
import type { JournalRow } from "../core/journal/types.ts";
import type { Text } from "../core/message.ts";

/** Every event of the running app, with the data that a listener needs. */
export interface EventPayloads {
	/** State or messages of a session. */
	"session-changed": { readonly sessionId: string | null };
	"title-changed": { readonly sessionId: string | null };
	/** Text that the agent is still writing. */
	"stream-changed": { readonly sessionId: string | null };
	"connection-changed": { readonly sessionId: string | null };
	/** The service revised a commit. */
	"commit-changed": { readonly sessionId: string | null; readonly commitId: string };
	/** The service revised actions of a session. */
	"action-changed": { readonly sessionId: string | null };
	/** A request was added or ended by another cause than a session's log. */
	"request-changed": object;
	"journal-changed": { readonly row: JournalRow };
	/** Activity's records next to the journal. */
	"record-changed": object;
	/** Snoozed, paused, expired or newly decoded requests. */
	"inbox-changed": object;
	/** A review, or facts about the user's RPCs from its chain reads. */
	"review-changed": object;
	/** The user rejected a request; `state` is its delivery to the service. */
	"rejection-recorded": {
		readonly scope: string;
		readonly entryId: string;
		readonly sessionId: string;
		readonly headline: string;
		/** Empty if the user gave none. */
		readonly reason: string;
		readonly state: DeliveryState;
		/** Reason why it was not delivered to the service; `null` if it was, or will be. */
		readonly why: Text | null;
	};
	"price-changed": object;
	/** Answers of the user's RPCs. */
	"chain-changed": object;
	"allowance-changed": object;
	/** Holdings of the accounts. */
	"holdings-changed": object;
	"catalog-changed": object;
	"billing-changed": object;
	"update-changed": object;
	/** Somebody else signed in; nothing displayed so far belongs to them. */
	"owner-changed": object;
	/** Settings, accounts, rules or anything else that every view may depend on. */
	"app-changed": object;
}

export type EventName = keyof EventPayloads;

type Listener<Name extends EventName> = (payload: EventPayloads[Name]) => void;
type AnyListener = (name: EventName, sessionId: string | null) => void;

/** Events of one session only: up to a hundred a second, and never about anything that can be approved. */
export const CONVERSATION_ONLY: ReadonlySet<EventName> = new Set<EventName>([
	"session-changed",
	"stream-changed",
	"connection-changed",
]);

/** Events after which the list of requests may differ. */
export const REQUEST_SOURCES: readonly EventName[] = [
	"commit-changed",
	"action-changed",
	"request-changed",
	"journal-changed",
	"inbox-changed",
	"review-changed",
	"owner-changed",
];

/**
 * The only event bus of the main process. Listeners run synchronously, in the order of their subscription.
 */
export class Events {
	readonly #log: (line: string) => void;
	readonly #listeners = new Map<EventName, Set<Listener<never>>>();
	readonly #any = new Set<AnyListener>();

	constructor(log: (line: string) => void) {
		this.#log = log;
	}

	/** Subscribes to one event. @returns ends the subscription */
	on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
		const listeners = this.#listeners.get(name) ?? new Set();
		this.#listeners.set(name, listeners);
		listeners.add(listener);
		return () => listeners.delete(listener);
	}

	/** Subscribes to every event; called after the event's own listeners. @returns ends the subscription */
	onAny(listener: AnyListener): () => void {
		this.#any.add(listener);
		return () => this.#any.delete(listener);
	}

	/** Notifies all listeners. A throwing listener is logged and fails neither the others nor the caller. */
	emit<Name extends EventName>(
		name: Name,
		...[payload]: object extends EventPayloads[Name] ? [] : [EventPayloads[Name]]
	): void {
		const given: EventPayloads[EventName] = payload ?? {};
		for (const listener of this.#listeners.get(name) ?? []) this.#run(() => listener(given as never));
		const sessionId = "sessionId" in given ? (given.sessionId as string | null) : null;
		for (const listener of this.#any) this.#run(() => listener(name, sessionId));
	}

	#run(notify: () => void): void {
		try {
			notify();
		} catch (cause) {
			this.#log(`events: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
		}
	}
}
