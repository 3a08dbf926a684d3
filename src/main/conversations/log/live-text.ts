import type { LiveMessage, MessageEvent } from "../../../service-api/events.ts";
import type { LiveText } from "../session-types.ts";

/**
 * Text that the agent is still writing. It is kept only in memory, and each snapshot contains the full text
 * so far.
 */

const MAX = 16;
/** Number of finished messages to remember. A late snapshot is only a few messages behind. */
const MAX_SETTLED = 256;

function dropOldest(held: Map<string, unknown> | Set<string>, most: number): void {
	const oldest = held.keys().next();
	if (held.size > most && oldest.done !== true) held.delete(oldest.value);
}

export class LiveTexts {
	readonly #texts = new Map<string, LiveText>();
	/** Keys of finished messages, so late snapshots of them can be ignored. */
	readonly #settled = new Set<string>();

	list(): readonly LiveText[] {
		return [...this.#texts.values()];
	}

	accept(live: LiveMessage, turnId: string | null, receivedAt: number): boolean {
		const { message, revision } = live;
		const { message_key: messageKey, content } = message;
		const last = this.#texts.get(messageKey);
		const counts =
			live.turn_id === turnId &&
			message.sender === "agent" &&
			(message.tool_result ?? null) === null &&
			(last === undefined || revision > last.revision) &&
			!this.#settled.has(messageKey);
		if (!counts) return false;
		this.#texts.set(messageKey, { turnId: live.turn_id, messageKey, revision, content, receivedAt });
		dropOldest(this.#texts, MAX);
		return true;
	}

	settle(message: MessageEvent): boolean {
		const key = message.message_key ?? null;
		if (key === null || message.sender !== "agent") return false;
		if (message.is_streaming !== true) {
			this.#settled.add(key);
			dropOldest(this.#settled, MAX_SETTLED);
		}
		return this.#texts.delete(key);
	}

	drop(): boolean {
		const had = this.#texts.size > 0;
		this.#texts.clear();
		return had;
	}

	endTurn(): boolean {
		this.#settled.clear();
		return this.drop();
	}
}
