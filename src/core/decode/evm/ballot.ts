import type { Hex } from "../../format/numeral.ts";
import { unquoted } from "../../format/plain.ts";
import { type Message, message } from "../../localized-text.ts";

const SIDES: readonly ((proposal: string) => Message)[] = [
	(proposal) => message("act.vote.against", { proposal }),
	(proposal) => message("act.vote.for", { proposal }),
	(proposal) => message("act.vote.abstain", { proposal }),
];

const MAX_REASON = 120;

export interface Ballot {
	readonly id: bigint;
	readonly support: number;
	readonly reason?: string;
	readonly params?: Hex;
}

/** Shortens the ID, because newer governors use a hash as the ID. */
const shortNumber = (id: bigint): string => {
	const text = id.toString();
	return text.length <= 8 ? text : `${text.slice(0, 4)}…${text.slice(-4)}`;
};

export function ballotText({ id, support, reason = "", params = "0x" }: Ballot): Message | null {
	const side = SIDES[support]?.(shortNumber(id));
	if (side === undefined) return null;
	const reasoned =
		reason.trim() === ""
			? side
			: message("act.vote.reason", { told: side, reason: unquoted(reason, MAX_REASON) });
	return params === "0x"
		? reasoned
		: message("act.vote.params", { told: reasoned, count: (params.length - 2) / 2 });
}
