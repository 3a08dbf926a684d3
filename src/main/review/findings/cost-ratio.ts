import { amountWords } from "../amount.ts";
import type { Rule } from "./finding.ts";

/** In hundredths of our own estimate. */
const WORD_ABOVE = 300n;
const REFUSED_ABOVE = 1000n;

/** "4.5", from hundredths; one place, cut. */
function times(ratio: bigint): string {
	return `${ratio / 100n}.${(ratio / 10n) % 10n}`;
}

/** The most that it can cost, held against our own estimate. */
export const costRatio: Rule = ({ costs }) => {
	const { ratio, most, likely } = costs;
	if (ratio === null || most === null || likely === null || ratio <= WORD_ABOVE) return null;
	const words = `It can cost up to ${amountWords(most)}, ${times(ratio)} times our own estimate of ${amountWords(likely)}.`;
	return ratio > REFUSED_ABOVE
		? {
				id: "cost-ratio",
				severity: "block",
				words: `${words} What is above ten times can't be approved. Nothing was signed; ask the agent for it again.`,
				needsWord: false,
			}
		: { id: "cost-ratio", severity: "danger", words, needsWord: true };
};
