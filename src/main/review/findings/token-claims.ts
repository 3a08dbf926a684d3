import { known } from "../../chains/chain-error.ts";
import { plain } from "../plain.ts";
import { isNative, type Subject, shortAddress, tokenOf } from "../subject.ts";
import type { Rule } from "./finding.ts";

interface Claim {
	readonly asset: string;
	readonly symbol?: string | null | undefined;
	readonly decimals?: number | null | undefined;
}

function contradiction(subject: Subject, claim: Claim): string | null {
	if (isNative(claim.asset)) {
		const stated = claim.decimals ?? 18;
		return stated === 18
			? null
			: `The service counts the native coin with ${stated} decimals; every EVM chain has 18.`;
	}
	const token = tokenOf(subject.facts, claim.asset);
	const [symbol, decimals] = [known(token?.symbol), known(token?.decimals)];
	const where = shortAddress(claim.asset);
	if (decimals !== null && typeof claim.decimals === "number" && claim.decimals !== decimals)
		return `The service counts ${where} with ${claim.decimals} decimals; the chain says ${decimals}.`;
	if (symbol !== null && typeof claim.symbol === "string" && claim.symbol !== symbol)
		return `The service calls ${where} “${plain(claim.symbol)}”; the chain calls it “${plain(symbol)}”.`;
	return null;
}

/** The service states another symbol or other decimals than the chain. */
export const tokenClaims: Rule = ({ subject }) => {
	const simulation = subject.simulation;
	if (simulation === null) return null;
	const claims: Claim[] = [...simulation.balanceChanges, ...simulation.approvals, ...simulation.fees];
	const words = claims.map((claim) => contradiction(subject, claim)).find((each) => each !== null);
	if (words === undefined) return null;
	return {
		id: "token-claims",
		severity: "danger",
		words: `${words} Amounts are shown by the chain's own data.`,
		needsWord: true,
	};
};
