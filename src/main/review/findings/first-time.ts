import { nameOf, type Person } from "../subject.ts";
import { callsOf, grantsOf, isFamiliar, payeesOf } from "./calls.ts";
import type { Finding, Rule } from "./finding.ts";

/** What is said of somebody whom the person meets for the first time; null for the others. */
export function firstTimeFinding(person: Person, address: string, what: "pay" | "allow"): Finding | null {
	if (isFamiliar(person, address)) return null;
	const who = nameOf(person, address);
	const words =
		what === "pay"
			? `This is the first time that you pay ${who} from here.`
			: `This is the first time that you let ${who} take something from here.`;
	return { id: "first-time", severity: "info", words, needsWord: false };
}

/** Somebody whom the person has neither named nor dealt with before: paid, or allowed to take. */
export const firstTime: Rule = (evidence) => {
	const { subject } = evidence;
	const payees = callsOf(subject).flatMap(payeesOf);
	const spenders = grantsOf(evidence).map(({ spender }) => spender);
	const found = [
		...payees.map((address) => firstTimeFinding(subject.person, address, "pay")),
		...spenders.map((address) => firstTimeFinding(subject.person, address, "allow")),
	];
	return found.find((finding) => finding !== null) ?? null;
};
