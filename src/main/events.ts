import type { DeliveryState } from "../core/activity/records.ts";
import { describeError } from "../core/describe-error.ts";
import type { JournalRow } from "../core/journal/types.ts";
import type { Text } from "../core/localized-text.ts";

export interface EventPayloads {
	"session-changed": { readonly sessionId: string | null };
	"title-changed": { readonly sessionId: string | null };
	"stream-changed": { readonly sessionId: string | null };
	"connection-changed": { readonly sessionId: string | null };
	"commit-changed": { readonly sessionId: string | null; readonly commitId: string };
	"action-changed": { readonly sessionId: string | null };
	/** A request that isn't in a session's log was added or ended. */
	"request-changed": object;
	"journal-changed": { readonly row: JournalRow };
	"record-changed": object;
	/** A local agent's state, calls or shared accounts changed, or a door changed. */
	"agent-changed": object;
	"inbox-changed": object;
	"review-changed": object;
	"rejection-recorded": {
		readonly scope: string;
		readonly entryId: string;
		readonly sessionId: string;
		readonly headline: string;
		readonly reason: string;
		readonly state: DeliveryState;
		readonly why: Text | null;
	};
	"price-changed": object;
	"chain-changed": object;
	"power-changed": object;
	"holdings-changed": object;
	"catalog-changed": object;
	"billing-changed": object;
	"update-changed": object;
	/** A different user signed in. Nothing displayed so far belongs to them. */
	"owner-changed": object;
	/** Something changed that any view may depend on, for example settings, accounts or rules. */
	"app-changed": object;
}

export type EventName = keyof EventPayloads;

type Listener<Name extends EventName> = (payload: EventPayloads[Name]) => void;
type AnyListener = (name: EventName, sessionId: string | null) => void;

/**
 * Events that are emitted up to a hundred times a second. None of them concerns anything that can be
 * approved.
 */
export const CONVERSATION_ONLY: ReadonlySet<EventName> = new Set<EventName>([
	"session-changed",
	"stream-changed",
	"connection-changed",
]);

export const REQUEST_SOURCES: readonly EventName[] = [
	"commit-changed",
	"action-changed",
	"request-changed",
	"journal-changed",
	"inbox-changed",
	"review-changed",
	"owner-changed",
];

/** The main process's only event bus. Listeners run synchronously, in subscription order. */
export class Events {
	readonly #log: (line: string) => void;
	readonly #listeners = new Map<EventName, Set<Listener<never>>>();
	readonly #any = new Set<AnyListener>();

	constructor(log: (line: string) => void) {
		this.#log = log;
	}

	on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
		const listeners = this.#listeners.get(name) ?? new Set();
		this.#listeners.set(name, listeners);
		listeners.add(listener);
		return () => listeners.delete(listener);
	}

	onAny(listener: AnyListener): () => void {
		this.#any.add(listener);
		return () => this.#any.delete(listener);
	}

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
			this.#log(`events: ${describeError(cause)}`);
		}
	}
}
