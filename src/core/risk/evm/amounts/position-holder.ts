import { type Filled, positionsIn } from "../../../decode/evm/leaves.ts";
import { message } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { sameAddress } from "../../../people/labels.ts";
import { isConfirmed, positionKey } from "../../../subject/opinion.ts";
import { nameParam } from "../../../subject/subject.ts";
import { type Evidence, type Finding, type FindingRule, gravestFirst } from "../../finding.ts";
import { isOwn, isUsedBefore } from "../calls.ts";

/** By the user's own RPC; null where that does not say. */
function holderOf(
	{ opinion: { own } }: Evidence,
	{ contract, id }: Pick<Filled, "contract" | "id">,
): string | null {
	return own.state === "done" ? (own.holders?.get(positionKey(contract, id)) ?? null) : null;
}

function findingOf(evidence: Evidence, filled: Filled): Finding | null {
	const { subject, comparison } = evidence;
	const { user, chainRef } = subject;
	const holder = holderOf(evidence, filled);
	const position = String(filled.id);
	const contract = nameParam(user, filled.contract);
	if (holder === null) {
		const isSeen = isConfirmed(comparison) || comparison.verdict === "running";
		return {
			id: "position-holder",
			severity: isSeen ? "caution" : "danger",
			text: message("finding.position-holder.unknown", { position, contract }),
			needsWord: !isSeen,
		};
	}
	if (sameAddress(holder, filled.as) || isOwn(user, holder)) return null;
	const who = nameParam(user, holder);
	return isUsedBefore(user, holder, roleOf("paid", chainRef))
		? {
				id: "position-holder",
				severity: "caution",
				text: message("finding.position-holder", { position, contract, who }),
				needsWord: false,
			}
		: {
				id: "position-holder",
				severity: "danger",
				text: message("finding.position-holder.stranger", { position, contract, who }),
				needsWord: true,
				stake: { kind: "address", address: holder },
			};
}

/**
 * Liquidity is added to a position by its number, and whoever holds the position has what is in it. The call does not
 * say who that is: at some managers anybody may add to any position, at others its holder may let the user do so.
 */
export const positionHolder: FindingRule = (evidence) => {
	const { decoded, signer } = evidence.subject;
	return gravestFirst(positionsIn(decoded, signer).map((each) => findingOf(evidence, each)))[0] ?? null;
};
