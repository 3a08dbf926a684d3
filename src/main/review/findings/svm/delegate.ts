import { amountWords } from "../../amount.ts";
import { MOST_UNITS } from "../../svm/outflow.ts";
import { mintAmount, mintFor, svmNameOf } from "../../svm-subject.ts";
import { danger, meaningsOf, type SvmRule } from "./finding.ts";

/** SPL Token approve: somebody else may take tokens later, without a signature. */
export const delegate: SvmRule = ({ subject }) => {
	const given = meaningsOf(subject.steps, "token_approve").find(({ amount }) => amount > 0n);
	if (given === undefined) return null;
	const who = svmNameOf(subject.person, given.delegate);
	const amount = mintAmount(subject.facts, mintFor(subject, given.source, given.mint), given.amount);
	const what = given.amount === MOST_UNITS ? "all of this token account" : `up to ${amountWords(amount)}`;
	return danger("delegate", `This lets ${who} take ${what} at any later time, without asking again.`);
};
