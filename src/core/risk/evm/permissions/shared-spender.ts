import { type Message, message } from "../../../message.ts";
import { codeOf } from "../../../subject/codes.ts";
import { isMulticall3 } from "../../../subject/known-accounts.ts";
import { nameParam, type User } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";
import { grantsOf } from "../calls.ts";

/**
 * Returns why a permission for this address is one for everybody: the contract makes whatever calls anybody gives it.
 * `null` for any other.
 * @param codeHash `null` if the code is not known
 */
export function sharedSpenderText(user: User, address: string, codeHash: string | null): Message | null {
	return isMulticall3(address.toLowerCase(), codeHash)
		? message("finding.shared-spender", { who: nameParam(user, address), address })
		: null;
}

/** A permission for a contract that anybody can have spend it, whatever the amount. */
export const sharedSpender: FindingRule = (evidence) => {
	const { subject, opinion } = evidence;
	for (const { spender } of grantsOf(evidence)) {
		const text = sharedSpenderText(subject.user, spender, codeOf(opinion, spender)?.codeHash ?? null);
		if (text !== null)
			return {
				id: "shared-spender",
				severity: "danger",
				text,
				needsWord: true,
				stake: { kind: "address", address: spender },
			};
	}
	return null;
};
