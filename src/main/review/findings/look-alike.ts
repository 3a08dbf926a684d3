import { knownAddresses, labelOf, lookAlikeOf } from "../../policy/labels.ts";
import type { Subject } from "../subject.ts";
import type { Rule } from "./finding.ts";

function parties(subject: Subject): string[] {
	const { target, meaning } = subject.decoded;
	switch (meaning.kind) {
		case "transfer":
			return [target, meaning.to];
		case "transferFrom":
		case "items":
			return [target, meaning.from, meaning.to];
		case "approve":
		case "allowance":
			return [target, meaning.spender];
		case "operator":
			return [target, meaning.operator];
		default:
			return [target];
	}
}

/** An address that looks like a known one at both ends and is another: address poisoning. */
export const lookAlike: Rule = ({ subject }) => {
	const { accounts, labels } = subject.person;
	const known = knownAddresses(accounts, labels);
	for (const address of parties(subject)) {
		const imitated = lookAlikeOf(address, known);
		if (imitated === null) continue;
		const label = labelOf(labels, imitated);
		const whom = label === null ? "one of your own accounts" : `“${label}”`;
		return {
			id: "look-alike",
			severity: "danger",
			words: `${address} looks like ${whom} (${imitated}) at both ends, but it is another address.`,
			needsWord: true,
		};
	}
	return null;
};
