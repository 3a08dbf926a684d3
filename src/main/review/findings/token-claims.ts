import { isNative, type Subject } from "../subject.ts";
import { amountContradiction, firstOf } from "../tokens/claims.ts";
import { evmTokens } from "../tokens/seen.ts";
import type { Rule } from "./finding.ts";

function nativeContradiction({ simulation }: Subject): string | null {
	if (simulation === null) return null;
	const claims = [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
	const wrong = claims.find((claim) => isNative(claim.asset) && (claim.decimals ?? 18) !== 18);
	return wrong === undefined
		? null
		: `The service counts the native coin with ${wrong.decimals} decimals; every EVM chain has 18.`;
}

/** The service states another symbol or other decimals than the chain. */
export const tokenClaims: Rule = ({ subject, opinion }) => {
	const words = nativeContradiction(subject) ?? firstOf(evmTokens(subject, opinion), amountContradiction);
	if (words === null) return null;
	return {
		id: "token-claims",
		severity: "danger",
		words: `${words} Amounts are shown by the chain's own data.`,
		needsWord: true,
	};
};
