import { hiddenParts } from "../outflow.ts";
import type { Rule } from "./finding.ts";

/** Our own decoding shows a movement or a permission that the service's simulation leaves out. */
export const contradiction: Rule = ({ subject }) => {
	const hidden = hiddenParts(subject);
	if (hidden.length === 0) return null;
	return { id: "contradiction", severity: "danger", words: hidden.join(" "), needsWord: true };
};
