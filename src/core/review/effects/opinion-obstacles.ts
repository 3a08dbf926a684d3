import { message, sentences } from "../../localized-text.ts";
import type { ApprovalObstacle } from "../approval.ts";
import type { ItemAnalysis } from "../item-analysis.ts";

const SIMULATING = message("against.opinion.simulating");
const ASKING = message("against.opinion.asking");
const AGAIN = message("against.opinion.again");

/** Blocks the approval until the user's own RPC has shown the effects, or certainly can't. */
export function opinionObstacles(analyses: readonly ItemAnalysis[]): readonly ApprovalObstacle[] {
	for (const {
		opinion: { local },
	} of analyses)
		if (local.state === "impossible" && local.why === "failed")
			return [{ text: sentences(local.text, AGAIN), passing: true, cause: "rpc-silent" }];
	if (analyses.some(({ opinion }) => opinion.local.state === "running"))
		return [{ text: SIMULATING, passing: true }];
	return analyses.some(({ opinion }) => opinion.addressFacts === null)
		? [{ text: ASKING, passing: true }]
		: [];
}
