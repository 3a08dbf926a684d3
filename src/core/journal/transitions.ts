import type { JournalState } from "./types.ts";

/**
 * Which state may follow which: the one description of a row's way, which the journal enforces at every step and
 * docs/journal.md shows. What a state means stands with its name (journal/types.ts).
 */
export const TRANSITIONS: Readonly<Record<JournalState, readonly JournalState[]>> = {
	/** `reported`: the answer of a request that no service waits for; `settled`: a step that is not taken any more. */
	approved: ["claiming", "signing", "reporting", "reported", "settled", "refused"],
	claiming: ["claimed", "refused"],
	claimed: ["signing", "declining", "refused"],
	/** The user's "no" on a device is told to the service where it waits for one. */
	signing: ["signed", "declining", "refused", "settled"],
	declining: ["refused"],
	signed: ["handing_in", "handed_in", "sending", "submitted", "held", "settled"],
	handing_in: ["handed_in", "held"],
	handed_in: ["sending", "submitted", "held"],
	sending: ["handed_in", "submitted", "held"],
	submitted: ["reporting", "reported", "settled"],
	/** To itself: the answer goes to a newer revision of the action. */
	reporting: ["reporting", "reported", "settled"],
	/** To itself: the chain took back the block before the service had seen it. */
	reported: ["reported", "settled"],
	held: ["settled"],
	/** Back: the chain took back the block that had settled it. */
	settled: ["submitted", "reported", "held"],
	refused: [],
};

export const mayFollow = (from: JournalState, to: JournalState): boolean => TRANSITIONS[from].includes(to);
