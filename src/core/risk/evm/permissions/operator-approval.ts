import type { Decoded } from "../../../decode/evm/decode-evm.ts";
import { claimedMeaning } from "../../../decode/evm/leaves.ts";
import { callsOf } from "../../../effects/evm/calls.ts";
import { approvalsOf } from "../../../explain/evm/approvals.ts";
import { message } from "../../../message.ts";
import { collectionParam, nameParam } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";
import { supposing } from "../calls.ts";

interface Operator {
	readonly spender: string;
	readonly token: string;
	readonly over: "items" | "all";
	/** The call that makes it. */
	readonly by: Decoded;
}

/**
 * EIP-721 and EIP-1155 setApprovalForAll, EIP-6909 and EIP-7540 setOperator, by itself or inside of another call: a
 * whole collection, or all that a contract keeps.
 */
export const operatorApproval: FindingRule = ({ subject }) => {
	const inside = callsOf(subject).flatMap(({ decoded }): Operator[] => {
		const meaning = claimedMeaning(decoded);
		if (meaning.kind !== "operator" || !meaning.approved) return [];
		const { operator: spender, over } = meaning;
		return [{ spender, token: decoded.target, over, by: decoded }];
	});
	const stated = approvalsOf(subject)
		.filter(({ grants, kind }) => grants && kind === "operator")
		.map(({ spender, token }): Operator => ({ spender, token, over: "items", by: subject.decoded }));
	const [found] = [...inside, ...stated];
	if (found === undefined) return null;
	const { user } = subject;
	const who = nameParam(user, found.spender);
	const text =
		found.over === "all"
			? message("finding.operator-approval.all", { who, contract: nameParam(user, found.token) })
			: message("finding.operator-approval", { who, collection: collectionParam(subject, found.token) });
	return {
		id: "operator-approval",
		severity: "danger",
		text: supposing(user, found.by, text),
		needsWord: true,
		stake: { kind: "unlimited" },
	};
};
