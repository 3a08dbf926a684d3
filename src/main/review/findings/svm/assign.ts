import { type SvmSubject, svmNameOf } from "../../svm-subject.ts";
import type { Finding } from "../finding.ts";
import { danger, meaningsOf, type SvmRule } from "./finding.ts";

/** An account that holds data can send no SOL any more, and nothing ever takes the data away (agave: system transfer). */
function allocate({ steps, person, signer }: SvmSubject): Finding | null {
	const found = steps.some(({ program, name, accounts }) => {
		const account = accounts[0]?.pubkey;
		const own = account !== undefined && (account === signer || person.accounts.includes(account));
		return own && program === "System" && name === "allocate";
	});
	return found
		? danger(
				"assign",
				"This turns your account into one that holds data: it could never again send SOL or pay a fee.",
			)
		: null;
}

/** System assign of one's own account: from then on a program decides over everything in it. */
export const assign: SvmRule = ({ subject }) => {
	const { person, signer } = subject;
	const given = meaningsOf(subject.steps, "assign").find(
		({ account }) => account === signer || person.accounts.includes(account),
	);
	if (given === undefined) return allocate(subject);
	return danger(
		"assign",
		`This hands your account over to the program ${svmNameOf(person, given.owner)}, which then decides over everything in it.`,
	);
};
