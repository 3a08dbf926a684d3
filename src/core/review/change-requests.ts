import { type Message, message } from "../message.ts";

/**
 * Changes that the user can request in place of approving or rejecting. The proposed texts hold no amount,
 * address or name of the request: whatever of these is sent, the user has written.
 */

const CHANGE_KINDS = ["exact", "recipient", "lower", "without", "other"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface ProposedChange {
	readonly label: Message;
	/** null where the user writes all of it. */
	readonly text: Message | null;
	/** The text ends where the user has to go on. */
	readonly unfinished: boolean;
}

export const PROPOSED_CHANGES: Readonly<Record<ChangeKind, ProposedChange>> = {
	exact: {
		label: message("trusted.change.exact"),
		text: message("trusted.change.exact.text"),
		unfinished: false,
	},
	recipient: {
		label: message("trusted.change.recipient"),
		text: message("trusted.change.recipient.text"),
		unfinished: true,
	},
	lower: {
		label: message("trusted.change.lower"),
		text: message("trusted.change.lower.text"),
		unfinished: true,
	},
	without: {
		label: message("trusted.change.without"),
		text: message("trusted.change.without.text"),
		unfinished: false,
	},
	other: { label: message("trusted.change.other"), text: null, unfinished: true },
};
