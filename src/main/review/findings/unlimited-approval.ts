import { known } from "../../chains/chain-error.ts";
import { allowsOf } from "../allows.ts";
import { nameOf, tokenOf, unitOf } from "../subject.ts";
import type { Rule } from "./finding.ts";

/** A permission over an EIP-20 token without limit, or above all that exists of it. */
export const unlimitedApproval: Rule = ({ subject }) => {
	const allow = allowsOf(subject).find((row) => {
		if (!row.grants || row.kind !== "allowance") return false;
		const supply = known(tokenOf(subject.facts, row.token)?.totalSupply);
		const aboveAll = supply !== null && supply > 0n && row.amount !== null && row.amount.raw > supply;
		return row.unlimited || aboveAll;
	});
	if (allow === undefined) return null;
	const who = nameOf(subject.person, allow.spender);
	const { symbol } = unitOf(subject.facts, allow.token);
	return {
		id: "unlimited-approval",
		severity: "danger",
		words: `This lets ${who} take all ${symbol} of your account, today and at any later time, without asking again.`,
		needsWord: true,
	};
};
