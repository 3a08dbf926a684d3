import { svmNameOf } from "../../svm-subject.ts";
import { codeOf } from "../calls.ts";
import { danger, type SvmRule } from "./finding.ts";

/** An instruction for an address that holds no program: it fails, or a step before it puts one there. */
export const noProgram: SvmRule = ({ subject, opinion }) => {
	const step = subject.steps.find(
		({ program, programId }) => program === null && codeOf(opinion, programId)?.size === 0,
	);
	if (step === undefined) return null;
	const who = svmNameOf(subject.person, step.programId);
	return danger(
		"no-program",
		`There is no program at ${who}, which instruction ${step.at} calls, so this would fail.`,
	);
};
