import { known } from "../../chains/chain-error.ts";
import { amountWords } from "../amount.ts";
import { isUnlimited, nameOf, type Subject, standardOf, tokenAmount, tokenOf } from "../subject.ts";
import type { Finding, Rule } from "./finding.ts";

type Telling = Pick<Subject, "facts" | "person">;

/** What somebody may take of a token from now on, where the chain was asked what they may take already. */
export function raisedFinding(
	{ facts, person }: Telling,
	token: string,
	spender: string,
	thenOf: (now: bigint) => bigint,
): Finding | null {
	const asked = tokenOf(facts, token);
	const now = known(asked?.allowance);
	if (now === null || now === 0n || isUnlimited(now) || standardOf(asked) !== "erc20") return null;
	const then = thenOf(now);
	// Without limit is told by a rule of its own.
	if (then <= now || isUnlimited(then)) return null;
	const [before, after] = [now, then].map((raw) => amountWords(tokenAmount(facts, token, raw)));
	return {
		id: "raised-approval",
		severity: "info",
		words: `${nameOf(person, spender)} may take ${before} of yours already; this raises it to ${after}.`,
		needsWord: false,
	};
}

/** Somebody who may take already gets to take more: what is allowed now is no longer what the person knew of. */
export const raisedApproval: Rule = ({ subject }) => {
	const { meaning, target } = subject.decoded;
	if (meaning.kind === "approve")
		return raisedFinding(subject, target, meaning.spender, () => meaning.amountOrId);
	if (meaning.kind === "allowance" && meaning.up)
		return raisedFinding(subject, target, meaning.spender, (now) => now + meaning.by);
	return null;
};
