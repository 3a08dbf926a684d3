import type { LiveMessage, MessageEvent } from "../../service-api/events.ts";
import type { LiveText } from "./types.ts";

/** Text that the agent is still writing. Held in memory only; each snapshot is the whole text so far. */

/** At most so many texts of one session, the oldest leaving first. */
const MAX = 16;
/** A snapshot comes late by moments, not by hundreds of messages. */
const MAX_SETTLED = 256;

export interface LiveTexts {
	/** By message key. */
	readonly texts: ReadonlyMap<string, LiveText>;
	/** Keys whose durable message has come, so that a late snapshot can't bring them back. */
	readonly settled: ReadonlySet<string>;
}

export const NO_LIVE_TEXT: LiveTexts = { texts: new Map(), settled: new Set() };

/** Whether a snapshot counts (docs/service-api/events.md#live-text). */
function acceptable(held: LiveTexts, live: LiveMessage, turnId: string | null): boolean {
	const { message } = live;
	const last = held.texts.get(message.message_key);
	return (
		live.turn_id === turnId &&
		message.sender === "agent" &&
		(message.tool_result ?? null) === null &&
		(last === undefined || live.revision > last.revision) &&
		!held.settled.has(message.message_key)
	);
}

/** @returns the same object where the snapshot does not count */
export function acceptLive(
	held: LiveTexts,
	live: LiveMessage,
	turnId: string | null,
	receivedAt: number,
): LiveTexts {
	if (!acceptable(held, live, turnId)) return held;
	const texts = new Map(held.texts);
	texts.set(live.message.message_key, {
		turnId: live.turn_id,
		messageKey: live.message.message_key,
		revision: live.revision,
		content: live.message.content,
		receivedAt,
	});
	const oldest = texts.keys().next();
	if (texts.size > MAX && oldest.done !== true) texts.delete(oldest.value);
	return { ...held, texts };
}

/**
 * Durable messages retire the live texts of their keys; a durable streaming one leaves room for later snapshots.
 * Taken together, since a page may bring thousands.
 */
export function settleLive(held: LiveTexts, messages: readonly MessageEvent[]): LiveTexts {
	const keyed = messages.flatMap((message) => {
		const key = message.message_key ?? null;
		return key === null || message.sender !== "agent" ? [] : [{ key, done: message.is_streaming !== true }];
	});
	if (keyed.length === 0) return held;
	const done = keyed.filter((message) => message.done).map((message) => message.key);
	const settled = new Set([...held.settled, ...done].slice(-MAX_SETTLED));
	if (!keyed.some(({ key }) => held.texts.has(key))) return { texts: held.texts, settled };
	const texts = new Map(held.texts);
	for (const { key } of keyed) texts.delete(key);
	return { texts, settled };
}

/** A turn that rests writes no more: what it left unfinished is dropped, and another turn starts clean. */
export function endTurn(held: LiveTexts): LiveTexts {
	return held.texts.size === 0 && held.settled.size === 0 ? held : NO_LIVE_TEXT;
}
