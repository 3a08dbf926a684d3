import type { LegOpinion } from "../opinion.ts";
import type { Finding } from "./finding.ts";

/** Our own simulation ran, and could not look at everything: what it does not show may still happen. */
export function ownSimulationPartial({ opinion: { own } }: { readonly opinion: LegOpinion }): Finding | null {
	if (own.state !== "done" || own.simulation.status !== "passed") return null;
	const { warnings } = own.simulation;
	if (warnings.length === 0) return null;
	return {
		id: "own-simulation-partial",
		severity: "danger",
		words: `${warnings.join(" ")} It may do more than is shown here.`,
		needsWord: true,
	};
}
