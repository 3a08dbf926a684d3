import { tipAccountOf } from "../../../chain/tip-accounts.ts";
import { message } from "../../../message.ts";
import { holderOf, type SvmSubject, svmNameParam } from "../../../subject/svm/svm-subject.ts";
import { isFamiliar } from "../../evm/calls.ts";
import { info, type SvmRule } from "../finding.ts";

interface FirstMeeting {
	readonly who: string;
	readonly what: "pay" | "allow";
}

/** Whoever is behind what is paid or allowed: the holder of a token account, where anybody says who that is. */
function metIn(subject: SvmSubject): FirstMeeting[] {
	return subject.steps.flatMap(({ meaning }): FirstMeeting[] => {
		switch (meaning.kind) {
			case "lamports":
				// A tip is no payment to anybody; its own rule bounds it.
				if (tipAccountOf(meaning.to) !== null) return [];
				return [{ who: holderOf(subject, meaning.to) ?? meaning.to, what: "pay" }];
			case "token_transfer":
				return [{ who: holderOf(subject, meaning.destination) ?? meaning.destination, what: "pay" }];
			case "token_approve":
				return meaning.amount === 0n ? [] : [{ who: meaning.delegate, what: "allow" }];
			default:
				return [];
		}
	});
}

/** Dealings are kept by what was paid: of a token, that may be the token account. */
function isKnown(subject: SvmSubject, who: string): boolean {
	const { user, steps } = subject;
	if (who === subject.signer || isFamiliar(user, who)) return true;
	return steps.some(
		({ meaning }) =>
			meaning.kind === "token_transfer" &&
			holderOf(subject, meaning.destination) === who &&
			isFamiliar(user, meaning.destination),
	);
}

/** Somebody whom the user has neither named nor dealt with before: paid, or allowed to take. */
export const svmFirstTime: SvmRule = ({ subject }) => {
	const found = metIn(subject).find(({ who }) => !isKnown(subject, who));
	if (found === undefined) return null;
	const who = svmNameParam(subject.user, found.who);
	return info(
		"first-time",
		message(found.what === "pay" ? "finding.first-time.pay" : "finding.first-time.allow", { who }),
	);
};
