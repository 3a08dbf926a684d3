import type { LegOpinion } from "../opinion.ts";
import { plain } from "../plain.ts";
import type { Finding } from "./finding.ts";

const LONGEST_REASON = 160;

/** The person's own RPC says that it would fail: it would cost the fee and do nothing. */
export function ownSimulationFailed({ opinion: { own } }: { readonly opinion: LegOpinion }): Finding | null {
	if (own.state !== "done" || own.simulation.status !== "failed") return null;
	const reason = plain(own.revert ?? "", LONGEST_REASON);
	const why = reason === "" ? "It gives no reason." : `The chain says: “${reason}”.`;
	return {
		id: "own-simulation-failed",
		severity: "block",
		words: `In your own simulation this fails. ${why} Nothing was signed; try again, or reject the request.`,
		needsWord: false,
	};
}
