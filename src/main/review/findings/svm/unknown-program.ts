import { svmNameOf } from "../../svm-subject.ts";
import { isConfirmed } from "../unknown-call.ts";
import { caution, danger, info, type SvmRule } from "./finding.ts";

/**
 * We can't tell what an instruction does. Where both simulations agree it is known what it does now; but a program
 * that is handed the person's signature can do otherwise when it lands, which no contract on an EVM chain can.
 */
export const unknownProgram: SvmRule = ({ subject, comparison }) => {
	const unread = subject.steps.filter(({ meaning }) => meaning.kind === "unknown");
	const isHanded = ({ accounts }: (typeof unread)[number]) => accounts.some(({ signer }) => signer);
	const step = unread.find(isHanded) ?? unread[0];
	if (step === undefined) return null;
	const what =
		step.program === null
			? `Instruction ${step.at} calls the program ${svmNameOf(subject.person, step.programId)}, which Countersign does not know.`
			: `Instruction ${step.at} to the ${step.program} program can't be read.`;
	if (!isConfirmed(comparison))
		return danger("unknown-program", `${what} It can do anything with the accounts that it is given.`);
	const now = `${what} What it does now is known from the service's simulation and from your own, which agree`;
	return isHanded(step)
		? caution(
				"unknown-program",
				`${now}; but it is given your signature, and may do otherwise when it lands.`,
			)
		: info("unknown-program", `${now}.`);
};
