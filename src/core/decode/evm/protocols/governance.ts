import type { Hex } from "../../../format/numeral.ts";
import { unquoted } from "../../../format/plain.ts";
import { type Message, message } from "../../../message.ts";
import { known } from "../function.ts";
import type { Meaning } from "../meaning.ts";
import { act, type ContractFamily } from "./act.ts";

/** Votes on proposals. Sources: Compound's GovernorBravo, OpenZeppelin's Governor. */

/** By the number that stands for each in the bytes. */
const SIDES: readonly ((proposal: string) => Message)[] = [
	(proposal) => message("act.vote.against", { proposal }),
	(proposal) => message("act.vote.for", { proposal }),
	(proposal) => message("act.vote.abstain", { proposal }),
];

/** Longest reason that is quoted, in characters. */
const MAX_REASON = 120;

interface Ballot {
	readonly id: bigint;
	readonly support: number;
	readonly reason?: string;
	/** Bytes that some governors read as a split of the votes. */
	readonly params?: Hex;
	/** Somebody signed it, and anybody can hand it in. */
	readonly isSigned?: boolean;
}

/** Newer governors number proposals by a hash. */
const shortNumber = (id: bigint): string => {
	const text = id.toString();
	return text.length <= 8 ? text : `${text.slice(0, 4)}…${text.slice(-4)}`;
};

function vote({ id, support, reason = "", params = "0x", isSigned = false }: Ballot): Meaning | null {
	const side = SIDES[support]?.(shortNumber(id));
	if (side === undefined) return null;
	const reasoned =
		reason.trim() === ""
			? side
			: message("act.vote.reason", { told: side, reason: unquoted(reason, MAX_REASON) });
	const about =
		params === "0x"
			? reasoned
			: message("act.vote.params", { told: reasoned, count: (params.length - 2) / 2 });
	return act("vote", { about: isSigned ? message("act.vote.signed", { told: about }) : about });
}

export const GOVERNOR: ContractFamily = {
	app: "a governor",
	functions: [
		known("function castVote(uint256 proposalId, uint8 support)", ([id, support]) => vote({ id, support })),
		known(
			"function castVoteWithReason(uint256 proposalId, uint8 support, string reason)",
			([id, support, reason]) => vote({ id, support, reason }),
		),
		known(
			"function castVoteWithReasonAndParams(uint256 proposalId, uint8 support, string reason, bytes params)",
			([id, support, reason, params]) => vote({ id, support, reason, params }),
		),
		known(
			"function castVoteBySig(uint256 proposalId, uint8 support, uint8 v, bytes32 r, bytes32 s)",
			([id, support]) => vote({ id, support, isSigned: true }),
		),
		known(
			"function castVoteBySig(uint256 proposalId, uint8 support, address voter, bytes signature)",
			([id, support]) => vote({ id, support, isSigned: true }),
		),
		known(
			"function castVoteWithReasonBySig(uint256 proposalId, uint8 support, string reason, uint8 v, bytes32 r, bytes32 s)",
			([id, support, reason]) => vote({ id, support, reason, isSigned: true }),
		),
		known(
			"function castVoteWithReasonAndParamsBySig(uint256 proposalId, uint8 support, string reason, bytes params, uint8 v, bytes32 r, bytes32 s)",
			([id, support, reason, params]) => vote({ id, support, reason, params, isSigned: true }),
		),
		known(
			"function castVoteWithReasonAndParamsBySig(uint256 proposalId, uint8 support, address voter, string reason, bytes params, bytes signature)",
			([id, support, , reason, params]) => vote({ id, support, reason, params, isSigned: true }),
		),
	],
};
