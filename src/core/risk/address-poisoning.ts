import { readAddress } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { type Message, message, type Text } from "../message.ts";
import { differenceOf } from "../people/difference.ts";
import { knownAddresses, labelOf, lookAlikeOf } from "../people/labels.ts";
import { knownContractLike } from "../subject/known-contracts.ts";
import type { User } from "../subject/subject.ts";
import type { Finding } from "./finding.ts";

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

/** The finding for an address that imitates another. @param whom why the imitated one is known */
export function imitationFinding(address: string, imitated: string, whom: Text): Finding {
	const { from, to } = differenceOf(address, imitated);
	const hex = readAddress(address) !== null;
	return {
		id: "look-alike",
		severity: "danger",
		text: message("finding.look-alike", { address, whom, imitated, from, to, hex }),
		short: message("reason.look-alike", { whom }),
		needsWord: true,
		stake: { kind: "imitation", address, imitated, whom },
	};
}

/**
 * A finding for an address that looks like one that the user has, has named, has dealt with, that is a known
 * contract's, or that this very request names beside it; null where it imitates none.
 * @param met what the request names, of EVM in lower case
 */
export function lookAlikeFinding(user: User, address: string, met: readonly string[]): Finding | null {
	const found = imitatedBy(user, address, met);
	return found === null ? null : imitationFinding(address, ...found);
}

/** Checks each of these addresses; any of them may imitate another one. */
export function imitationAmong(user: User, addresses: readonly string[]): Finding | null {
	for (const address of addresses) {
		const others = addresses.filter((each) => each !== address);
		const found = lookAlikeFinding(user, address, others);
		if (found !== null) return found;
	}
	return null;
}
