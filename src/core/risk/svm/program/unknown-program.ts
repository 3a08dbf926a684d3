import { type Message, message, sentences } from "../../../message.ts";
import { type GivenAccess, givenTo } from "../../../subject/svm/held.ts";
import { type SvmSubject, svmNameParam } from "../../../subject/svm/svm-subject.ts";
import { doubt } from "../../finding.ts";
import { caution, danger, type SvmRule } from "../finding.ts";

const WEIGHT: Readonly<Record<GivenAccess["of"], number>> = { signature: 0, account: 1, unread: 2 };

function accessText(subject: SvmSubject, { of, account }: GivenAccess): Message {
	switch (of) {
		case "signature":
			return message("finding.unknown-program.signature");
		case "account":
			return message("finding.unknown-program.account", { account: svmNameParam(subject.user, account) });
		case "unread":
			return message("finding.unknown-program.unread-account", {
				account: svmNameParam(subject.user, account),
			});
	}
}

/**
 * We can't tell what an instruction does. A program that is handed the user's signature, or an account of theirs to
 * change, can do otherwise when it lands than in any simulation: nothing that a simulation shows makes that milder.
 */
export const unknownProgram: SvmRule = ({ subject }) => {
	const unread = subject.steps
		.map((step, place) => ({ step, place: place + 1, given: givenTo(subject, step) }))
		.filter(({ step }) => step.meaning.kind === "unknown")
		.toSorted(
			({ given: left }, { given: right }) =>
				(left === null ? 3 : WEIGHT[left.of]) - (right === null ? 3 : WEIGHT[right.of]),
		);
	const [first] = unread;
	if (first === undefined) return null;
	const { step, place, given } = first;
	const what =
		step.program === null
			? message("finding.unknown-program", {
					place: String(place),
					program: svmNameParam(subject.user, step.programId),
				})
			: message("finding.unknown-program.unread", { place: String(place), program: step.program });
	if (given === null)
		return doubt(caution("unknown-program", sentences(what, message("finding.unknown-program.nothing"))));
	return doubt(danger("unknown-program", sentences(what, accessText(subject, given)), step.programId));
};
