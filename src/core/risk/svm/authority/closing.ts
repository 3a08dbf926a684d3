import type { SvmMeaning } from "../../../decode/svm/meaning.ts";
import { message } from "../../../message.ts";
import { isOwn } from "../../../subject/svm/held.ts";
import { holderOf, type SvmSubject, svmNameParam } from "../../../subject/svm/svm-subject.ts";
import { danger, type SvmRule } from "../finding.ts";

/** Where what an account holds goes to when it is emptied; null for what empties none. */
function emptiedTo(subject: SvmSubject, meaning: SvmMeaning): string | null {
	switch (meaning.kind) {
		case "token_close":
		case "token_unwrap":
			return meaning.to;
		case "withdraw":
			return meaning.of === "fees" ? (holderOf(subject, meaning.to) ?? meaning.to) : meaning.to;
		default:
			return null;
	}
}

/** What is left of an account, wrapped SOL and withheld fees with it, goes to somebody else. */
export const closing: SvmRule = ({ subject }) => {
	for (const { meaning } of subject.steps) {
		const to = emptiedTo(subject, meaning);
		if (to === null || isOwn(subject, to)) continue;
		const isFees = meaning.kind === "withdraw" && meaning.of === "fees";
		const who = svmNameParam(subject.user, to);
		return danger("closing", message(isFees ? "finding.closing.fees" : "finding.closing", { who }), to);
	}
	return null;
};
