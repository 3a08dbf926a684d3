import type { Claimed } from "../../changes.ts";
import { plain } from "../../plain.ts";
import { isSol } from "../../svm/outflow.ts";
import { mintOf, type SvmSubject, svmNameOf } from "../../svm-subject.ts";
import { danger, type SvmRule } from "./finding.ts";

type Claim = Omit<Claimed, "amount">;

function contradiction(subject: SvmSubject, claim: Claim): string | null {
	if (isSol(claim.asset))
		return (claim.decimals ?? 9) === 9
			? null
			: `The service counts SOL with ${claim.decimals} decimals; it has 9.`;
	const mint = mintOf(subject.facts, claim.asset);
	if (mint === null) return null;
	const where = svmNameOf(subject.person, claim.asset);
	if (typeof claim.decimals === "number" && claim.decimals !== mint.decimals)
		return `The service counts ${where} with ${claim.decimals} decimals; the chain says ${mint.decimals}.`;
	if (mint.symbol !== null && typeof claim.symbol === "string" && claim.symbol !== mint.symbol)
		return `The service calls ${where} “${plain(claim.symbol)}”; the chain calls it “${plain(mint.symbol)}”.`;
	return null;
}

/** The service states another symbol or other decimals than the chain. */
export const svmTokenClaims: SvmRule = ({ subject }) => {
	const { simulation } = subject;
	if (simulation === null) return null;
	const claims: Claim[] = [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
	const words = claims.map((claim) => contradiction(subject, claim)).find((each) => each !== null);
	return words === undefined
		? null
		: danger("token-claims", `${words} Amounts are shown by the chain's own data.`);
};
