import { callsOf } from "../../../effects/evm/calls.ts";
import { message, sentences } from "../../../message.ts";
import { knownText } from "../../../subject/known-contracts.ts";
import { nameParam, type User } from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { grantsOf, isFamiliar, payeesOf } from "../calls.ts";

/**
 * What is said of somebody whom the user meets for the first time; null for the others.
 * @param chainRef null where none is named
 */
export function firstTimeFinding(
	user: User,
	chainRef: string | null,
	address: string,
	what: "pay" | "allow",
): Finding | null {
	if (isFamiliar(user, address)) return null;
	const text = message(what === "pay" ? "finding.first-time.pay" : "finding.first-time.allow", {
		who: nameParam(user, address),
	});
	const known = knownText(chainRef, address);
	return {
		id: "first-time",
		severity: "info",
		text: known === null ? text : sentences(text, known),
		needsWord: false,
	};
}

/** Somebody whom the user has neither named nor dealt with before: paid, or allowed to take. */
export const firstTime: FindingRule = (evidence) => {
	const { subject } = evidence;
	const payees = callsOf(subject).flatMap(payeesOf);
	const spenders = grantsOf(evidence).map(({ spender }) => spender);
	const found = [
		...payees.map((address) => firstTimeFinding(subject.user, subject.chainRef, address, "pay")),
		...spenders.map((address) => firstTimeFinding(subject.user, subject.chainRef, address, "allow")),
	];
	return found.find((finding) => finding !== null) ?? null;
};
