import { openedAnew, rentOf } from "../../../explain/svm/costs.ts";
import { amountParam, message } from "../../../message.ts";
import { nativeAmount } from "../../../subject/subject.ts";
import { info, type SvmRule } from "../finding.ts";

/** Rent of the accounts that get opened is paid once, and stays in them. */
export const opening: SvmRule = ({ subject }) => {
	const count = openedAnew(subject).length;
	const rent = rentOf(subject);
	if (count === 0 || rent === null) return null;
	return info(
		"opening",
		message("finding.opening", { count, rent: amountParam(nativeAmount(subject.chainRef, rent)) }),
	);
};
