import { wellKnownAt } from "../../../chain/tokens/known.ts";
import { type Message, message, sentences } from "../../../message.ts";
import { isSol } from "../../../subject/svm/outflow.ts";
import type { SvmSubject } from "../../../subject/svm/svm-subject.ts";
import { amountContradiction, firstOf } from "../../evm/tokens/claims.ts";
import { type SeenToken, svmTokens } from "../../seen.ts";
import { danger, type SvmRule } from "../finding.ts";

function solContradiction({ simulation }: SvmSubject): Message | null {
	if (simulation === null) return null;
	const claims = [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
	const wrong = claims.find((claim) => isSol(claim.asset) && (claim.decimals ?? 9) !== 9);
	return wrong === undefined ? null : message("finding.token-claims.sol", { decimals: wrong.decimals ?? 0 });
}

/** A well-known mint is shown as the list calls it, whatever its maker wrote: that symbol is no other one. */
function withoutListed(token: SeenToken): SeenToken {
	const listed = wellKnownAt(token.chainRef, token.address)?.symbol;
	const claims = token.claims.map((claim) => (claim.symbol === listed ? { ...claim, symbol: null } : claim));
	return { ...token, claims };
}

/** The service states another symbol or other decimals than the chain. */
export const svmTokenClaims: SvmRule = ({ subject, opinion }) => {
	const tokens = svmTokens(subject, opinion).map(withoutListed);
	const text = solContradiction(subject) ?? firstOf(tokens, amountContradiction);
	return text === null
		? null
		: danger("token-claims", sentences(text, message("finding.token-claims.shown")));
};
