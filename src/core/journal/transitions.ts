import type { JournalState } from "./types.ts";

export const TRANSITIONS: Readonly<Record<JournalState, readonly JournalState[]>> = {
	/**
	 * `reported`: the service doesn't track an answer to the request. `settled`: the action skips this step.
	 */
	approved: ["claiming", "signing", "reporting", "reported", "settled", "refused"],
	claiming: ["claimed", "refused"],
	claimed: ["signing", "declining", "refused"],
	/** `declining`: the service is waiting for an answer, so a rejection on the device must be reported. */
	signing: ["signed", "declining", "refused", "settled"],
	declining: ["refused"],
	signed: ["handing_in", "handed_in", "sending", "submitted", "held", "settled"],
	handing_in: ["handed_in", "held"],
	handed_in: ["sending", "submitted", "held"],
	sending: ["handed_in", "submitted", "held"],
	submitted: ["reporting", "reported", "settled"],
	reporting: ["reporting", "reported", "settled"],
	/** `reported` again: a reorg removed the block before the service saw it. */
	reported: ["reported", "settled"],
	held: ["settled"],
	/** A reorg can remove the block that settled the row. */
	settled: ["submitted", "reported", "held"],
	refused: [],
};

export const mayFollow = (from: JournalState, to: JournalState): boolean => TRANSITIONS[from].includes(to);
