import { fallsShort } from "../../../effects/compare/compare.ts";
import { message, sentences } from "../../../message.ts";
import type { ComparedEffect, Comparison } from "../../../subject/opinion.ts";
import { aboutEffect, type Finding } from "../../finding.ts";

/** Beyond so many percent less than the service says, it is not approved at all. */
const MAX_PERCENT = 50n;

const tooShort = ({ theirs, ours }: ComparedEffect): boolean =>
	theirs === null || ours === null || (theirs.raw - ours.raw) * 100n > theirs.raw * MAX_PERCENT;

/** Less comes in than the service says, and by more than prices move. */
export function shortfall({ comparison }: { readonly comparison: Comparison }): Finding | null {
	const short = comparison.effects.filter(fallsShort);
	const worst = short.find(tooShort) ?? short[0];
	if (worst === undefined) return null;
	const blocks = tooShort(worst);
	const text = sentences(message("finding.promise-short"), worst.text);
	return {
		id: "promise-short",
		severity: blocks ? "block" : "danger",
		text: blocks ? sentences(text, message("finding.reject")) : text,
		needsWord: !blocks,
		about: aboutEffect(worst),
	};
}
