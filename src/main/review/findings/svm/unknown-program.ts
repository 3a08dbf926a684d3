import { svmNameOf } from "../../svm-subject.ts";
import { danger, type SvmRule } from "./finding.ts";

/** We can't tell what an instruction does: only the service's own words and simulation remain. */
export const unknownProgram: SvmRule = ({ subject }) => {
	const step = subject.steps.find(({ meaning }) => meaning.kind === "unknown");
	if (step === undefined) return null;
	const words =
		step.program === null
			? `Instruction ${step.at} calls the program ${svmNameOf(subject.person, step.programId)}, which Countersign does not know. It can do anything with the accounts that it is given.`
			: `Instruction ${step.at} to the ${step.program} program can't be read. It can do anything with the accounts that it is given.`;
	return danger("unknown-program", words);
};
