import type { Against } from "./approval.ts";
import type { Insight } from "./insight.ts";

/** Until the person's own RPC has said what the payload does, nothing is approved. */
export function againstOpinion(insights: readonly Insight[]): readonly Against[] {
	return insights.some(({ opinion }) => opinion.own.state === "running" || opinion.enquiry === null)
		? [
				{
					words:
						"Countersign is still simulating this on your own RPC. Nothing was signed; it takes a moment.",
					passing: true,
				},
			]
		: [];
}
