import { type Message, message } from "../../../message.ts";
import { known } from "../function.ts";
import { act, type ContractFamily } from "./act.ts";

/** Votes on proposals. Sources: Compound's GovernorBravo, OpenZeppelin's Governor. */

/** By the number that stands for each in the bytes. */
const SIDES: readonly ((proposal: string) => Message)[] = [
	(proposal) => message("act.vote.against", { proposal }),
	(proposal) => message("act.vote.for", { proposal }),
	(proposal) => message("act.vote.abstain", { proposal }),
];

const vote = (proposal: bigint, support: number) => {
	const side = SIDES[support];
	return side === undefined ? null : act("vote", { about: side(shortNumber(proposal)) });
};

/** Newer governors number proposals by a hash. */
const shortNumber = (id: bigint): string => {
	const text = id.toString();
	return text.length <= 8 ? text : `${text.slice(0, 4)}…${text.slice(-4)}`;
};

export const GOVERNOR: ContractFamily = {
	app: "a governor",
	functions: [
		known("function castVote(uint256 proposalId, uint8 support)", ([id, support]) => vote(id, support)),
		known("function castVoteWithReason(uint256 proposalId, uint8 support, string reason)", ([id, support]) =>
			vote(id, support),
		),
	],
};
