import { message, sentences } from "../../../message.ts";
import type { ComparedEffect, Comparison } from "../../../subject/opinion.ts";
import { aboutEffect, type Finding } from "../../finding.ts";

/** The service claims a loss that our own simulation does not show, or only a smaller one. */
const claimsMore = ({ kind, status, theirs, ours }: ComparedEffect): boolean =>
	kind === "balance" &&
	(status === "differs" || status === "only_theirs") &&
	theirs !== null &&
	theirs.raw < 0n &&
	(ours === null || ours.raw > theirs.raw);

const outcome = ({ kind, status }: ComparedEffect): boolean => kind === "outcome" && status === "differs";

/** The two do not say the same, though nothing that costs the user is hidden: one of them is wrong, or looked elsewhere. */
export function differs({ comparison }: { readonly comparison: Comparison }): Finding | null {
	if (comparison.verdict !== "differs") return null;
	const found = comparison.effects.find(outcome) ?? comparison.effects.find(claimsMore);
	if (found === undefined) return null;
	return {
		id: "opinion-differs",
		severity: "caution",
		text: sentences(message("finding.opinion-differs"), found.text),
		needsWord: false,
		about: aboutEffect(found),
	};
}
