import type { JournalState } from "./types.ts";

/**
 * Allowed state transitions, enforced by the journal at every step and documented in docs/journal.md. The
 * states are explained in journal/types.ts.
 */
export const TRANSITIONS: Readonly<Record<JournalState, readonly JournalState[]>> = {
	/** `reported`: the answer to a request that no service tracks. `settled`: a step that is skipped. */
	approved: ["claiming", "signing", "reporting", "reported", "settled", "refused"],
	claiming: ["claimed", "refused"],
	claimed: ["signing", "declining", "refused"],
	/** A rejection on a device is reported to a service that waits for an answer. */
	signing: ["signed", "declining", "refused", "settled"],
	declining: ["refused"],
	signed: ["handing_in", "handed_in", "sending", "submitted", "held", "settled"],
	handing_in: ["handed_in", "held"],
	handed_in: ["sending", "submitted", "held"],
	sending: ["handed_in", "submitted", "held"],
	submitted: ["reporting", "reported", "settled"],
	/** To itself: the answer goes to a later revision of the action. */
	reporting: ["reporting", "reported", "settled"],
	/** To itself: a reorg removed the block before the service saw it. */
	reported: ["reported", "settled"],
	held: ["settled"],
	/** Back: a reorg removed the settling block. */
	settled: ["submitted", "reported", "held"],
	refused: [],
};

export const mayFollow = (from: JournalState, to: JournalState): boolean => TRANSITIONS[from].includes(to);
