import { knownAddresses, labelOf, lookAlikeOf } from "../../policy/labels.ts";
import { plain } from "../plain.ts";
import type { Person } from "../subject.ts";

/** Addresses that a person knows, and addresses made to be taken for them. */

const ZERO = `0x${"0".repeat(40)}`;

/** What is imitated, and why it is known; null where nothing is. */
function imitatedBy(
	person: Person,
	address: string,
	met: readonly string[],
): readonly [string, string] | null {
	const { accounts, labels, dealings } = person;
	const own = lookAlikeOf(address, knownAddresses(accounts, labels));
	const everybody = [...knownAddresses(accounts, labels), ...dealings.keys(), ...met];
	// An address that is known itself imitates nobody.
	if (lookAlikeOf(address, everybody) === null) return null;
	if (own !== null) {
		const label = labelOf(labels, own);
		return [own, label === null ? "one of your own accounts" : `“${plain(label)}”`];
	}
	const dealt = lookAlikeOf(address, [...dealings.keys()]);
	if (dealt !== null) return [dealt, "an address that you have dealt with before"];
	const other = lookAlikeOf(
		address,
		met.filter((each) => each !== ZERO),
	);
	return other === null ? null : [other, "another address of this request"];
}

/**
 * A sentence for an address that looks like one that the person has, has named, has dealt with, or that this very
 * request names beside it; null where it imitates none.
 * @param met what the request names, of EVM in lower case
 */
export function lookAlikeWords(person: Person, address: string, met: readonly string[]): string | null {
	const found = imitatedBy(person, address, met);
	if (found === null) return null;
	const [imitated, whom] = found;
	return `${address} looks like ${whom} (${imitated}) at both ends, but it is another address. Compare every character.`;
}
