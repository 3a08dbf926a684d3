import { message, sameText, sentences, verbatim } from "../../../message.ts";
import type { LegOpinion } from "../../../subject/opinion.ts";
import type { Finding } from "../../finding.ts";

const SILENT = verbatim("");

/** The user's own RPC says that it would fail: it would cost the fee and do nothing. */
export function ownSimulationFailed({ opinion: { own } }: { readonly opinion: LegOpinion }): Finding | null {
	if (own.state !== "done" || own.simulation.status !== "failed") return null;
	const { revert } = own;
	const text =
		revert === null || sameText(revert, SILENT)
			? message("finding.own-simulation-failed")
			: message("finding.own-simulation-failed.reason", { reason: revert });
	return {
		id: "own-simulation-failed",
		severity: "block",
		text: sentences(text, message("finding.try-or-reject")),
		needsWord: false,
	};
}
