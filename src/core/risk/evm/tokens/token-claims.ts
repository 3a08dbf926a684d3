import { type Message, message, sentences } from "../../../message.ts";
import { isNative, type Subject } from "../../../subject/subject.ts";
import type { FindingRule } from "../../finding.ts";
import { evmTokens } from "../../seen.ts";
import { amountContradiction, firstOf } from "./claims.ts";

function nativeContradiction({ simulation }: Subject): Message | null {
	if (simulation === null) return null;
	const claims = [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
	const wrong = claims.find((claim) => isNative(claim.asset) && (claim.decimals ?? 18) !== 18);
	return wrong === undefined
		? null
		: message("finding.token-claims.native", { decimals: wrong.decimals ?? 0 });
}

/** The service states another symbol or other decimals than the chain. */
export const tokenClaims: FindingRule = ({ subject, opinion }) => {
	const text = nativeContradiction(subject) ?? firstOf(evmTokens(subject, opinion), amountContradiction);
	if (text === null) return null;
	return {
		id: "token-claims",
		severity: "danger",
		text: sentences(text, message("finding.token-claims.shown")),
		needsWord: true,
	};
};
