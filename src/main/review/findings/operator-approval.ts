import { allowsOf } from "../allows.ts";
import { collectionName, nameOf } from "../subject.ts";
import type { Rule } from "./finding.ts";

/** EIP-721 and EIP-1155 setApprovalForAll: a whole collection. */
export const operatorApproval: Rule = ({ subject }) => {
	const allow = allowsOf(subject).find((row) => row.grants && row.kind === "operator");
	if (allow === undefined) return null;
	const who = nameOf(subject.person, allow.spender);
	return {
		id: "operator-approval",
		severity: "danger",
		words: `This lets ${who} take every item of ${collectionName(subject, allow.token)}, those that you get later too.`,
		needsWord: true,
	};
};
