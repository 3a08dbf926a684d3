import { hiddenParts } from "../outflow.ts";
import { isUndeclared } from "../simulate/compare.ts";
import type { Rule } from "./finding.ts";
import { isConfirmed } from "./unknown-call.ts";

/**
 * Our own decoding shows a movement or a permission that the service's simulation leaves out. Where our own simulation
 * shows it too, it is told there, by name and amount, and not twice. Calls inside of a call may undo each other, as a
 * permission that the next one uses up: there two simulations that agree outweigh what each of them says alone.
 */
export const contradiction: Rule = ({ subject, comparison }) => {
	if (comparison.effects.some(isUndeclared)) return null;
	if (subject.decoded.meaning.kind === "calls" && isConfirmed(comparison)) return null;
	const hidden = hiddenParts(subject);
	if (hidden.length === 0) return null;
	return { id: "contradiction", severity: "danger", words: hidden.join(" "), needsWord: true };
};
