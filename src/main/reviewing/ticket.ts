import { randomUUID } from "node:crypto";
import { type Message, message, sentences } from "../../core/message.ts";
import { isTyped } from "../../core/review/effects/stake-word.ts";
import { NOTHING_SIGNED } from "../../core/unsigned.ts";
import type { Gesture } from "../ports.ts";
import { PRESS_MS } from "../wallet/held-press.ts";
import { type Consent, isGraver, milder } from "./consent.ts";

/** Approve wakes this long after the content is visible, in ms. */
export const WAKE_MS = 1000;
/** Clocks of two processes may differ by a frame or two. */
const SLACK_MS = 50;

export interface Ticket {
	readonly id: string;
	readonly entryId: string;
	/** What the review showed. */
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
 * One-time tickets for the review that stands in the trusted window. Only the latest is worth anything, and only
 * after the review was visible for a second and a real press was held since.
 */
export interface Tickets {
	/** Voids any other. */
	issue(what: Omit<Ticket, "id">): Ticket;
	/** The latest one where it still stands for what is shown now, else a new one: with it a hold that has begun is void. */
	keep(what: Omit<Ticket, "id">): Ticket;
	void(): void;
	current(): Ticket | null;
	/** The window has drawn the review of this ticket. @param now Unix ms. */
	shown(id: string, now: number): boolean;
	/** Uses the ticket up where it admits. @param now Unix ms. */
	admit(attempt: Attempt, gesture: Gesture, now: number): Admission;
}

export function createTickets(newId: () => string = randomUUID): Tickets {
	let current: Ticket | null = null;
	let shownAt: number | null = null;

	function gestureFault(gesture: Gesture, now: number): Message | null {
		if (shownAt === null || gesture.visibleSince === null) return message("approval.not-shown");
		const awake = Math.max(shownAt, gesture.visibleSince) + WAKE_MS - SLACK_MS;
		if (now < awake) return message("approval.shown-too-short");
		if (gesture.heldSince === null) return message("approval.no-press");
		if (gesture.heldSince < awake) return message("approval.press-too-soon");
		if (now - gesture.heldSince < PRESS_MS) return message("approval.press-too-short");
		return null;
	}

	function issue(what: Omit<Ticket, "id">): Ticket {
		current = { ...what, id: newId() };
		shownAt = null;
		return current;
	}

	return {
		issue,
		keep(what) {
			if (current?.entryId !== what.entryId || isGraver(current.consent, what.consent)) return issue(what);
			current = { ...current, consent: milder(current.consent, what.consent) };
			return current;
		},
		void() {
			current = null;
			shownAt = null;
		},
		current: () => current,
		shown(id, now) {
			if (current?.id !== id) return false;
			shownAt ??= now;
			return true;
		},
		admit(attempt, gesture, now) {
			if (current === null || current.id !== attempt.ticket)
				return refused(message("approval.review-changed"));
			if (current.consent.fingerprint !== attempt.fingerprint)
				return refused(message("approval.another-review"));
			const fault = gestureFault(gesture, now);
			if (fault !== null) return refused(fault);
			const { word } = current.consent;
			if (word !== null && !isTyped(attempt.word, word))
				return refused(message("approval.type-word", { word }));
			const ticket = current;
			current = null;
			shownAt = null;
			return { ok: true, ticket };
		},
	};
}
