import { type Message, message, sentences } from "../../message.ts";
import { isSol } from "../../subject/svm/outflow.ts";
import type { SvmSubject } from "../../subject/svm/svm-subject.ts";
import { amountContradiction, firstOf } from "../evm/tokens/claims.ts";
import { svmTokens } from "../seen.ts";
import { danger, type SvmRule } from "./finding.ts";

function solContradiction({ simulation }: SvmSubject): Message | null {
	if (simulation === null) return null;
	const claims = [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
	const wrong = claims.find((claim) => isSol(claim.asset) && (claim.decimals ?? 9) !== 9);
	return wrong === undefined ? null : message("finding.token-claims.sol", { decimals: wrong.decimals ?? 0 });
}

/** The service states another symbol or other decimals than the chain. */
export const svmTokenClaims: SvmRule = ({ subject, opinion }) => {
	const text = solContradiction(subject) ?? firstOf(svmTokens(subject, opinion), amountContradiction);
	return text === null
		? null
		: danger("token-claims", sentences(text, message("finding.token-claims.shown")));
};
