import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { ballotText } from "../decode/evm/ballot.ts";
import { nameParam } from "../decoded-transaction/party-names.ts";
import { LABEL, NONE } from "../format/labels.ts";
import { type Hex, readBytes } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { sameAddress } from "../identities/labels.ts";
import { type Message, message, type Param, type Text } from "../localized-text.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedValue } from "../match/typed-data/reading.ts";
import { doubt, newFinding } from "../risk/finding.ts";
import { addressAt, textAt, wholeAt } from "../signed/reading.ts";
import {
	addressText,
	danger,
	explanation,
	type MessageContext,
	type MessageExplanation,
	row,
} from "./explanation.ts";

function supportOf(value: TypedValue | undefined): bigint {
	if (typeof value === "boolean") return value ? 1n : 0n;
	return typeof value === "bigint" ? value : -1n;
}

function bytesAt(message: TypedData["message"], name: string): Hex {
	const value = memberAt(message, name);
	return (typeof value === "string" ? readBytes(value) : null) ?? "0x";
}

/** A governance vote moves and permits nothing, no matter which contract reads it. */
export function ballot(context: MessageContext, { domain, message: data }: TypedData): MessageExplanation {
	const governor = domain.verifyingContract ?? ZERO_ADDRESS;
	const who = nameParam(context.user, governor);
	const id = wholeAt(data, "proposalId");
	const support = supportOf(memberAt(data, "support"));
	const reason = memberAt(data, "reason");
	const params = bytesAt(data, "params");
	const told = ballotText({
		id,
		support: Number(support),
		reason: typeof reason === "string" ? reason : "",
		params,
	});
	return explanation({
		headline: {
			text:
				told === null
					? message("message.votes-on", { choice: String(support), proposal: plain(String(id), 80) })
					: message("message.votes", { told }),
			known: true,
			amount: null,
		},
		rows: [row(LABEL.proposal, String(id)), row(LABEL.choice, String(support))],
		findings: [
			params === "0x"
				? newFinding("ballot", "caution", message("finding.ballot", { who }))
				: doubt(danger("ballot", message("finding.ballot.params", { who }))),
		],
		isSelfContained: true,
	});
}

function choiceText(choice: TypedValue | undefined, longest: number): Text {
	const written = Array.isArray(choice) ? choice.map(String).join(", ") : String(choice);
	return written === "" ? NONE : plain(written, longest);
}

const OTHER_VOTER = message("finding.snapshot-vote.other");

const snapshotText = (space: string): Message => message("finding.snapshot-vote", { space });

const votesAt = (space: string, choice: Param): Message =>
	message("message.votes-at-snapshot", { space, choice });

/** Snapshot's servers count the vote. It doesn't change anything on-chain. */
export function snapshotVote(context: MessageContext, { message }: TypedData): MessageExplanation {
	const from = addressAt(message, "from");
	const space = plain(textAt(message, "space"), 64);
	const choice = memberAt(message, "choice");
	const reason = textAt(message, "reason");
	const isOwnVote = sameAddress(from, context.signer);
	return explanation({
		headline: {
			text: votesAt(space, choiceText(choice, 32)),
			known: true,
			amount: null,
		},
		rows: [
			row(LABEL.space, space),
			row(LABEL.proposal, plain(String(memberAt(message, "proposal")), 80)),
			row(LABEL.choice, choiceText(choice, 120)),
			row(LABEL.votesOf, addressText(context.user, from), isOwnVote ? "plain" : "danger"),
			...(reason === "" ? [] : [row(LABEL.reason, plain(reason, 200))]),
		],
		findings: [
			isOwnVote
				? newFinding("snapshot-vote", "caution", snapshotText(space))
				: danger("snapshot-vote", OTHER_VOTER),
		],
	});
}

export function snapshotProfile(context: MessageContext, { message: data }: TypedData): MessageExplanation {
	return explanation({
		headline: { text: message("message.edits-profile"), known: true, amount: null },
		rows: [
			row(LABEL.as, addressText(context.user, addressAt(data, "from"))),
			row(LABEL.profile, plain(textAt(data, "profile"), 400)),
		],
		findings: [newFinding("snapshot-profile", "caution", message("finding.snapshot-profile"))],
	});
}
