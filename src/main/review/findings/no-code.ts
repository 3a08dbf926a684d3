import { known } from "../../chains/chain-error.ts";
import { nameOf } from "../subject.ts";
import type { Rule } from "./finding.ts";

/** A call to an address without a contract does nothing but move its value. */
export const noCode: Rule = ({ subject }) => {
	const { meaning, target } = subject.decoded;
	if (meaning.kind === "native" || known(subject.facts?.codeAtTo) !== false) return null;
	return {
		id: "no-code",
		severity: "danger",
		words: `There is no contract at ${nameOf(subject.person, target)} on this chain, so the call in the payload would do nothing.`,
		needsWord: true,
	};
};
