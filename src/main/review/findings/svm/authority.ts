import { tellStep } from "../../svm/tell.ts";
import { danger, type SvmRule } from "./finding.ts";

/** Who rules an account, a token, a stake or a program from now on. */
export const authority: SvmRule = ({ subject }) => {
	const step = subject.steps.find(
		({ meaning }) => meaning.kind === "token_authority" || (meaning.kind === "other" && meaning.control),
	);
	if (step === undefined) return null;
	const { text } = tellStep(subject, step);
	return danger("authority", `This changes who is in control. ${text}. It can't be taken back by you alone.`);
};
