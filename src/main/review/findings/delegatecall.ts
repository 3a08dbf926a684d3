import { nameOf, type Person } from "../subject.ts";
import { callsOf, codeOf, isOwn, type MadeCall } from "./calls.ts";
import type { Evidence, Finding, Rule } from "./finding.ts";

const danger = (words: string): Finding => ({
	id: "delegatecall",
	severity: "danger",
	words,
	needsWord: true,
});

/** Code of others that an account lends itself to; null for calls, and for bundlers whose bytes say all that they do. */
export function delegatecallFinding(person: Person, calls: readonly MadeCall[]): Finding | null {
	const found = calls.find(
		({ how, decoded }) => how === "delegatecall" && decoded.meaning.kind === "unknown",
	);
	if (found === undefined) return null;
	const [code, account] = [found.decoded.target, found.as].map((address) => nameOf(person, address));
	return danger(
		`This is a delegatecall: the code at ${code} gets full control of ${account} and all that it holds.`,
	);
}

/** By our own simulation: foreign code ran as an account of the person. A proxy's own delegatecall is no such thing. */
function ranAsMine({ subject, opinion }: Evidence): Finding | null {
	if (opinion.own.state !== "done") return null;
	const found = opinion.own.inner.find(
		({ kind, from, to }) =>
			kind === "delegatecall" &&
			isOwn(subject.person, from) &&
			codeOf(opinion, from)?.delegatedTo !== to.toLowerCase(),
	);
	return found === undefined
		? null
		: danger(
				`While this runs, the code at ${nameOf(subject.person, found.to)} acts as ${nameOf(subject.person, found.from)} (a delegatecall), and could move all that it holds.`,
			);
}

/** Code of others that runs as an account of the person, or as a Safe that they speak for. */
export const delegatecall: Rule = (evidence) =>
	delegatecallFinding(evidence.subject.person, callsOf(evidence.subject)) ?? ranAsMine(evidence);
