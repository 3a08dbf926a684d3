import { message } from "../../../message.ts";
import { isUsers } from "../../../subject/svm/held.ts";
import { svmNameParam } from "../../../subject/svm/svm-subject.ts";
import { caution, type SvmRule } from "../finding.ts";

/** Token-2022's CPI guard is off from then on: programs may use the owner's signature for that account again. */
export const guard: SvmRule = ({ subject }) => {
	const step = subject.steps.find(({ name }) => name === "disableCpiGuard");
	const account = step?.accounts[0]?.pubkey;
	if (account === undefined || isUsers(subject, account) === false) return null;
	return caution("guard-off", message("finding.guard-off", { account: svmNameParam(subject.user, account) }));
};
