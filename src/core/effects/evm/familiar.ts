import { wellKnownAt } from "../../chain/tokens/known.ts";
import { contractsOf } from "../../decode/evm/contracts.ts";
import type { Hex } from "../../format/numeral.ts";
import { labelOf, sameAddress } from "../../people/labels.ts";
import { isNative, isOwn, type Subject, type User } from "../../subject/subject.ts";

/** Addresses that the user knows in the role in which a call names them. */

/** Returns the key of an argument: the called contract and function. */
export const placeOf = (target: string, data: string): string => `${target} ${data.slice(0, 10)}`;

/**
 * Checks whether an address is the user's, named by them, or used before in this role on this chain, by
 * on-chain data. A first use in the present session does not count.
 * @param role as people/counterparties.ts writes it
 */
function isUsedBefore(user: User, address: string, role: string): boolean {
	const used = user.uses.get(address.toLowerCase())?.roles.has(role) === true;
	return used || isOwn(user, address) || labelOf(user.labels, address) !== null;
}

/**
 * Checks that an address is neither the user's nor a contact, no known token or contract, and not used before
 * in this role.
 */
export const isUnfamiliar = (
	{ user, signer, chainRef }: Pick<Subject, "user" | "signer" | "chainRef">,
	address: Hex,
	role: string,
): boolean =>
	!sameAddress(address, signer) &&
	!isNative(address) &&
	wellKnownAt(chainRef, address) === null &&
	contractsOf(chainRef).at(address) === null &&
	!isUsedBefore(user, address, role);
