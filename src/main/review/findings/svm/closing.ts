import { svmNameOf } from "../../svm-subject.ts";
import { danger, type SvmRule } from "./finding.ts";

/** What is left of a closed account, wrapped SOL with it, goes to somebody else. */
export const closing: SvmRule = ({ subject }) => {
	for (const { meaning } of subject.steps) {
		const closes =
			meaning.kind === "token_close" || meaning.kind === "token_unwrap" || meaning.kind === "stake_withdraw";
		if (!closes || subject.person.accounts.includes(meaning.to)) continue;
		const who = svmNameOf(subject.person, meaning.to);
		return danger("closing", `The SOL of an account that is emptied here goes to ${who}, not to you.`);
	}
	return null;
};
