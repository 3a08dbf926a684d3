import { callsOf } from "../../../effects/evm/calls.ts";
import { message, sentences } from "../../../message.ts";
import { codeAfter, codeOf, isAccount } from "../../../subject/codes.ts";
import { partiesOf } from "../../../subject/inspected-addresses.ts";
import type { CodeFacts, LegOpinion } from "../../../subject/opinion.ts";
import { nameParam, type User } from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { grantsOf, isOwn } from "../calls.ts";

export const isFresh = (code: CodeFacts | null): boolean => code?.fresh?.isFresh === true;

/** @param takes it would be allowed to take from the user */
export function freshFinding(user: User, address: string, code: CodeFacts, takes: boolean): Finding {
	const blocks = code.fresh?.withinBlocks ?? 0;
	const age = message("finding.fresh-contract", { contract: nameParam(user, address), blocks });
	return takes
		? {
				id: "fresh-contract",
				severity: "danger",
				text: sentences(age, message("finding.fresh-contract.takes")),
				needsWord: true,
			}
		: {
				id: "fresh-contract",
				severity: "caution",
				text: sentences(age, message("finding.fresh-contract.called")),
				needsWord: false,
			};
}

/** An account now, and a contract once the steps before it have run. */
function madeHere(opinion: LegOpinion, address: string): boolean {
	const [now, then] = [codeOf(opinion, address), codeAfter(opinion, address)];
	return now !== null && isAccount(now) && then !== null && !isAccount(then);
}

/** A contract that was deployed just now: most that is made to rob people is no older than a day. */
export const freshContract: FindingRule = (evidence) => {
	const { subject, opinion } = evidence;
	const { user } = subject;
	const spenders = grantsOf(evidence).map(({ spender }) => ({ address: spender, takes: true }));
	const made = spenders.find(({ address }) => madeHere(opinion, address));
	if (made !== undefined)
		return {
			id: "fresh-contract",
			severity: "danger",
			text: message("finding.fresh-contract.made-here", { contract: nameParam(user, made.address) }),
			needsWord: true,
			stake: { kind: "address", address: made.address },
		};
	const called = callsOf(subject).flatMap(({ decoded }) =>
		partiesOf(decoded).map((address) => ({ address, takes: false })),
	);
	for (const { address, takes } of [...spenders, ...called]) {
		const code = codeOf(opinion, address);
		if (code !== null && isFresh(code) && !isOwn(user, address))
			return freshFinding(user, address, code, takes);
	}
	return null;
};
