import { shortKey } from "../../../format/address-text.ts";
import { type Message, message } from "../../../message.ts";
import { Unread } from "../data-reader.ts";
import { type IdlStruct, isStruct } from "../idl/read.ts";
import { type AppTable, act } from "./app.ts";

/** Votes of SPL Governance. Source: the program's published instructions. */

const ALL = 100n;
const SOME = message("act.vote.what");

/** Returns whether a single choice gets all of the votes: a plain yes. */
function isYes({ choices }: IdlStruct): boolean {
	const [only, ...more] = Array.isArray(choices) ? choices : [];
	return isStruct(only) && more.length === 0 && only["weight_percentage"] === ALL;
}

function sideOf(vote: IdlStruct, proposal: string): Message {
	switch (vote["variant"]) {
		case "Approve":
			return isYes(vote) ? message("act.vote.for", { proposal }) : SOME;
		case "Deny":
		case "Veto":
			return message("act.vote.against", { proposal });
		case "Abstain":
			return message("act.vote.abstain", { proposal });
		default:
			throw new Unread();
	}
}

export const GOVERNANCE: AppTable = {
	cast_vote: (call) => {
		const proposal = call.account("proposal");
		return act("vote", { about: sideOf(call.struct("vote"), shortKey(proposal) ?? proposal) });
	},
};
