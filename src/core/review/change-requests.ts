import { type Message, message } from "../localized-text.ts";

/**
 * Changes that the user can request instead of approving or rejecting. The suggested texts don't contain any
 * amount, address or name from the request, so the user adds those.
 */

const CHANGE_KINDS = ["exact", "recipient", "lower", "without", "other"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface ProposedChange {
	readonly label: Message;
	readonly text: Message | null;
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
