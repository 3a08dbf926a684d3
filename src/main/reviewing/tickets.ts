import { randomUUID } from "node:crypto";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import { isTyped } from "../../core/review/effects/typed-word.ts";
import { NOTHING_SIGNED } from "../../core/unsigned.ts";
import { READING_TIME_MS } from "../../ipc/values.ts";
import type { Gesture } from "../ports.ts";
import { PRESS_MS } from "../wallet/hold-gesture.ts";
import { type Consent, isMoreSevere, milder } from "./consent.ts";

/** Tolerance in ms between the clocks of two processes. */
const SLACK_MS = 50;

export interface Ticket {
	readonly id: string;
	readonly entryId: string;
	readonly consent: Consent;
}

interface Attempt {
	readonly ticket: string;
	readonly fingerprint: string;
	readonly word: string | null;
}

type Admission =
	| { readonly ok: true; readonly ticket: Ticket }
	| { readonly ok: false; readonly code: string; readonly text: Message };

const refused = (text: Message): Admission => ({
	ok: false,
	code: text.code,
	text: sentences(text, NOTHING_SIGNED),
});

/**
 * One-time tickets for the review in the trusted window. Only the latest ticket is valid, and only for a
 * press that started after the review had been visible for a second.
 */
export class Tickets {
	readonly #newId: () => string;
	#current: Ticket | null = null;
	#shownAt: number | null = null;

	constructor(newId: () => string = randomUUID) {
		this.#newId = newId;
	}

	issue(what: Omit<Ticket, "id">): Ticket {
		this.#current = { ...what, id: this.#newId() };
		this.#shownAt = null;
		return this.#current;
	}

	/**
	 * The ticket stays the same if the review is no worse, because a new ticket cancels a press in progress.
	 */
	keep(what: Omit<Ticket, "id">): Ticket {
		const current = this.#current;
		if (current?.entryId !== what.entryId || isMoreSevere(current.consent, what.consent))
			return this.issue(what);
		this.#current = { ...current, consent: milder(current.consent, what.consent) };
		return this.#current;
	}

	void(): void {
		this.#current = null;
		this.#shownAt = null;
	}

	current(): Ticket | null {
		return this.#current;
	}

	markShown(id: string, now: number): boolean {
		if (this.#current?.id !== id) return false;
		this.#shownAt ??= now;
		return true;
	}

	/** Consumes the ticket if the approval is admitted. `now` is in Unix ms. */
	admit(attempt: Attempt, gesture: Gesture, now: number): Admission {
		const ticket = this.#current;
		if (ticket === null || ticket.id !== attempt.ticket) return refused(message("approval.review-changed"));
		if (ticket.consent.fingerprint !== attempt.fingerprint)
			return refused(message("approval.another-review"));
		const fault = this.#gestureFault(gesture, now);
		if (fault !== null) return refused(fault);
		const { word } = ticket.consent;
		if (word !== null && !isTyped(attempt.word, word))
			return refused(message("approval.type-word", { word }));
		this.void();
		return { ok: true, ticket };
	}

	#gestureFault(gesture: Gesture, now: number): Message | null {
		if (this.#shownAt === null || gesture.visibleSince === null) return message("approval.not-shown");
		const readAt = Math.max(this.#shownAt, gesture.visibleSince) + READING_TIME_MS - SLACK_MS;
		if (now < readAt) return message("approval.shown-too-short");
		if (gesture.pressedSince === null) return message("approval.no-press");
		if (gesture.pressedSince < readAt) return message("approval.press-too-soon");
		if (now - gesture.pressedSince < PRESS_MS) return message("approval.press-too-short");
		return null;
	}
}
