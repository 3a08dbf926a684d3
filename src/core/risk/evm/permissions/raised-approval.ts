import { known } from "../../../chain/chain-error.ts";
import { amountParam, message } from "../../../message.ts";
import {
	isUnlimited,
	nameParam,
	type Subject,
	standardOf,
	tokenAmount,
	tokenOf,
} from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";

type ApprovalContext = Pick<Subject, "facts" | "user">;

/** What somebody may take of a token from now on, where the chain was asked what they may take already. */
export function raisedFinding(
	{ facts, user }: ApprovalContext,
	token: string,
	spender: string,
	thenOf: (now: bigint) => bigint,
): Finding | null {
	const asked = tokenOf(facts, token);
	const now = known(asked?.allowance);
	if (now === null || now === 0n || isUnlimited(now) || standardOf(asked) !== "erc20") return null;
	const then = thenOf(now);
	// Without limit is told by a rule of its own.
	if (then <= now || isUnlimited(then)) return null;
	const amount = (raw: bigint) => amountParam(tokenAmount(facts, token, raw));
	return {
		id: "raised-approval",
		severity: "info",
		text: message("finding.raised-approval", {
			who: nameParam(user, spender),
			before: amount(now),
			after: amount(then),
		}),
		needsWord: false,
	};
}

/** Somebody who may take already gets to take more: what is allowed now is no longer what the user knew of. */
export const raisedApproval: FindingRule = ({ subject }) => {
	const { meaning, target } = subject.decoded;
	if (meaning.kind === "approve")
		return raisedFinding(subject, target, meaning.spender, () => meaning.amountOrId);
	if (meaning.kind === "allowance" && meaning.up)
		return raisedFinding(subject, target, meaning.spender, (now) => now + meaning.by);
	return null;
};
