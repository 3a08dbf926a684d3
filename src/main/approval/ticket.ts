import { randomUUID } from "node:crypto";
import type { Gesture } from "../ports.ts";

/** Approve wakes this long after the content is visible, in ms. */
export const WAKE_MS = 1000;
/** The shortest press that main itself must have seen, in ms; the button asks for a little more. */
export const HOLD_MS = 700;
/** Clocks of two processes may differ by a frame or two. */
const SLACK_MS = 50;

export interface Ticket {
	readonly id: string;
	readonly entryId: string;
	readonly fingerprint: string;
	/** To be typed; null where the risk asks for none. */
	readonly word: string | null;
}

export interface Attempt {
	readonly ticket: string;
	readonly fingerprint: string;
	readonly word: string | null;
}

export type Admission =
	| { readonly ok: true; readonly ticket: Ticket }
	| { readonly ok: false; readonly words: string };

const refused = (words: string): Admission => ({ ok: false, words: `${words} Nothing was signed.` });

/**
 * One-time tickets for the review that stands in the trusted window. Only the latest is worth anything, and only
 * after the review was visible for a second and a real press was held since (house plan, idea 6).
 */
export interface Tickets {
	/** Voids any other. */
	issue(what: Omit<Ticket, "id">): Ticket;
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

	function gestureFault(gesture: Gesture, now: number): string | null {
		if (shownAt === null || gesture.visibleSince === null) return "The review was not on screen.";
		const awake = Math.max(shownAt, gesture.visibleSince) + WAKE_MS - SLACK_MS;
		if (now < awake) return "The review was on screen for less than a second.";
		if (gesture.heldSince === null) return "Countersign saw no press of yours on this window.";
		if (gesture.heldSince < awake) return "The press began before the button was awake.";
		if (now - gesture.heldSince < HOLD_MS) return "The press was too short.";
		return null;
	}

	return {
		issue(what) {
			current = { ...what, id: newId() };
			shownAt = null;
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
				return refused("The review changed or was approved already; look at it again.");
			if (current.fingerprint !== attempt.fingerprint)
				return refused("The approval names another review than the one on screen.");
			const fault = gestureFault(gesture, now);
			if (fault !== null) return refused(fault);
			if (current.word !== null && attempt.word?.trim().toUpperCase() !== current.word)
				return refused(`Type ${current.word} to approve this.`);
			const ticket = current;
			current = null;
			shownAt = null;
			return { ok: true, ticket };
		},
	};
}
