import { known } from "../../chains/chain-error.ts";
import { amountWords } from "../amount.ts";
import { isUnlimited, nameOf, standardOf, tokenAmount, tokenOf } from "../subject.ts";
import type { Rule } from "./finding.ts";

/** Somebody who may take already gets to take more: what is allowed now is no longer what the person knew of. */
export const raisedApproval: Rule = ({ subject }) => {
	const { decoded, facts, person } = subject;
	const { meaning, target } = decoded;
	const token = tokenOf(facts, target);
	const now = known(token?.allowance);
	if (now === null || now === 0n || isUnlimited(now) || standardOf(token) !== "erc20") return null;
	const then =
		meaning.kind === "approve"
			? meaning.amountOrId
			: meaning.kind === "allowance" && meaning.up
				? now + meaning.by
				: null;
	// Without limit is told by a rule of its own.
	if (then === null || then <= now || isUnlimited(then)) return null;
	const spender = meaning.kind === "approve" || meaning.kind === "allowance" ? meaning.spender : target;
	const [before, after] = [now, then].map((raw) => amountWords(tokenAmount(facts, target, raw)));
	return {
		id: "raised-approval",
		severity: "info",
		words: `${nameOf(person, spender)} may take ${before} of yours already; this raises it to ${after}.`,
		needsWord: false,
	};
};
