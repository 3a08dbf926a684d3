import { isSol } from "../../svm/outflow.ts";
import type { SvmSubject } from "../../svm-subject.ts";
import { amountContradiction, firstOf } from "../../tokens/claims.ts";
import { svmTokens } from "../../tokens/seen.ts";
import { danger, type SvmRule } from "./finding.ts";

function solContradiction({ simulation }: SvmSubject): string | null {
	if (simulation === null) return null;
	const claims = [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
	const wrong = claims.find((claim) => isSol(claim.asset) && (claim.decimals ?? 9) !== 9);
	return wrong === undefined ? null : `The service counts SOL with ${wrong.decimals} decimals; it has 9.`;
}

/** The service states another symbol or other decimals than the chain. */
export const svmTokenClaims: SvmRule = ({ subject, opinion }) => {
	const words = solContradiction(subject) ?? firstOf(svmTokens(subject, opinion), amountContradiction);
	return words === null
		? null
		: danger("token-claims", `${words} Amounts are shown by the chain's own data.`);
};
