import { wellKnownAt } from "../../chain/tokens/known.ts";
import { contractsOf } from "../../decode/evm/contracts.ts";
import {
	type DecodedEvmTransaction,
	isNative,
	isUserAccount,
	type User,
} from "../../decoded-transaction/decoded-transaction.ts";
import type { Hex } from "../../format/numeral.ts";
import { labelOf, sameAddress } from "../../identities/labels.ts";

export const callSignature = (target: string, data: string): string => `${target} ${data.slice(0, 10)}`;

/** A first use in the current session doesn't count. */
function isUsedBefore(user: User, address: string, role: string): boolean {
	const used = user.uses.get(address.toLowerCase())?.roles.has(role) === true;
	return used || isUserAccount(user, address) || labelOf(user.labels, address) !== null;
}

export const isUnfamiliar = (
	{ user, signer, chainRef }: Pick<DecodedEvmTransaction, "user" | "signer" | "chainRef">,
	address: Hex,
	role: string,
): boolean =>
	!sameAddress(address, signer) &&
	!isNative(address) &&
	wellKnownAt(chainRef, address) === null &&
	contractsOf(chainRef).at(address) === null &&
	!isUsedBefore(user, address, role);
