import type { Rule } from "./finding.ts";

/** We can't tell what the call does: only the service's own words and simulation remain. */
export const unknownCall: Rule = ({ subject }) => {
	const { meaning } = subject.decoded;
	if (meaning.kind !== "unknown") return null;
	const words =
		meaning.reason === "extra"
			? "The data begins like a known call but holds more than its arguments, so Countersign does not trust that reading."
			: "Countersign can't read this call. What it does is known only from the service's own simulation.";
	return { id: "unknown-call", severity: "caution", words, needsWord: false };
};
