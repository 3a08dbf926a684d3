import type { ComparedEffect, Comparison } from "../opinion.ts";
import { fallsShort } from "../simulate/compare.ts";
import type { Finding } from "./finding.ts";

/** Beyond so many percent less than the service says, it is not approved at all. */
const MOST_PERCENT = 50n;

const tooShort = ({ theirs, ours }: ComparedEffect): boolean =>
	theirs === null || ours === null || (theirs.raw - ours.raw) * 100n > theirs.raw * MOST_PERCENT;

/** Less comes in than the service says, and by more than prices move. */
export function promiseShort({ comparison }: { readonly comparison: Comparison }): Finding | null {
	const short = comparison.effects.filter(fallsShort);
	const worst = short.find(tooShort) ?? short[0];
	if (worst === undefined) return null;
	const blocks = tooShort(worst);
	const end = blocks ? " Nothing was signed; reject the request." : "";
	return {
		id: "promise-short",
		severity: blocks ? "block" : "danger",
		words: `You would get less than the service says. ${worst.words}${end}`,
		needsWord: !blocks,
	};
}
