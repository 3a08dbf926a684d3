import { isUndeclared } from "../../effects/compare/compare.ts";
import { type Message, message, sentences } from "../../message.ts";
import { svmHiddenParts } from "../../subject/svm/outflow.ts";
import { mintFor, mintOf, mintUnit, type SvmSubject } from "../../subject/svm/svm-subject.ts";
import { block, danger, type SvmRule } from "./finding.ts";

/** The decimals that an instruction claims must be the mint's: the program refuses any other. */
function wrongDecimals(subject: SvmSubject): Message | null {
	for (const { meaning } of subject.steps) {
		if (!("decimals" in meaning) || meaning.decimals === null) continue;
		const mint =
			meaning.kind === "token_transfer" || meaning.kind === "token_approve"
				? mintFor(subject, meaning.source, meaning.mint)
				: meaning.mint;
		const data = mint === null ? null : mintOf(subject.facts, mint);
		if (data === null || data.decimals === meaning.decimals) continue;
		const { symbol } = mintUnit(subject.facts, mint);
		return message("finding.contradiction.decimals", {
			symbol,
			stated: meaning.decimals,
			decimals: data.decimals,
		});
	}
	return null;
}

/** An instruction names one mint, the account that it takes from is of another. */
function wrongMint(subject: SvmSubject): Message | null {
	const { steps, facts } = subject;
	for (const { meaning } of steps) {
		if (meaning.kind !== "token_transfer" && meaning.kind !== "token_approve") continue;
		const held = mintFor({ ...subject, facts }, meaning.source, null);
		if (meaning.mint !== null && held !== null && held !== meaning.mint)
			return message("finding.contradiction.mint");
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
	return hidden.length === 0 ? null : danger("contradiction", sentences(...hidden));
};
