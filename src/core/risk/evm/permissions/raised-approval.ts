import { known } from "../../../chain/chain-error.ts";
import { amountParam, message } from "../../../message.ts";
import { sameAddress } from "../../../people/labels.ts";
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

/**
 * Returns the spender's allowance once the earlier steps of the request have run.
 * @param onChain before the request; `null` if the chain did not say
 */
function allowanceAfter(
	earlier: readonly Subject[],
	token: string,
	spender: string,
	onChain: bigint | null,
): bigint | null {
	return earlier.reduce<bigint | null>((now, { decoded: { meaning, target } }) => {
		if (meaning.kind !== "approve" && meaning.kind !== "allowance") return now;
		if (!sameAddress(target, token) || !sameAddress(meaning.spender, spender)) return now;
		if (meaning.kind === "approve") return meaning.amountOrId;
		if (now === null) return null;
		if (meaning.up) return now + meaning.by;
		return now > meaning.by ? now - meaning.by : 0n;
	}, onChain);
}

/**
 * Compares the allowance that a call gives with the one that the spender has by then.
 * @param earlier steps of the same request, in order
 */
export function raisedFinding(
	{ facts, user }: ApprovalContext,
	token: string,
	spender: string,
	thenOf: (now: bigint) => bigint,
	earlier: readonly Subject[] = [],
): Finding | null {
	const asked = tokenOf(facts, token);
	const now = allowanceAfter(earlier, token, spender, known(asked?.allowance));
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
export const raisedApproval: FindingRule = ({ subject, earlier }) => {
	const { meaning, target } = subject.decoded;
	if (meaning.kind === "approve")
		return raisedFinding(subject, target, meaning.spender, () => meaning.amountOrId, earlier);
	if (meaning.kind === "allowance" && meaning.up)
		return raisedFinding(subject, target, meaning.spender, (now) => now + meaning.by, earlier);
	return null;
};
