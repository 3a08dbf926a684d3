import { message, sentences } from "../../../message.ts";
import type { LegOpinion } from "../../../subject/opinion.ts";
import type { Finding } from "../../finding.ts";

/** Our own simulation ran, and could not look at everything: what it does not show may still happen. */
export function ownSimulationPartial({ opinion: { own } }: { readonly opinion: LegOpinion }): Finding | null {
	if (own.state !== "done" || own.simulation.status !== "passed") return null;
	if (own.gaps.length === 0) return null;
	return {
		id: "own-simulation-partial",
		isDoubt: true,
		severity: "danger",
		text: sentences(...own.gaps, message("finding.own-simulation-partial")),
		needsWord: true,
	};
}
