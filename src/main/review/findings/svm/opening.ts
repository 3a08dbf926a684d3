import { amountWords } from "../../amount.ts";
import { nativeAmount } from "../../subject.ts";
import { openedAnew, rentOf } from "../../svm/costs.ts";
import { info, type SvmRule } from "./finding.ts";

/** Rent of the accounts that get opened is paid once, and stays in them. */
export const opening: SvmRule = ({ subject }) => {
	const count = openedAnew(subject).length;
	const rent = rentOf(subject);
	if (count === 0 || rent === null) return null;
	const what = count === 1 ? "a token account" : `${count} token accounts`;
	return info(
		"opening",
		`Opening ${what} takes ${amountWords(nativeAmount(subject.chainRef, rent))} of rent, which stays there.`,
	);
};
