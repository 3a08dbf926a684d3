import { plain } from "../format/plain.ts";
import { type Message, message } from "../message.ts";
import { knownAddresses, labelOf, lookAlikeOf } from "../people/labels.ts";
import { knownContractLike } from "../subject/known-contracts.ts";
import type { User } from "../subject/subject.ts";

/** Addresses that a user knows, and addresses made to be taken for them. */

const ZERO = `0x${"0".repeat(40)}`;

/** What is imitated, and why it is known; null where nothing is. */
function imitatedBy(
	user: User,
	address: string,
	met: readonly string[],
): readonly [string, string | Message] | null {
	const { accounts, labels, counterparties: history } = user;
	const own = lookAlikeOf(address, knownAddresses(accounts, labels));
	const contract = knownContractLike(address);
	const listed = contract === null ? [] : [contract.address];
	const everybody = [...knownAddresses(accounts, labels), ...history.keys(), ...listed, ...met];
	// An address that is known itself imitates nobody.
	if (lookAlikeOf(address, everybody) === null) return null;
	if (own !== null) {
		const label = labelOf(labels, own);
		const whom =
			label === null
				? message("finding.look-alike.own")
				: message("finding.look-alike.named", { name: plain(label) });
		return [own, whom];
	}
	const dealt = lookAlikeOf(address, [...history.keys()]);
	if (dealt !== null) return [dealt, message("finding.look-alike.dealt")];
	if (contract !== null) return [contract.address, contract.name];
	const other = lookAlikeOf(
		address,
		met.filter((each) => each !== ZERO),
	);
	return other === null ? null : [other, message("finding.look-alike.beside")];
}

/**
 * A sentence for an address that looks like one that the user has, has named, has dealt with, that is a known
 * contract's, or that this very request names beside it; null where it imitates none.
 * @param met what the request names, of EVM in lower case
 */
export function lookAlikeText(user: User, address: string, met: readonly string[]): Message | null {
	const found = imitatedBy(user, address, met);
	if (found === null) return null;
	const [imitated, whom] = found;
	return message("finding.look-alike", { address, whom, imitated });
}
