import type { SvmStep } from "../../../decode/svm/decode-svm.ts";
import { message } from "../../../message.ts";
import { isOwn } from "../../../subject/svm/held.ts";
import { authorityOf, holderOf, type SvmSubject, svmNameParam } from "../../../subject/svm/svm-subject.ts";
import type { Finding } from "../../finding.ts";
import { danger, type SvmRule } from "../finding.ts";

/** The user's, or derived by a seed from an account of theirs, so that only they can speak for it. */
function isTheirs(subject: SvmSubject, { name, accounts }: SvmStep): boolean {
	const [account, base] = accounts;
	if (account !== undefined && isOwn(subject, account.pubkey)) return true;
	const seeded = name === "assignWithSeed" || name === "allocateWithSeed";
	return seeded && base !== undefined && isOwn(subject, base.pubkey);
}

/** Another step makes it a stake or token account of the user's alone: then it stays theirs. */
const isSetUp = (subject: SvmSubject, account: string): boolean =>
	isOwn(subject, holderOf(subject, account) ?? authorityOf(subject, account));

/** An account that holds data can send no SOL any more, and nothing ever takes the data away (agave: system transfer). */
function allocate(subject: SvmSubject): Finding | null {
	const found = subject.steps.some(
		(step) => step.program === "System" && step.name === "allocate" && isTheirs(subject, step),
	);
	return found ? danger("assign", message("finding.assign.data")) : null;
}

/** System assign of one's own account: from then on a program decides over everything in it. */
export const assign: SvmRule = ({ subject }) => {
	for (const step of subject.steps) {
		const { meaning } = step;
		if (meaning.kind !== "assign" || !isTheirs(subject, step) || isSetUp(subject, meaning.account)) continue;
		return danger(
			"assign",
			message("finding.assign", { program: svmNameParam(subject.user, meaning.owner) }),
			meaning.owner,
		);
	}
	return allocate(subject);
};
