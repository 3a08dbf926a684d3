import { grouped } from "../amount.ts";
import { partiesOf } from "../enquiry-names.ts";
import type { CodeFacts } from "../opinion.ts";
import { nameOf, type Person } from "../subject.ts";
import { callsOf, codeOf, grantsOf, isOwn } from "./calls.ts";
import type { Finding, Rule } from "./finding.ts";

export const isFresh = (code: CodeFacts | null): boolean => code?.fresh?.isFresh === true;

/** @param takes it would be allowed to take from the person */
export function freshFinding(person: Person, address: string, code: CodeFacts, takes: boolean): Finding {
	const blocks = grouped(BigInt(code.fresh?.withinBlocks ?? 0));
	const age = `The contract at ${nameOf(person, address)} is new: it was deployed within the last ${blocks} blocks.`;
	return takes
		? {
				id: "fresh-contract",
				severity: "danger",
				words: `${age} It would be allowed to take from you, and hardly anybody can have used it yet.`,
				needsWord: true,
			}
		: {
				id: "fresh-contract",
				severity: "caution",
				words: `${age} Hardly anybody can have used it yet.`,
				needsWord: false,
			};
}

/** A contract that was deployed just now: most that is made to rob people is no older than a day. */
export const freshContract: Rule = (evidence) => {
	const { subject, opinion } = evidence;
	const { person } = subject;
	const spenders = grantsOf(evidence).map(({ spender }) => ({ address: spender, takes: true }));
	const called = callsOf(subject).flatMap(({ decoded }) =>
		partiesOf(decoded).map((address) => ({ address, takes: false })),
	);
	for (const { address, takes } of [...spenders, ...called]) {
		const code = codeOf(opinion, address);
		if (code !== null && isFresh(code) && !isOwn(person, address))
			return freshFinding(person, address, code, takes);
	}
	return null;
};
