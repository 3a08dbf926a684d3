import { allowsOf } from "../allows.ts";
import { collectionName, nameOf } from "../subject.ts";
import { callsOf } from "./calls.ts";
import type { Rule } from "./finding.ts";

/** EIP-721 and EIP-1155 setApprovalForAll, by itself or inside of another call: a whole collection. */
export const operatorApproval: Rule = ({ subject }) => {
	const stated = allowsOf(subject).filter((row) => row.grants && row.kind === "operator");
	const inside = callsOf(subject).flatMap(({ decoded: { meaning, target } }) =>
		meaning.kind === "operator" && meaning.approved ? [{ spender: meaning.operator, token: target }] : [],
	);
	const [found] = [...stated, ...inside];
	if (found === undefined) return null;
	const who = nameOf(subject.person, found.spender);
	return {
		id: "operator-approval",
		severity: "danger",
		words: `This lets ${who} take every item of ${collectionName(subject, found.token)}, those that you get later too.`,
		needsWord: true,
	};
};
