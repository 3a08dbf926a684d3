import { known } from "../../../chain/chain-error.ts";
import { isUndeclared } from "../../../effects/compare/compare.ts";
import { hiddenParts } from "../../../explain/evm/outflow.ts";
import { message, sentences } from "../../../message.ts";
import type { FindingRule } from "../../finding.ts";
import { isConfirmed } from "../contracts/unknown-call.ts";

/**
 * Our own decoding shows a movement or a permission that the service's simulation leaves out. Where our own simulation
 * shows it too, it is told there, by name and amount, and not twice. Calls inside of a call may undo each other, as a
 * permission that the next one uses up: there two simulations that agree outweigh what each of them says alone.
 */
export const contradiction: FindingRule = ({ subject, comparison, opinion, later }) => {
	if (comparison.effects.some(isUndeclared)) return null;
	// Balances and permissions are what both look at: that none is left in either is something seen.
	const looked = isConfirmed(comparison) || comparison.verdict === "unseen";
	if (subject.decoded.meaning.kind === "calls" && looked) return null;
	// Nothing reads the call, and our own simulation shows that nothing moves: the service is right to show nothing.
	const { decoded, facts } = subject;
	const isUnheard = known(facts?.codeAtTo) === false && decoded.value === 0n && !later;
	// A call that fails moves nothing, and its own finding keeps it from being signed.
	if (opinion.own.state === "done" && opinion.own.simulation.status === "failed") return null;
	if (isUnheard && opinion.own.state === "done" && looked) return null;
	const hidden = hiddenParts(subject);
	if (hidden.length === 0) return null;
	const text = isUnheard ? message("finding.contradiction.unheard") : sentences(...hidden);
	return { id: "contradiction", severity: "danger", text, needsWord: true };
};
