import { claimedMeaning } from "../../../decode/evm/leaves.ts";
import { callsOf } from "../../../effects/evm/calls.ts";
import { describeRight } from "../../../explain/evm/describe-act.ts";
import type { Hex } from "../../../format/numeral.ts";
import { inner, type Message, message, sentences } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { isOwn, isUsedBefore, supposing } from "../calls.ts";

/**
 * @param what says what somebody may do
 * @param used whether the user allowed the holder something before
 * @param within puts the sentence into the terms under which it holds
 */
export function rightFinding(
	what: Message,
	holder: Hex,
	used: boolean,
	within: (text: Message) => Message = (text) => text,
): Finding {
	const text = within(message("finding.right-given", { what: inner(what) }));
	return used
		? {
				id: "right-given",
				severity: "caution",
				text: sentences(text, message("finding.right-given.again")),
				needsWord: false,
			}
		: {
				id: "right-given",
				severity: "danger",
				text: sentences(text, message("finding.right-given.stranger")),
				needsWord: true,
				stake: { kind: "address", address: holder },
			};
}

/**
 * A lasting right over what an application keeps for the user, given to somebody else: nothing moves, no token shows
 * it, and whoever has it takes what there is at any time.
 */
export const rightGiven: FindingRule = ({ subject }) => {
	const { user, chainRef } = subject;
	const given = callsOf(subject).flatMap(({ decoded }) => {
		const meaning = claimedMeaning(decoded);
		if (meaning.kind !== "act") return [];
		return meaning.rights
			.filter(({ given: gives, holder }) => gives && !isOwn(user, holder))
			.map((right) => ({
				right,
				by: decoded,
				act: meaning,
				used: isUsedBefore(user, right.holder, roleOf("allowed", chainRef)),
			}));
	});
	const found = given.find(({ used }) => !used) ?? given[0];
	if (found === undefined) return null;
	const { act, by, right, used } = found;
	return rightFinding(describeRight(subject, act, right), right.holder, used, (text) =>
		supposing(user, by, text),
	);
};
