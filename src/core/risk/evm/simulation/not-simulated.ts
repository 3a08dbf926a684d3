import { callsOf, unreadIn } from "../../../effects/evm/calls.ts";
import { type Message, message, sentences } from "../../../message.ts";
import type { LegOpinion } from "../../../subject/opinion.ts";
import type { Evidence, Finding, FindingRule } from "../../finding.ts";

/**
 * There is no simulation of our own. What a payload does to prevent one is never milder than what it could hide; what
 * the RPC merely failed at just now is no finding, since nothing is approved before it has answered.
 */

const danger = (text: Message): Finding => ({
	id: "not-simulated",
	isDoubt: true,
	severity: "danger",
	text,
	needsWord: true,
});

/** By the payload's own doing, whatever was decoded of it. Of both families. */
export function beyondSimulation({ opinion: { own } }: { readonly opinion: LegOpinion }): Finding | null {
	if (own.state !== "impossible") return null;
	if (own.why === "too_many_steps")
		return {
			id: "not-simulated",
			isDoubt: true,
			severity: "block",
			text: sentences(own.text, message("finding.not-simulated.split")),
			needsWord: false,
		};
	if (own.why !== "exceeds") return null;
	return danger(sentences(own.text, message("finding.not-simulated.exceeds")));
}

/** An unread call that nobody but the service tells of. */
function unreadAlone({ subject, opinion: { own } }: Evidence): Finding | null {
	if (own.state !== "impossible" || own.why === "failed") return null;
	if (!callsOf(subject).some(({ decoded }) => unreadIn(decoded))) return null;
	return danger(message("finding.not-simulated.unread", { why: own.text }));
}

export const notSimulated: FindingRule = (evidence) => beyondSimulation(evidence) ?? unreadAlone(evidence);
