import { type Message, message } from "../../../message.ts";
import { codeAfter, codeOf, isAccount } from "../../../subject/codes.ts";
import type { CodeSeen } from "../../../subject/opinion.ts";
import { nameParam, shortAddress, type User } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";
import { grantsOf } from "../calls.ts";

/** Why a permission for this address is no permission for an application; null for a contract. */
export function accountText(user: User, address: string, code: CodeSeen): Message | null {
	if (!isAccount(code)) return null;
	const who = nameParam(user, address);
	return code.delegatedTo === null
		? message("finding.spender-account", { who })
		: message("finding.spender-account.lending", { who, code: shortAddress(code.delegatedTo) });
}

/**
 * A permission for an account without code of its own: no application needs one. That a step before makes it a contract
 * counts only where our own simulation has seen it.
 */
export const spenderAccount: FindingRule = (evidence) => {
	const { subject, opinion } = evidence;
	for (const { spender } of grantsOf(evidence)) {
		const code = codeAfter(opinion, spender) ?? codeOf(opinion, spender);
		const text = code === null ? null : accountText(subject.user, spender, code);
		if (text === null) continue;
		return {
			id: "spender-account",
			severity: "danger",
			text,
			needsWord: true,
			stake: { kind: "address", address: spender },
		};
	}
	return null;
};
