import { callsOf } from "../../../effects/evm/calls.ts";
import { readAddress } from "../../../format/numeral.ts";
import { partiesOf } from "../../../subject/inspected-addresses.ts";
import type { Subject } from "../../../subject/subject.ts";
import { lookAlikeFinding } from "../../address-poisoning.ts";
import type { FindingRule } from "../../finding.ts";

/** Whom the service's simulation names: what it shows may be the address that the payload only imitates. */
function namedByService({ simulation }: Subject): readonly string[] {
	if (simulation === null) return [];
	const named = [
		...simulation.balanceChanges.flatMap(({ account, counterparty }) => [account, counterparty]),
		...simulation.approvals.flatMap(({ account, spender }) => [account, spender]),
	];
	return named.flatMap((each) => (typeof each === "string" ? (readAddress(each) ?? []) : []));
}

/** An address that looks like a known one at both ends and is another: address poisoning. */
export const lookAlike: FindingRule = ({ subject }) => {
	const met = namedByService(subject);
	const parties = callsOf(subject).flatMap(({ decoded }) => partiesOf(decoded));
	for (const address of parties) {
		// Of those that the payload names, one may imitate the other; the service's names stand for all but itself.
		const others = [...met, ...parties].filter((each) => each !== address);
		const found = lookAlikeFinding(subject.user, address, met.includes(address) ? [] : others);
		if (found !== null) return found;
	}
	return null;
};
