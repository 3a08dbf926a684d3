import type { LiveMessage, MessageEvent } from "../../contract/events.ts";
import type { LiveText } from "./types.ts";

/** Text that the agent is still writing. Held in memory only; each snapshot is the whole text so far. */

/** At most so many texts of one session, the oldest leaving first. */
const MOST = 16;

export interface LiveTexts {
	/** By message key. */
	readonly texts: ReadonlyMap<string, LiveText>;
	/** Keys whose durable message has come, so that a late snapshot can't bring them back. */
	readonly settled: ReadonlySet<string>;
}

export const NO_LIVE_TEXT: LiveTexts = { texts: new Map(), settled: new Set() };

/** Whether a snapshot counts (learnt.md part 5). */
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
	if (texts.size > MOST && oldest.done !== true) texts.delete(oldest.value);
	return { ...held, texts };
}

/** A durable message retires the live text of its key; a durable streaming one leaves room for later snapshots. */
export function settleLive(held: LiveTexts, message: MessageEvent): LiveTexts {
	const key = message.message_key ?? null;
	if (key === null) return held;
	const settled = message.is_streaming === true ? held.settled : new Set(held.settled).add(key);
	if (!held.texts.has(key)) return settled === held.settled ? held : { ...held, settled };
	const texts = new Map(held.texts);
	texts.delete(key);
	return { texts, settled };
}

/** A turn that rests writes no more: what it left unfinished is dropped, and another turn starts clean. */
export function endTurn(held: LiveTexts): LiveTexts {
	return held.texts.size === 0 && held.settled.size === 0 ? held : NO_LIVE_TEXT;
}
