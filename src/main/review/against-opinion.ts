import type { Against } from "./approval.ts";
import type { Insight } from "./insight.ts";

const SIMULATING = "Simulating on your RPC… Nothing was signed; you can approve once that is done.";
const ASKING =
	"Asking your RPC about the addresses in this… Nothing was signed; you can approve once that is done.";

/** Until the person's own RPC has said what the payload does, nothing is approved. */
export function againstOpinion(insights: readonly Insight[]): readonly Against[] {
	if (insights.some(({ opinion }) => opinion.own.state === "running"))
		return [{ words: SIMULATING, passing: true }];
	return insights.some(({ opinion }) => opinion.enquiry === null) ? [{ words: ASKING, passing: true }] : [];
}
