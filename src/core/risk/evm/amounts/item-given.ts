import { claimedMeaning } from "../../../decode/evm/leaves.ts";
import { callsOf, type MadeCall } from "../../../effects/evm/calls.ts";
import { type Message, message } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { collectionParam, nameParam, type Subject, standardOf, tokenOf } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";
import { isOwn, isUsedBefore, supposing } from "../calls.ts";

/** Who gets items of a collection, or some of many tokens, by a call, and from whom; null for calls that move none. */
function itemsMoved({ facts }: Subject, { as, decoded }: MadeCall) {
	const meaning = claimedMeaning(decoded);
	if (meaning.kind === "items") {
		const from = meaning.from === "caller" ? as : meaning.from;
		return { from, to: meaning.to, isPart: meaning.standard === "erc6909" };
	}
	const isItem = meaning.kind === "transferFrom" && standardOf(tokenOf(facts, decoded.target)) === "erc721";
	return isItem ? { from: meaning.from, to: meaning.to, isPart: false } : null;
}

/** What is given, and on what condition. */
function given(subject: Subject, { decoded }: MadeCall, isPart: boolean, receiver: string): Message {
	const { user } = subject;
	const to = nameParam(user, receiver);
	return isPart
		? supposing(
				user,
				decoded,
				message("finding.item-given.tokens", { contract: nameParam(user, decoded.target), to }),
			)
		: message("finding.item-given", { collection: collectionParam(subject, decoded.target), to });
}

/**
 * An item goes to somebody unfamiliar. There is no part of an item: it may be a position or a name, and all that hangs
 * on it goes along.
 */
export const itemGiven: FindingRule = ({ subject }) => {
	const { user, chainRef, signer } = subject;
	for (const call of callsOf(subject)) {
		const moved = itemsMoved(subject, call);
		if (moved === null) continue;
		const isMine = isOwn(user, moved.from) || moved.from === signer.toLowerCase();
		if (!isMine || isUsedBefore(user, moved.to, roleOf("paid", chainRef))) continue;
		return {
			id: "item-given",
			severity: "danger",
			text: given(subject, call, moved.isPart, moved.to),
			needsWord: true,
			stake: { kind: "address", address: moved.to },
		};
	}
	return null;
};
