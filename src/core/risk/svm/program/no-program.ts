import { isReadProgram } from "../../../decode/svm/decode-svm.ts";
import { message } from "../../../message.ts";
import { codeOf } from "../../../subject/codes.ts";
import { svmNameParam } from "../../../subject/svm/svm-subject.ts";
import { danger, type SvmRule } from "../finding.ts";

/** An instruction for an address that holds no program: it fails, or a step before it puts one there. */
export const noProgram: SvmRule = ({ subject, opinion }) => {
	const step = subject.steps.find(
		({ programId }) => !isReadProgram(programId) && codeOf(opinion, programId)?.size === 0,
	);
	if (step === undefined) return null;
	const program = svmNameParam(subject.user, step.programId);
	return danger("no-program", message("finding.no-program", { program, place: String(step.at) }));
};
