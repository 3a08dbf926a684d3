import type { ReadPage } from "../../../service-api/event-page.ts";
import {
	type ConcreteEvent,
	type ReadEvent,
	type TurnState,
	turnState,
} from "../../../service-api/events.ts";
import type { LogSession } from "../../storage/log-db.ts";
import type { SessionTurnState } from "../session-types.ts";

/**
 * Applies a page to a session, as a pure function. Source: the interface's log rules and
 * docs/service-api/events.md#log-rules.
 */

export interface PageRules {
	/** Returns whether the event is already stored. Only called if the sequence number leaves this open. */
	readonly knows: (eventId: string) => boolean;
	/**
	 * Whether missing sequence numbers require another read. `false` if a re-read has already failed to find
	 * them.
	 */
	readonly watchGaps: boolean;
	readonly adoptCursor: boolean;
	readonly now: number;
}

export interface PageApplication {
	readonly session: LogSession;
	readonly events: readonly ReadEvent[];
	readonly faults: readonly string[];
	/** New events whose sequence number isn't higher than the last one. They are applied anyway. */
	readonly misplaced: readonly string[];
	/** Whether sequence numbers are missing. If so, the page wasn't applied and must be re-read. */
	readonly gap: boolean;
	readonly missing: boolean;
}

export function newSession(id: string, now: number): LogSession {
	return {
		id,
		title: null,
		turnState: "unknown",
		turnId: null,
		turnSequence: 0,
		answeredTurn: null,
		lastSequence: 0,
		cursor: null,
		reconciling: false,
		updatedAt: now,
		archived: false,
		listedAt: null,
		readListedAt: null,
	};
}

/**
 * The API doesn't state a unit (docs/service-api/records.md#times). Values from 10^11 are milliseconds and
 * smaller ones are seconds. Times in the future are limited to `now`.
 */
export function serviceTime(value: number, now: number): number {
	const ms = Math.abs(value) >= 1e11 ? value : value * 1000;
	return Math.min(ms, now);
}

const STATES: ReadonlySet<string> = new Set(turnState.options);

function isTurnState(state: string): state is TurnState {
	return STATES.has(state);
}

export function turnStateOf(session: LogSession): SessionTurnState {
	return isTurnState(session.turnState) ? session.turnState : "unknown";
}

export function dropCursor(session: LogSession): LogSession {
	return { ...session, cursor: null, reconciling: true };
}

function recordEvent(session: LogSession, read: ReadEvent, now: number): LogSession {
	const { event } = read;
	const next = {
		...session,
		lastSequence: Math.max(session.lastSequence, event.sequence),
		updatedAt: Math.max(session.updatedAt, serviceTime(event.occurred_at, now)),
	};
	if (event.type === "turn_state_changed" && event.sequence > session.turnSequence) {
		const state =
			read.kind === "known" && read.event.type === "turn_state_changed" ? read.event.state : "unknown";
		return { ...next, turnState: state, turnId: event.turn_id, turnSequence: event.sequence };
	}
	// An older event from a repeated read says nothing about the current state.
	if (read.kind !== "known" || event.sequence < session.lastSequence) return next;
	if (read.event.type === "title_changed") return { ...next, title: read.event.title };
	return isAnswer(read.event) ? { ...next, answeredTurn: event.turn_id } : next;
}

export function isAnswer(message: ConcreteEvent): boolean {
	return (
		message.type === "message" &&
		message.sender === "agent" &&
		message.is_streaming !== true &&
		(message.tool_result ?? null) === null
	);
}

interface Sorted {
	readonly fresh: readonly ReadEvent[];
	readonly misplaced: readonly string[];
}

/** Treats a misplaced event as new, because it may be a request and is never sent again. */
function sort(session: LogSession, events: readonly ReadEvent[], rules: PageRules): Sorted {
	const fresh: ReadEvent[] = [];
	const misplaced: string[] = [];
	const inPage = new Set<string>();
	let last = session.lastSequence;
	for (const read of events.toSorted((a, b) => a.event.sequence - b.event.sequence)) {
		const { event_id: id, sequence } = read.event;
		if (inPage.has(id)) continue;
		inPage.add(id);
		if (sequence > last) last = sequence;
		else if (rules.knows(id)) continue;
		else if (!session.reconciling) misplaced.push(`event ${id}: sequence ${sequence} is not after ${last}`);
		fresh.push(read);
	}
	return { fresh, misplaced };
}

function hasGap(session: LogSession, fresh: readonly ReadEvent[]): boolean {
	let last = session.lastSequence;
	for (const { event } of fresh) {
		if (last > 0 && event.sequence > last + 1) return true;
		last = Math.max(last, event.sequence);
	}
	return false;
}

export function applyPage(session: LogSession, page: ReadPage, rules: PageRules): PageApplication {
	const { fresh, misplaced } = sort(session, page.events, rules);
	const missing = !session.reconciling && hasGap(session, fresh);
	if (missing && rules.watchGaps)
		return { session, events: [], faults: [], misplaced: [], gap: true, missing };
	const noted = fresh.reduce((state, read) => recordEvent(state, read, rules.now), session);
	const adopt = rules.adoptCursor || fresh.length > 0 || session.cursor === null;
	return {
		session: {
			...noted,
			cursor: adopt ? page.cursor : noted.cursor,
			reconciling: noted.reconciling && (page.hasMore || !adopt),
		},
		events: fresh,
		faults: page.faults,
		misplaced,
		gap: false,
		missing,
	};
}
