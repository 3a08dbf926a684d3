import { isUndeclared } from "../../simulate/compare.ts";
import { svmHiddenParts } from "../../svm/outflow.ts";
import { mintFor, mintOf, mintUnit, type SvmSubject } from "../../svm-subject.ts";
import { block, danger, type SvmRule } from "./finding.ts";

/** The decimals that an instruction claims must be the mint's: the program refuses any other. */
function wrongDecimals(subject: SvmSubject): string | null {
	for (const { meaning } of subject.steps) {
		if (!("decimals" in meaning) || meaning.decimals === null) continue;
		const mint =
			meaning.kind === "token_transfer" || meaning.kind === "token_approve"
				? mintFor(subject, meaning.source, meaning.mint)
				: meaning.mint;
		const data = mint === null ? null : mintOf(subject.facts, mint);
		if (data === null || data.decimals === meaning.decimals) continue;
		const { symbol } = mintUnit(subject.facts, mint);
		return `The payload counts ${symbol} with ${meaning.decimals} decimals; the chain says ${data.decimals}, so it would fail.`;
	}
	return null;
}

/** An instruction names one mint, the account that it takes from is of another. */
function wrongMint(subject: SvmSubject): string | null {
	const { steps, facts } = subject;
	for (const { meaning } of steps) {
		if (meaning.kind !== "token_transfer" && meaning.kind !== "token_approve") continue;
		const held = mintFor({ ...subject, facts }, meaning.source, null);
		if (meaning.mint !== null && held !== null && held !== meaning.mint)
			return "The payload names another token than the account that it takes from holds, so it would fail.";
	}
	return null;
}

/**
 * Our own decoding shows what the service's simulation leaves out, or what the chain denies. Where our own simulation
 * shows what is left out too, it is told there, by name and amount, and not twice.
 */
export const svmContradiction: SvmRule = ({ subject, comparison }) => {
	const wrong = wrongMint(subject) ?? wrongDecimals(subject);
	if (wrong !== null) return block("contradiction", wrong);
	if (comparison.effects.some(isUndeclared)) return null;
	const hidden = svmHiddenParts(subject);
	return hidden.length === 0 ? null : danger("contradiction", hidden.join(" "));
};
