import { message } from "../../../localized-text.ts";
import { type Ballot, ballotText } from "../ballot.ts";
import { functionsOf } from "../function.ts";
import type { Meaning } from "../meaning.ts";
import { act, type ContractFamily } from "./act.ts";

/** Sources: Compound's GovernorBravo, OpenZeppelin's Governor. */

function vote(ballot: Ballot & { readonly isSigned?: boolean }): Meaning | null {
	const about = ballotText(ballot);
	if (about === null) return null;
	return act("vote", {
		about: ballot.isSigned === true ? message("act.vote.signed", { told: about }) : about,
	});
}

export const GOVERNOR: ContractFamily = {
	app: "a governor",
	functions: functionsOf({
		"castVote(uint256 proposalId, uint8 support)": ([id, support]) => vote({ id, support }),
		"castVoteWithReason(uint256 proposalId, uint8 support, string reason)": ([id, support, reason]) =>
			vote({ id, support, reason }),
		"castVoteWithReasonAndParams(uint256 proposalId, uint8 support, string reason, bytes params)": ([
			id,
			support,
			reason,
			params,
		]) => vote({ id, support, reason, params }),
		"castVoteBySig(uint256 proposalId, uint8 support, uint8 v, bytes32 r, bytes32 s)": ([id, support]) =>
			vote({ id, support, isSigned: true }),
		"castVoteBySig(uint256 proposalId, uint8 support, address voter, bytes signature)": ([id, support]) =>
			vote({ id, support, isSigned: true }),
		"castVoteWithReasonBySig(uint256 proposalId, uint8 support, string reason, uint8 v, bytes32 r, bytes32 s)":
			([id, support, reason]) => vote({ id, support, reason, isSigned: true }),
		"castVoteWithReasonAndParamsBySig(uint256 proposalId, uint8 support, string reason, bytes params, uint8 v, bytes32 r, bytes32 s)":
			([id, support, reason, params]) => vote({ id, support, reason, params, isSigned: true }),
		"castVoteWithReasonAndParamsBySig(uint256 proposalId, uint8 support, address voter, string reason, bytes params, bytes signature)":
			([id, support, , reason, params]) => vote({ id, support, reason, params, isSigned: true }),
	}),
};
